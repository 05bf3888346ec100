"""``python -m dashboards.cli`` is the console script ``paipu``."""

from dashboards.cli import main

main()
