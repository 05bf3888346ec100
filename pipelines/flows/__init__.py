"""Flows: each reads like a table of contents; the work is done by functions tested without it."""

from pipelines.prefect_setup import prepare

prepare()
