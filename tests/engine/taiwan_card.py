"""The Taiwan card's table of tai and its exclusions, as expected values of the tests."""

from __future__ import annotations

from tests.engine.taiwan_scores import FLOWERS_HONORS, STANDARD, SYSTEM

_COLUMNS = """
dealer 1 1 1
dealer_streak 1 1 1
self_draw 1 1 2
concealed_hand 1 1 2
concealed_self_draw 3 3 5
heavenly 24 24 36
earthly 16 16 24
human 8 8 16
big_four_winds 16 16 24
little_four_winds 8 8 12
big_three_dragons 8 8 12
little_three_dragons 4 4 6
five_concealed_pungs 8 8 12
four_concealed_pungs 5 5 7
three_concealed_pungs 2 2 3
all_honors 8 8 12
full_flush 8 8 12
half_flush 4 4 6
all_pungs 4 4 6
all_chows 2 2 2
all_claimed 2 2 2
kong_replacement 1 1 2
last_draw 1 1 2
last_discard 1 1 2
eight_flowers 8 8 6
seven_rob_one 8 8 16
flower_set 1 1 2
robbing_kong 1 1 2
dragon_pung 1 1 2
seat_flower 1 0 1
round_wind 1 0 1
seat_wind 1 0 1
any_flower 0 1 0
any_wind 0 1 0
no_honors_no_flowers 0 2 2
exposed_kong 0 1 1
concealed_kong 0 2 2
declared_ready 1 1 2
shown_ready 2 2 3
all_terminals 0 0 16
terminals_and_honors 0 0 8
pure_outside 0 0 8
mixed_outside 0 0 4
all_simples 0 0 4
pure_straight 0 0 4
mixed_triple_chow 0 0 4
mixed_triple_pung 0 0 4
"""

_EXCLUSIONS = """
concealed_self_draw: self_draw concealed_hand
shown_ready: declared_ready
heavenly: concealed_self_draw concealed_hand self_draw kong_replacement
earthly: concealed_self_draw concealed_hand self_draw kong_replacement
human: concealed_hand
big_four_winds: little_four_winds round_wind seat_wind any_wind
little_four_winds: round_wind seat_wind any_wind
big_three_dragons: little_three_dragons dragon_pung
little_three_dragons: dragon_pung
five_concealed_pungs: four_concealed_pungs three_concealed_pungs
four_concealed_pungs: three_concealed_pungs
all_honors: all_pungs half_flush terminals_and_honors mixed_outside
full_flush: half_flush
all_terminals: terminals_and_honors pure_outside mixed_outside all_pungs
terminals_and_honors: mixed_outside all_pungs
pure_outside: mixed_outside
"""

VALUES: dict[str, dict[str, int]] = {
    preset: {
        line.split()[0]: int(line.split()[1 + column]) for line in _COLUMNS.strip().splitlines()
    }
    for column, preset in enumerate((STANDARD, FLOWERS_HONORS, SYSTEM))
}
"""Tai of each pattern by preset."""

EXCLUSIONS: dict[str, set[str]] = {
    line.split(":")[0]: set(line.split(":")[1].split()) for line in _EXCLUSIONS.strip().splitlines()
}
"""Patterns that each one cancels where it counts."""
