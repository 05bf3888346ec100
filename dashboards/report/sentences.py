"""The report's findings in sentences, each number with its n and interval."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from dashboards import labels, style, terms
from dashboards.report.content import Loaded, Section
from pipelines.analysis import FEW
from schemas.ruleset import RuleSet

_MOST_FREQUENT: Final = 3


def loaded_sentences(loaded: Loaded, sections: list[Section]) -> list[str]:
    """How much was loaded, from what, and what was refused."""
    names = {source.name for manifest in loaded.manifests for source in manifest.inputs}
    formats = sorted(set(loaded.sources["record_format"].to_list()))
    kinds = _and([labels.FORMATS.get(name, name) for name in formats])
    if loaded.hands == 0:
        hands = "No hand was loaded"
        hands += f" from {style.plural(len(names), 'file')}" if names else ""
    else:
        hands = f"{style.plural(loaded.hands, 'hand')} ({kinds})"
        hands += f" from {style.plural(len(names), 'file')}" if names else ""
        rules = len({section.population.rules for section in sections})
        hands += f" under {style.plural(rules, 'rule set')}" if rules > 1 else ""
        hands += " stand in this report" if loaded.hands > 1 else " stands in this report"
    sentences = [f"{hands}; {_refused(loaded)}.", *_filter_sentences(loaded)]
    if loaded.broken:
        many = style.plural(len(loaded.broken), "run")
        reasons = "; ".join(loaded.broken.values())
        sentences.append(f"Left out, as it cannot be read: {many} ({reasons}).")
    unknown = sum(sum(manifest.summary.unknown_names.values()) for manifest in loaded.manifests)
    if unknown:
        sentences.append(
            f"{style.plural(unknown, 'pattern name')} in the records could not be read; totals "
            "and payments were compared all the same."
        )
    return sentences


def _filter_sentences(loaded: Loaded) -> list[str]:
    """What the report was narrowed to; refused records are known by run and rule set alone."""
    if not loaded.chosen:
        return []
    hands = style.plural(loaded.left.hands, "hand")
    if not loaded.chosen.of_players:
        return [f"Filtered: {loaded.chosen}; {hands} are left."]
    players = style.plural(loaded.left.player_hands, "player-hand")
    return [
        f"Filtered: {loaded.chosen}; {players} in {hands} are left. Wins, deal-ins and points are "
        "those of the chosen players; how hands end and what is paid is told of whole hands."
    ]


def section_sentences(section: Section) -> list[str]:
    """What one population shows: outcomes, worth and time of wins, patterns, seats, agreement."""
    head = section.headline
    if section.hands == 0:
        return ["No hand was loaded under this rule set."]
    sentences = [_outcome_sentence(head)]
    if section.wins == 0:
        sentences.append("Without a win there is nothing to say about patterns, totals and turns.")
    else:
        sentences += [
            _self_draw_sentence(head),
            _worth_sentence(head, section.population.ruleset),
            *_limit_sentences(section),
            _pattern_sentence(section.patterns),
        ]
    sentences.append(_seat_sentence(section.seats))
    sentences += _streak_sentences(head)
    sentences += _agreement_sentences(section.agreement)
    sentences += _cautions(section)
    return sentences


def _refused(loaded: Loaded) -> str:
    if not loaded.refused:
        return "no record was refused"
    first = loaded.rejects.row(0, named=True)
    were = "was" if loaded.refused == 1 else "were"
    text = f"{style.plural(loaded.refused, 'record')} {were} refused"
    if loaded.rejects.height == 1:
        return f"{text} ({first['code']})"
    return f"{text}, most often with {first['code']} ({style.count(first['records'])})"


def _outcome_sentence(head: dict[str, Any]) -> str:
    won = (
        f"{style.count(head['won_hands'])} of {style.plural(head['hands'], 'hand')} "
        f"{'was' if head['won_hands'] == 1 else 'were'} won ({_share(head, 'won')})"
    )
    if head["drawn_hands"] == 0:
        return f"{won}, none ended in a draw (95%: at most {style.percent(head['drawn_high'])})."
    return f"{won}, {style.count(head['drawn_hands'])} ended in a draw ({_share(head, 'drawn')})."


def _self_draw_sentence(head: dict[str, Any]) -> str:
    return (
        f"{style.count(head['self_draws'])} of {style.plural(head['wins'], 'win')} "
        f"{'was' if head['self_draws'] == 1 else 'were'} self-drawn ({_share(head, 'self_draw')}); "
        f"a player dealt in in {style.percent(head['deal_in'])} of "
        f"{style.count(head['player_hands'])} player-hands "
        f"({style.interval(head['deal_in_low'], head['deal_in_high'])})."
    )


def _worth_sentence(head: dict[str, Any], ruleset: RuleSet) -> str:
    totals = terms.totals_of(ruleset)
    unit = "" if totals.sign else f" {totals.unit_en} {totals.between}".rstrip()
    worth = f"A win was worth {totals.sign}{style.number(head['total_mean'])}{unit} on average"
    if head["total_mean_low"] is not None:
        worth += f" (95% interval {style.span(head['total_mean_low'], head['total_mean_high'])})"
    worth += f", {totals.sign}{style.number(head['total_median'], 0)} in the median"
    turn = f"it came in turn {style.number(head['turn_mean'])} on average"
    if head["turn_mean_low"] is not None:
        turn += f" ({style.span(head['turn_mean_low'], head['turn_mean_high'])})"
    return f"{worth}; {turn}."


def _limit_sentences(section: Section) -> list[str]:
    """How many wins reach the limit, where there is one."""
    ruleset, row = section.population.ruleset, section.limit
    limit = terms.limit_of(ruleset)
    if limit is None:
        return []
    most, wins = terms.total(ruleset, limit), style.plural(row["wins"], "win")
    if not row["limit_hits"]:
        high = style.percent(row["high"])
        return [f"None of {wins} reached the limit of {most} (95%: at most {high})."]
    return [
        f"{style.count(row['limit_hits'])} of {wins} reached the limit of {most} "
        f"({style.percent(row['share'])}, 95% interval {style.interval(row['low'], row['high'])}), "
        f"{style.count(row['by_points'])} of them by points and tai alone."
    ]


def _streak_sentences(head: dict[str, Any]) -> list[str]:
    """How often the dealer had won the hand before, where that happened."""
    if not head["streak_hands"]:
        return []
    return [
        f"In {style.count(head['streak_hands'])} of {style.plural(head['hands'], 'hand')} the "
        f"dealer had won the hand before ({_share(head, 'streak')})."
    ]


def _pattern_sentence(patterns: pl.DataFrame) -> str:
    seen = patterns.filter(pl.col("wins") > 0).sort("wins", descending=True, maintain_order=True)
    if seen.is_empty():
        return "No win contains a pattern."
    listed = _and(
        [
            f"{row['name']} {row['name_en']} ({style.percent(row['share'])})"
            for row in seen.head(_MOST_FREQUENT).iter_rows(named=True)
        ]
    )
    return (
        f"{style.count(seen.height)} of {style.plural(patterns.height, 'pattern')} occurred, most "
        f"often {listed}."
    )


def _seat_sentence(seats: pl.DataFrame) -> str:
    apart = [
        f"{labels.SEATS[row['seat']][0]} {style.signed(row['points_mean'])} "
        f"({style.span(row['points_low'], row['points_high'], 2, signs=True)})"
        for row in seats.drop_nulls("points_low").iter_rows(named=True)
        if not row["points_low"] <= 0 <= row["points_high"]
    ]
    if not apart:
        return "For no seat does the 95% interval of mean points a hand exclude zero."
    return f"The 95% interval of mean points a hand excludes zero for {_and(apart)}."


def _agreement_sentences(agreement: pl.DataFrame) -> list[str]:
    recorded = agreement.filter(pl.col("agreement") != "not_recorded")
    if recorded.is_empty():
        return ["The records hold no scores to compare with."]
    n = int(recorded["n"][0])
    same = int(recorded.filter(pl.col("agreement") == "same")["hands"].sum())
    if same == n:
        return [f"Recorded and computed scores agree in all {style.plural(n, 'hand')} with scores."]
    return [
        f"Recorded and computed scores agree in {style.count(same)} of "
        f"{style.plural(n, 'hand')} with scores; the others are listed below."
    ]


def _cautions(section: Section) -> list[str]:
    head = section.headline
    cautions = []
    if 0 < section.wins < FEW:
        cautions.append(
            f"{style.plural(section.wins, 'win')} {'is' if section.wins == 1 else 'are'} few "
            f"(fewer than {FEW}): shares of wins are only indications, read their intervals."
        )
    if section.repeated_hands:
        cautions.append(
            f"{style.plural(section.repeated_hands, 'hand')} of matches that stand in several "
            "runs count more than once; choose runs with --run to count each once."
        )
    if head["clusters"] < head["hands"]:
        cautions.append(
            f"The hands belong to {style.plural(head['clusters'], 'deal')} (sessions, or walls "
            "played in several seatings); hands of one deal count as one cluster in all intervals."
        )
    return cautions


def _share(head: dict[str, Any], name: str) -> str:
    interval = style.interval(head[f"{name}_low"], head[f"{name}_high"])
    return f"{style.percent(head[name])}, 95% interval {interval}"


def _and(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]
