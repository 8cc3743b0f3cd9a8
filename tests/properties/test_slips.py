"""A slip of the pen in the rules or on a card is noticed by the scenarios near it.

`talesmith mutate` tries slips in the typed form by the thousand; these are made in the text, as an
author makes them, and only the scenarios named here have to notice them.
"""

from pathlib import Path

import pytest
from attrs import frozen

from talesmith.compile import cache
from talesmith.mutate.trying import at_most
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import BROKEN, PASSED, run_case

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 5.0
"""of processor time for a scenario: rules with a slip may run for ever"""


@frozen
class Slip:
    """What stands in a file once, what is written for it, and where that is to be noticed."""

    file: str
    before: str
    after: str
    near: tuple[str, ...] = ()
    """files of scenarios; none: those below the card, or house rule, itself"""

    def __str__(self) -> str:
        return f"{Path(self.file).stem}: {self.before} -> {self.after}"


BASE, TALES, WARCRAFT = (f"tests/scenarios/{part}" for part in ("", "tales/", "warcraft/"))
SLIPS = [
    Slip("rules/base/conquest.tale", "at_least min_force(attacker, region) { become 2",
         "{ become 2", (f"{BASE}discounts.tale",)),
    Slip("rules/base/conquest.tale", "at_least 0 at_most region.tokens { become 1 }",
         "at_least 0 { become 1 }", ("cards/tales/handle_with_care.tale",)),
    Slip("rules/base/decline.tale", "decline_slot(it) == decline_slot(race)",
         "decline_slot(it) == race.slot", ("rules/house/two_declined.tale",)),
    Slip("rules/base/score.tale", "r.race exists and r.race.owner == scorer",
         "r.race exists and r.race == scorer.active", (f"{BASE}bonuses.tale",)),
    Slip("rules/base/attacks.tale", "            and a.short <= max_shortage(f) {",
         "            {", (f"{BASE}last_attempt.tale",)),
    Slip("rules/base/pick.tale", "pick_price(player, combo) > player.coins",
         "pick_price(player, combo) >= player.coins", (f"{BASE}pick.tale",)),
    Slip("rules/base/turn.tale", "    expire start of p.turn\n", "", (f"{BASE}peace.tale",)),
    Slip("rules/tales/auction.tale", "return first(tied)", "return last(tied)",
         (f"{TALES}auctions.tale",)),
    Slip("rules/tales/deck.tale", "if r >= 2 {", "if r >= 1 {", (f"{TALES}deck.tale",)),
    Slip("rules/tales/reserved.tale", "least(each c in set(face, gift), c.rank)",
         "first(set(face, gift))", ("cards/tales/blue_genes.tale",)),
    Slip("rules/warcraft/travel.tale", " and not reaches(attacker, region)\n", "\n",
         (f"{WARCRAFT}travel.tale",)),
    Slip("rules/warcraft/factions.tale",
         "min(faction_bonus_cap(race), times_beaten(race, v))", "times_beaten(race, v)",
         (f"{WARCRAFT}factions.tale",)),
    Slip("rules/warcraft/tolls.tale", "toll(attacker, region, yes) > attacker.owner.coins",
         "toll(attacker, region, yes) >= attacker.owner.coins",
         ("cards/warcraft/powers/marshdweller.tale", "cards/warcraft/artifacts/aegis.tale")),
    Slip("cards/base/races/elves.tale", "as defender", "as attacker"),
    Slip("cards/base/races/skeletons.tale", "/ 2 down", "/ 2 up",
         (f"{BASE}bonuses.tale",)),
    Slip("cards/base/races/trolls.tale", "on_wake also declined", "on_wake",
         (f"{TALES}rats.tale",)),
    Slip("cards/base/powers/diplomat.tale", "until start of owner.turn", "until turn"),
    Slip("cards/tales/blood_brothers.tale", "attacker.owner.right", "attacker.owner.left"),
    Slip("cards/tales/pestilence.tale", " or region touches lake", ""),
    Slip("cards/tales/chicken_lake.tale", "coins from lake to p", "coins from p to lake"),
    Slip("cards/warcraft/powers/champion.tale", "staying { floor 1 }", "staying { floor 0 }"),
    Slip("cards/warcraft/artifacts/doomhammer.tale", "cap 1", "floor 1"),
    Slip("cards/warcraft/powers/marshdweller.tale", "  toll as defender", "  toll as attacker"),
    Slip("cards/warcraft/powers/intimidating.tale", "limit 3 per turn", "limit 4 per turn"),
    Slip("rules/house/two_declined.tale", " when slot == ordinary", "",
         (f"{BASE}keys_powers.tale",)),
    Slip("rules/house/one_realm.tale", "/ 3 down", "/ 3 up"),
]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def nothing_kept():
    """Rules with a slip in them do not push others out of the person's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "cache_folder", lambda: None)
        yield


@pytest.fixture(scope="module")
def book():
    """The rules as they are shipped."""
    return Rulebook([ROOT])


def test_they_are_made_all_over_the_rules_and_cards():
    assert len(SLIPS) >= 20
    assert {Path(slip.file).parts[:2] for slip in SLIPS} == {
        ("rules", "base"), ("rules", "tales"), ("rules", "warcraft"), ("rules", "house"),
        ("cards", "base"), ("cards", "tales"), ("cards", "warcraft"),
    }  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS, ids=str)
def test_a_slip_is_noticed(slip, book, tmp_path):
    slipped = written_with(slip, tmp_path)
    other = Rulebook([tmp_path, ROOT])
    other.library.known = book.library.known
    files = slip.near or (slip.file,)
    paths = [slipped if file == slip.file else ROOT / file for file in files]
    noticed = next((o for path in paths for o in ran(path, other) if not o.is_fine), None)
    assert noticed is not None, "no scenario there fails"
    assert noticed.verdict != BROKEN, [finding.message for finding in noticed.findings]
    assert without_the_slip(slip, noticed, book).verdict == PASSED


def written_with(slip, folder):
    """The file with the slip, in a folder of its own that lies over the shipped one."""
    text = (ROOT / slip.file).read_text("utf-8")
    assert text.count(slip.before) == 1, f"{slip.file} was changed: say anew where the slip is"
    path = folder / slip.file
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(slip.before, slip.after), "utf-8")
    return path


def ran(path, book):
    """What becomes of the scenarios of a file, each run when it is asked for."""
    return (in_time(case, book) for case in cases_in(path, book))


def in_time(case, book):
    with at_most(SECONDS):
        return run_case(case, book)


def without_the_slip(slip, noticed, book):
    """The same scenario under the shipped rules."""
    path = noticed.case.path
    shipped = path if path.is_relative_to(ROOT) else ROOT / slip.file
    cases = {case.name: case for case in cases_in(shipped, book)}
    return run_case(cases[noticed.case.name], book)
