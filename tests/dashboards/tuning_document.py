"""A document of ``paipu tune --json``, written by hand."""


def pattern(key, name, name_en, value, **values):
    row = {"pattern": key, "name": name, "name_en": name_en, "value": value, "n": 3_914}
    row |= {"rarity": None, "rarity_error": None, "p_value": None}
    ends = ("low", "high", "line_low", "line_high", "mispricing_low", "mispricing_high")
    return row | dict.fromkeys(ends) | values


def measure(name, today, proposed, new, move):
    """Each a value, or a value with both ends."""
    row = {"measure": name, "n": 4_000}
    columns = {"today": today, "proposed": proposed, "new": new, "move": move}
    for column, found in columns.items():
        value, low, high = found if isinstance(found, tuple) else (found, None, None)
        row |= {column: value, f"{column}_low": low, f"{column}_high": high}
    return row


def move(key, name, name_en, before, after, by, q_value):
    row = {"pattern": key, "name": name, "name_en": name_en, "p_value": q_value}
    row |= {"wins": 200, "n": 4_000, "other_wins": 100, "other_n": 4_000, "q_value": q_value}
    for column, found in {"before": before, "after": after, "move": by}.items():
        row |= dict(zip((column, f"{column}_low", f"{column}_high"), found, strict=True))
    return row


DOCUMENT = {
    "rules": "mcr",
    "title": "国标麻将",
    "title_en": "Chinese Official",
    "unit": "番",
    "output": "club.toml",
    "name": "club",
    "hash": "0" * 64,
    "frequency": "strategic",
    "effects": "single",
    "runs": ["mcr-sim-0123456789ab"],
    "wins": 3_914,
    # 1.96 standard errors of 0.01 are 0.0196.
    "line": {
        "form": "log",
        "a": -0.5,
        "a_error": 0.1,
        "k": 2.0,
        "k_error": 0.01,
        "scatter": 3.25,
    },
    "patterns": [
        pattern(
            "seven_pairs", "七对", "Seven Pairs", 24, wins=198, share=0.0506, low=0.044, high=0.058,
            measured="seen", line=5.5, line_low=5.2, line_high=5.8, mispricing=18.5,
            mispricing_low=18.2, mispricing_high=18.8, q_value=0.0001, proposed=6, new=12,
        ),
        pattern(
            "two_melded_kongs", "双明杠", "Two Melded Kongs", 4, wins=10, share=0.00256, low=0.0012,
            high=0.0055, measured="seen", line=11.4, line_low=10.1, line_high=12.9, mispricing=-7.4,
            mispricing_low=-8.9, mispricing_high=-6.1, q_value=0.004, proposed=12, new=6,
        ),
        pattern(
            "mixed_straight", "花龙", "Mixed Straight", 8, wins=60, share=0.0153, low=0.012,
            high=0.02, measured="seen", line=7.9, line_low=7.4, line_high=8.4, mispricing=0.1,
            mispricing_low=-0.4, mispricing_high=0.6, q_value=0.7, proposed=8, new=8,
        ),
        pattern(
            "big_four_winds", "大四喜", "Big Four Winds", 88, wins=0, share=0.0, low=0.0,
            high=0.00077, measured="unseen", line=13.8, line_low=13.8, mispricing=74.2,
            mispricing_high=74.2, q_value=0.9, proposed=88, new=88,
        ),
    ],
    "targets": [
        {"measure": "dealer_advantage", "goal": 1.0, "within": 0.3},
        {"measure": "distance", "goal": "least", "within": None},
    ],
    "measured_on": 4_000,
    "tried": 400,
    "measures": [
        measure("dealer_advantage", (1.39, 0.33, 2.45), (1.17, 0.36, 1.98), (1.22, 0.45, 1.99),
                (-0.17, -0.68, 0.34)),
        measure("distance", 0.0, 0.531, 0.172, 0.172),
        measure("unwon", (0.0, 0.0, 0.0008), (0.353, 0.34, 0.366), (0.305, 0.291, 0.318),
                (0.305, 0.291, 0.318)),
    ],
    "front": [
        {
            "values": {"seven_pairs": value},
            "measures": {"dealer_advantage": dealer, "distance": distance},
            "chosen": chosen,
        }
        for value, dealer, distance, chosen in [
            (24, 1.39, 0.0, False), (12, 1.22, 0.172, True), (6, 1.05, 0.4, False),
        ]
    ],
    "played": [
        {
            "play": "strategic",
            "run": "mcr-sim-0123456789ab",
            "new_run": "club-sim-0123456789ab",
            "measures": [
                {"measure": "drawn", "hands": 4_000, "clusters": 4_000, "value": 0.0123,
                 "low": 0.001, "high": 0.0236, "visible": 30_000},
            ],
            "patterns": [
                move("seven_pairs", "七对", "Seven Pairs", (0.05, 0.044, 0.058),
                     (0.025, 0.02, 0.03), (-0.025, -0.033, -0.017), 0.0002),
                move("mixed_straight", "花龙", "Mixed Straight", (0.015, 0.01, 0.02),
                     (0.016, 0.011, 0.021), (0.001, -0.005, 0.007), 0.8),
            ],
        },
    ],
}  # fmt: skip
