"""The static report: one self-contained HTML file about the runs of a lake."""

from dashboards.report.build import Report, build_report, write_report

__all__ = ["Report", "build_report", "write_report"]
