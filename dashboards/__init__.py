"""Everything a person meets: the command line, figures and the report."""
