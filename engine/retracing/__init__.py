"""Stored hands carried out once more: the columns, the walk through the events, what it notes."""
