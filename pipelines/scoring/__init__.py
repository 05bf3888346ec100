"""The scoring interface: hands as JSON Lines in, answers as JSON Lines out."""
