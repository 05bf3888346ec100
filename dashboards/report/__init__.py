"""The static report: one self-contained HTML file about the runs of a lake."""

from dashboards.report.build import Report, Written, build_report, write_report

__all__ = ["Report", "Written", "build_report", "write_report"]
