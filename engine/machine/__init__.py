"""The one state machine: plays, replays and refuses hands of every rule set."""
