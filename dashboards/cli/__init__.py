"""The command line ``paipu``: one module a command, `app` puts them together."""

from dashboards.cli.app import main

__all__ = ["main"]
