"""Record formats, the lake, flows and the queries that analyse stored hands."""
