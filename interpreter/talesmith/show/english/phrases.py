"""What the hooks, actions, steps and properties of the rules are called in a sentence.

A phrase names the parameters in angle brackets: `<attacker>` is the thing, `<attacker's>` the
possessive, `<attacker:pay>` a verb that agrees with it, `<n#token>` an amount of that unit,
`<source@>` a place, `<region=each>` a thing with another article than "a".  A part in square brackets is left out when one of its parameters is not given.  Things that rules of
others declare and that have no phrase here are called by their own names: see `naming`.
"""

FIGURES: dict[str, tuple[str, str, str]] = {
    "starting_coins": ("<player's> starting coins", "<player> <player:start> with <amount>", "coin"),
    "starting_tokens": (
        "the number of tokens that <combo> brings <player>",
        "<combo> brings <player> <amount>",
        "token",
    ),
    "pick_price": (
        "the price of <combo> for <player>", "picking <combo> costs <player> <amount>", "coin",
    ),
    "game_length": ("the length of the game", "the game lasts <amount>", "round"),
    "min_force": (
        "the least force that <attacker> <attacker:need> for <region>",
        "<attacker> <attacker:need> <amount> at least to conquer <region>",
        "token",
    ),
    "conquest_cost": (
        "the cost of <region> for <attacker>",
        "conquering <region> costs[ <attacker>] <amount>",
        "token",
    ),
    "strength": ("<region's> strength", "<region's> strength is <amount>", ""),
    "defeat_losses": (
        "the loss of tokens when <attacker> <attacker:conquer> <region>",
        "when <attacker> <attacker:conquer> <region>, <defender> <defender:lose> <amount>",
        "token",
    ),
    "max_shortage": (
        "the shortage allowed to <attacker> in a last attempt",
        "in a last attempt <attacker> may be short of <amount>",
        "token",
    ),
    "min_garrison": (
        "the least garrison of <race> in <region>",
        "<race> must leave <amount> in <region>",
        "token",
    ),
    "tokens_kept_in_decline": (
        "the number of tokens that <race> <race:keep> in <region> in decline",
        "in decline <race> <race:keep> <amount> in <region=each>",
        "token",
    ),
    "decline_slot": ("<race's> slot in decline", "<race's> slot in decline is <amount>", ""),
    "declined_limit": (
        "the number of declined races that <player> may have in the slot <slot>",
        "<player> may have <amount> in the slot <slot>",
        "declined race",
    ),
    "region_income": (
        "the income of <region> for <scorer>", "<region> earns[ <scorer>] <amount>", "coin",
    ),
    "score_total": ("<scorer's> score of the turn", "<scorer> <scorer:score> <amount>", "coin"),
    "final_score": ("<player's> final score", "<player's> final score is <amount>", ""),
    "tie_break": ("<player's> tie-break", "<player's> tie-break is <amount>", ""),
    "staying": (
        "the least number of tokens of <race> that stay in <region>",
        "of <race> <amount> must stay in <region>",
        "token",
    ),
    "must_place": ("what must be placed of <n>", "of <n> one must place <amount>", "piece"),
}  # fmt: skip
"""Values: as a thing in a sentence; as a sentence; the unit of their amounts."""

TALLIES: dict[str, tuple[str, str, str, str, str]] = {
    "attacks_made": ("attack", "player", "made", "by <player>", "[on <victim>]"),
    "spoils": ("non-empty region", "race", "conquered", "conquered by <race>", ""),
}
"""Values that count what was done: the noun, who did it, the verb, the owner, what else."""

PERMISSIONS: dict[str, tuple[str, str]] = {
    "adjacent": (
        "<near> counts as adjacent to <far> for <race>",
        "<near> does not count as adjacent to <far> for <race>",
    ),
    "reaches": (
        "<region> is within reach of <attacker>", "<region> is out of reach for <attacker>",
    ),
    "can_conquer": ("<attacker> may conquer <region>", "<attacker> may not conquer <region>"),
    "can_affect": (
        "<attacker> may conquer or affect <region>", "<attacker> may not conquer or affect <region>",
    ),
    "can_attack": (
        "<attacker> may conquer <region> by simply paying for it",
        "<attacker> may not conquer <region> by simply paying for it",
    ),
    "can_roll": (
        "<attacker> may make a last attempt on <region>",
        "<attacker> may not make a last attempt on <region>",
    ),
    "can_pick": ("<player> may pick <combo>", "<player> may not pick <combo>"),
    "can_decline": ("<race> may decline", "<race> may not decline"),
    "can_ready": ("<race> may pick up its tokens", "<race> may not pick up its tokens"),
    "can_abandon": ("<race> may abandon <region>", "<race> may not abandon <region>"),
    "can_redeploy": ("<race> may redeploy", "<race> may not redeploy"),
    "can_return": (
        "<race> may place its driven-out tokens", "<race> may not place its driven-out tokens",
    ),
    "keeps_power": (
        "<race> <race:keep> <badge>", "<race> <race:lose> <badge> in decline",
    ),
    "works_in_decline": (
        "<badge> goes on working for <race> in decline", "<badge> stops working for <race>",
    ),
    "acts_in_decline": (
        "<race> <race:go> on acting in decline", "<race> <race:do> not act in decline",
    ),
    "withdraws": (
        "<race> <race:take> back the tokens it does not lose",
        "<race> <race:lose> all tokens of a region that is conquered",
    ),
    "can_see_coins": (
        "<viewer> may see the coins of <holder>", "<viewer> may not see the coins of <holder>",
    ),
}  # fmt: skip
"""Permissions: as a sentence that holds, and as one that does not."""

LEDGERS: dict[str, str] = {"on_score": "at the end of <scorer's> turn"}
"""Ledgers: when their lines are paid."""

MOMENTS: dict[str, str] = {
    "on_game_start": "at the start of the game",
    "on_wake": "when a suppression of this ends",
    "on_round_start": "at the start of a round",
    "on_round_end": "at the end of a round",
    "on_turn_start": "at the start of <player's> turn",
    "on_turn_end": "at the end of <player's> turn",
    "before_score": "before the score of <player's> turn",
    "on_muster": "in each turn, before <race> may move",
    "on_ready": "when <race> <race:expand>, before its tokens are picked up",
    "after_attacks": "after the last conquest of <race> in a turn",
    "on_attempt": "when <attacker> <attacker:attempt> to conquer <region>",
    "on_redeploy": "when <race> <race:redeploy>",
    "on_markers": "after <race> has redeployed",
    "on_defenders": "at the end of each turn, before the driven-out tokens of <race> return",
}
"""Moments: when it is."""

POINTS: dict[str, str] = {
    "turn_choice": "at the start of <player's> turn",
    "pick_choice": "when <player> <player:pick> a race",
    "late_choice": "after the score of <player's> turn",
    "conquest_choice": "while <actor> <actor:conquer>",
    "redeploy_choice": "before <actor> <actor:redeploy>",
}
"""Points where offers appear: when it is."""

ACTIONS: dict[str, tuple[str, str]] = {
    "pick": ("<player> <player:pick> <combo>", "pick"),
    "attack": ("<attacker> <attacker:attack> <region>[ against <defender>]", "attack"),
    "conquer": (
        (
            "<attacker> <attacker:conquer> <region>[ with <force#token>][, taken from <source@>]"
            "[, the defender losing <losses#token>][ (cause: <cause>)][, against <defender>]"
        ),
        "conquest",
    ),
    "defeat": (
        (
            "<attacker> <attacker:defeat> those in <region>[, who lose <lost#token>][ (cause: <cause>)]"
            "[, against <defender>]"
        ),
        "defeat",
    ),
    "lose": ("<race> <race:lose> <troops>[ (cause: <cause>)][, forced by <foe>]", "loss"),
    "gain": ("<race> <race:gain> <n#token>[ from <source@>]", "gain"),
    "abandon": ("<race> <race:abandon> <region>", "abandoning"),
    "decline": ("<race> <race:decline>", "decline"),
    "retire": ("<race> <race:leave> play", "retreat from play"),
    "score": ("<player> <player:score> <amount#coin>", "scoring"),
}
"""Actions: as a sentence, and as the noun for one of them in the past."""

STEPS: dict[str, str] = {
    "assault": "<a> is carried out for its cost minus <pips>",
    "last_attempt": "<a> is tried with the die and a bonus of <bonus>",
    "pick_combo": "<p> <p:pick> a race",
    "fill_column": "the column is filled up",
    "conquests": "<f> <f:make> its conquests",
    "ready": "<f> <f:pick> up tokens",
    "redeployment": "<f> <f:redeploy>",
    "campaign": "<f> <f:pick> up tokens and <f:conquer>",
    "old_campaigns": "<p's> declined races act as far as they may",
    "discard": "<f> <f:discard> <b>",
}
"""Steps of the rules: as a sentence."""

FIELDS: dict[str, str] = {
    "attacker": "by <x>",
    "defender": "against <x>",
    "race": "of <x>",
    "region": "of <x>",
    "player": "of <x>",
    "cause": "as a <x>",
}
"""How the things of an action stand behind its noun: a conquest by this race."""

PLACES = {
    "race.hand": "hand",
    "race.withdrawn": "driven-out tokens",
    "race.aside": "tokens set aside",
    "race.tray": "tray",
}
"""Pools of a race, as places to move from and to."""
