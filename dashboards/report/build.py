"""From a lake to a report: choose runs, gather frames, write the files whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from dashboards.chapters import chosen_chapters
from dashboards.report.comparison import gather_comparison
from dashboards.report.content import Loaded, Section
from dashboards.report.images import IMAGE_FORMATS, find_browser, write_images
from dashboards.report.page import page_values
from dashboards.report.render import render_html, render_markdown
from pipelines.analysis import Filter, Left, filtered, populations
from pipelines.files import writing
from pipelines.lake import Lake
from pipelines.lake.storage import lake_around
from pipelines.lake.views import connect
from schemas.errors import UsageError
from schemas.tuning_result import TuningResult, load_tuning_result

_MARKDOWN: Final = (".md", ".markdown")
_TUNING: Final = "tuning"


@dataclass(frozen=True)
class Report:
    """What a report shows, and what it is about.

    Attributes:
        values: what the templates show, `dashboards.report.page.page_values`.
        runs: ids of its runs.
        left: what the filter leaves.
        hands: hands that were loaded.
        wins: wins among them.
        rejects: records that were refused.
        broken: why runs of the lake are left out that cannot be read, by their ids.
    """

    values: dict[str, Any]
    runs: tuple[str, ...]
    left: Left
    hands: int
    wins: int
    rejects: int
    broken: Mapping[str, str]

    @cached_property
    def html(self) -> str:
        """The page as one HTML file."""
        return render_html(self.values)


@dataclass(frozen=True, slots=True)
class Written:
    """A report that was written: to which files, how large the first of them is."""

    report: Report
    path: Path
    size: int
    images: tuple[Path, ...]


def write_report(
    lake: str,
    out: str | Path,
    runs: Sequence[str] = (),
    chapters: Sequence[str] = (),
    *,
    chosen: Filter | None = None,
    figures: str | Path | None = None,
    image_format: str = IMAGE_FORMATS[0],
    tunings: Sequence[str | Path] = (),
) -> Written:
    """Build the report of a lake and write it to a file, whole or not at all.

    A file that ends in ``.md`` becomes Markdown, with its figures in a folder beside it where a
    browser is there to draw them; any other HTML.

    Args:
        lake: folder or URI.
        out: path of the file; its folder must exist.
        runs: run ids; none: all committed runs.
        chapters: of `dashboards.chapters`; none: all.
        chosen: what is reported on of these runs; None: everything.
        figures: folder to write every figure to, made where it is missing.
        image_format: of `IMAGE_FORMATS`.
        tunings: files that hold what ``paipu tune FILE --json`` prints.

    Raises:
        LakeError: where there is no lake or no such run.
        UsageError: where the file cannot be written, a chapter or image format is none, figures
            are asked for in a lake or without a browser, or a file holds no tuning result.
    """
    path = Path(out)
    if image_format not in IMAGE_FORMATS:
        raise UsageError(f"no image format {image_format!r}; formats: {', '.join(IMAGE_FORMATS)}")
    if figures is not None and find_browser() is None:
        raise UsageError("figures are drawn by Chromium or Chrome, and neither is installed")
    around = None if figures is None else lake_around(Path(figures))
    if around is not None:
        raise UsageError(
            f"--figures {figures}: lies in the lake {around}, which holds nothing but its tables; "
            "choose a folder outside"
        )
    results = _results(tunings, chapters)
    markdown = path.suffix.lower() in _MARKDOWN
    if markdown and figures is None and find_browser() is not None:
        figures = path.with_name(f"{path.stem}-figures")
    with writing(path) as staged:  # told before the page is made
        report = build_report(lake, runs, chapters, chosen, results)
        images: dict[tuple[str, str], Path] = {}
        if figures is not None:
            images = write_images(report.values, Path(figures), image_format)
        if markdown:
            beside = {key: _beside(image, path) for key, image in images.items()}
            text = render_markdown(report.values, beside)
        else:
            text = report.html
        staged.write_text(text, encoding="utf-8")
    return Written(report, path, len(text.encode()), tuple(images.values()))


def build_report(
    lake: str,
    runs: Sequence[str] = (),
    chapters: Sequence[str] = (),
    chosen: Filter | None = None,
    tunings: Sequence[TuningResult] = (),
) -> Report:
    """Build the report of a lake.

    Where no run is named, runs that cannot be read are left out and told.

    Args:
        lake: folder or URI.
        runs: run ids; none: all committed runs.
        chapters: of `dashboards.chapters`; none: all.
        chosen: what is reported on of these runs; None: everything.
        tunings: results of tuning, a chapter each.

    Raises:
        LakeError: where there is no lake or no such run, one that is named or all cannot be read,
            or the filter leaves no hand.
        UsageError: where a chapter is none, or the filter names what is not there.
    """
    shown = chosen_chapters(chapters)
    opened = Lake.existing(lake)
    narrow = chosen or Filter()
    named = sorted({*runs, *narrow.run})
    found_runs = opened.manifests(named)
    manifests = [one for one in found_runs if not runs or one.run in runs]
    if runs and narrow:
        narrow = narrow.model_copy(update={"run": tuple(sorted(set(runs)))})
    with closing(connect(opened.storage, found_runs)) as con, filtered(con, narrow):
        seen = {run for (run,) in con.sql("select run from runs").fetchall()}
        manifests = [manifest for manifest in manifests if manifest.run in seen]
        hands = dict(con.sql("select run::varchar, count(*) from hands group by run").fetchall())
        loaded = Loaded(con, manifests, narrow, opened.left_out)
        found = [
            population
            for population in populations(manifests)
            if not narrow.of_hands or any(run in hands for run in population.runs)
        ]
        sections = [Section(con, population) for population in found]
        compared = None
        # How hands end is what is compared; chosen by how they end, nothing is left to say.
        if "comparison" in shown and not narrow.win_by:
            compared = gather_comparison(con, found, runs or narrow.run)
        return Report(
            values=page_values(loaded, sections, compared, shown, tunings),
            runs=tuple(manifest.run for manifest in manifests),
            left=loaded.left,
            hands=loaded.hands,
            wins=sum(section.wins for section in sections),
            rejects=loaded.refused,
            broken=opened.left_out,
        )


def _results(files: Sequence[str | Path], chapters: Sequence[str]) -> list[TuningResult]:
    """Read tuning results, where their chapter is shown."""
    if files and _TUNING not in chosen_chapters(chapters):
        raise UsageError(
            f"the tuning result {files[0]} would not be shown: the chapters that were chosen leave "
            f"out {_TUNING}"
        )
    if not files and _TUNING in chapters:
        raise UsageError(f"the chapter {_TUNING} shows tuning results, and none is named")
    return [load_tuning_result(file) for file in files]


def _beside(image: Path, path: Path) -> str:
    """How a file names an image: by the way from its own folder where that is below it."""
    folder, image = path.resolve().parent, image.resolve()
    return (image.relative_to(folder) if image.is_relative_to(folder) else image).as_posix()
