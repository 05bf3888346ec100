"""From inputs to the parts of a run: plain functions under the tasks of the ingest flow."""
