"""What the box of the islands holds: faces, printed numbers, supplies (W-1, W-2, M-1 to M-8)."""

from collections import Counter
from pathlib import Path

import pytest

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root

WATER = {"sea", "lake"}
LAND = {"farmland", "forest", "hill", "swamp", "mountain"}
FACES = {"s": (7, 1, 2), "m": (9, 2, 3), "l": (11, 3, 4)}
"""by the size of a face: land regions, mountains, natives"""
SETS = {2: "ls", 3: "lms", 4: "lmms", 5: "llmss"}
PRINTED = {
    "draenei": ("alliance", 7, 12), "dwarves": ("alliance", 5, 10), "gnomes": ("alliance", 5, 10),
    "humans": ("alliance", 5, 10), "night_elves": ("alliance", 4, 9), "worgen": ("alliance", 5, 10),
    "blood_elves": ("horde", 5, 10), "forsaken": ("horde", 6, 20), "goblins": ("horde", 6, 11),
    "orcs": ("horde", 6, 11), "tauren": ("horde", 11, 16), "trolls": ("horde", 6, 11),
    "ethereals": ("neutral", 5, 10), "kobolds": ("neutral", 6, 11), "naga": ("neutral", 6, 11),
    "pandaren": ("neutral", 5, 10),
}  # fmt: skip
BADGES = {
    "archaeologist": 5, "battlemaster": 5, "beastmaster": 4, "blacksmith": 4, "champion": 5,
    "defensive": 5, "enraged": 4, "explorer": 4, "farmer": 4, "fishing": 3, "garrisoned": 3,
    "herbalist": 4, "intimidating": 4, "marshdweller": 4, "mining": 4, "mountaineer": 4,
    "portal_mage": 5, "ranger": 4, "sailing": 5, "swampwalker": 4,
}  # fmt: skip
SUPPLIES = {
    "mountain": 10, "wisp_wall": 9, "fort": 10, "watch_tower": 6, "beast": 5, "the_champion": 1,
    "objective": 2, "bomb": 12,
}  # fmt: skip


@pytest.fixture(scope="module")
def islands():
    ruleset, findings = load_ruleset("warcraft", [data_root()])
    assert findings == []
    return ruleset


def printed(islands, kind):
    """The printed values of the cards in play of a kind, by short name."""
    ids = dict(islands.pools)[kind]
    return {card.id.partition(".")[2]: dict(card.facts) for card in islands.cards if card.id in ids}


def faces(islands):
    return {face.id.partition(".")[2]: face for face in islands.maps}


def test_twelve_faces_each_with_the_numbers_of_its_size(islands):
    found = faces(islands)
    assert len(found) == 12
    for name, face in found.items():
        kinds = Counter(region.terrain for region in face.regions)
        assert set(kinds) <= LAND | WATER
        land = sum(kinds[kind] for kind in LAND)
        natives = sum("murloc" in region.symbols for region in face.regions)
        assert (land, kinds["mountain"], natives) == FACES[name[0]], name
        assert sum(kinds[kind] for kind in WATER) <= 1
        assert sum("size_letter" in region.symbols for region in face.regions) == 1
        assert any("entry" in region.symbols for region in face.regions)


def test_each_number_of_players_has_its_set_of_sizes_and_no_face_twice(islands):
    for players, sizes in SETS.items():
        sets = [names for number, names in islands.boards if number == players]
        assert sets
        for names in sets:
            short = [name.partition(".")[2] for name in names]
            assert "".join(sorted(name[0] for name in short)) == sizes
            assert len({name[:2] for name in short}) == len(short)


def test_banners_have_their_side_and_numbers(islands):
    found = printed(islands, "race")
    words = ("faction", "tokens", "tray")
    assert {n: tuple(facts[word] for word in words) for n, facts in found.items()} == PRINTED
    assert sum(facts["tray"] for facts in found.values()) == 182


def test_badges_have_their_numbers(islands):
    found = printed(islands, "power")
    assert {name: facts["tokens"] for name, facts in found.items()} == BADGES
    assert max(BADGES.values()) == 5


def test_artifacts_places_and_pieces_are_as_many_as_in_the_box(islands):
    assert len(dict(islands.pools)["artifact"]) == 5
    assert len(dict(islands.pools)["place"]) == 7
    supplies = {Path(one.id.replace(".", "/")).name: one.supply for one in islands.markers}
    assert {name: supplies[name] for name in SUPPLIES} == SUPPLIES
    (natives,) = (one for one in islands.natives if one.id.endswith("murloc"))
    assert natives.supply == 15
