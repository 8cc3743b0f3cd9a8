import json
import resource
import stat
from pathlib import Path

import pytest

from talesmith.record.save import SaveFile, load
from talesmith.record.saved import SaveError, read_text, save_text
from talesmith.record.session import Session


@pytest.fixture
def two(world):
    return world("small_world", 2, 4)


@pytest.fixture
def session(two):
    return played_to(two, 30)


def played_to(two, n):
    session = Session(two.rules, two.names, two.seed)
    for moment in two.moments[:n]:
        session.answer(moment.answer)
    return session


def test_a_save_is_one_json_document_with_an_entry_to_a_line(session):
    text = save_text(session)
    content = json.loads(text)
    assert content["talesmith save"] == 1
    assert content["answers"] == session.lines
    assert content["players"] == ["Ana", "Ben"]
    assert content["origin"] is None
    assert f"  {json.dumps(session.lines[3])},\n" in text


def test_a_save_is_read_as_it_was_written(tmp_path, session):
    file = SaveFile(tmp_path / "game.talesave")
    file.write(session)
    saved = file.read()
    assert list(saved.answers) == session.lines
    assert saved.players == ("Ana", "Ben")
    assert saved.identity.seed == 4
    assert load(file.path) == saved


def test_saving_again_replaces_the_file_and_leaves_nothing_beside_it(tmp_path, two, session):
    file = SaveFile(tmp_path / "game.talesave")
    file.write(session)
    file.path.chmod(0o640)
    file.write(played_to(two, 40))
    assert len(load(file.path).answers) == 40
    assert list(tmp_path.iterdir()) == [file.path]
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o640


def test_the_newest_round_start_is_kept(two, session):
    saved = read_text(save_text(session), "x")
    column = two.rules.layout["round"]
    number = session.game.cells[column]
    before = two.moments[saved.round_answers].game
    assert before.cells[column] == number
    assert two.moments[saved.round_answers - 1].game.cells[column] == number - 1
    assert saved.round_position["columns"]["round"] == number


def test_a_file_that_somebody_else_has_changed_is_left_alone(tmp_path, two, session):
    path = tmp_path / "game.talesave"
    first, second = SaveFile(path), SaveFile(path)
    first.write(session)
    with pytest.raises(SaveError, match="changed by somebody else; nothing was written"):
        second.write(played_to(two, 40))
    assert len(load(path).answers) == 30
    second.read()
    second.write(played_to(two, 40))
    with pytest.raises(SaveError, match="changed by somebody else"):
        first.write(session)
    path.unlink()
    with pytest.raises(SaveError, match="changed by somebody else"):
        second.write(session)
    assert not path.exists()


def test_a_full_disk_is_said(session):
    with pytest.raises(SaveError, match="No space left"):
        SaveFile("/dev/full").write(session)
    assert Path("/dev/full").is_char_device()


def test_a_limit_on_sizes_leaves_the_old_file_whole(tmp_path, two, session):
    file = SaveFile(tmp_path / "game.talesave")
    file.write(session)
    old = file.path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        with pytest.raises(SaveError, match="cannot be written"):
            file.write(played_to(two, 40))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [file.path]
    file.write(played_to(two, 40))
    assert len(load(file.path).answers) == 40


@pytest.mark.parametrize("place", ["no such folder/x.talesave", "."])
def test_a_place_that_cannot_be_written_is_said(tmp_path, session, place):
    with pytest.raises(SaveError, match="cannot be written"):
        SaveFile(tmp_path / place).write(session)


def test_a_link_keeps_pointing_to_its_file(tmp_path, session):
    real = tmp_path / "real.talesave"
    link = tmp_path / "link.talesave"
    real.write_text("old", "utf-8")
    link.symlink_to(real)
    SaveFile(link).write(session)
    assert link.is_symlink()
    assert len(load(real).answers) == 30


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(SaveError, match="no such file; check the name"):
        load(tmp_path / "none.talesave")
    with pytest.raises(SaveError, match="this is no file"):
        load(tmp_path)


def test_a_save_cut_anywhere_is_refused_with_its_place(session):
    text = save_text(session)
    for at in range(0, len(text) - 2, max(1, len(text) // 60)):
        with pytest.raises(SaveError) as caught:
            read_text(text[:at], "game.talesave")
        assert caught.value.place.startswith("game.talesave")
        assert caught.value.hint == "try an older copy of the file"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[]", "not a save"),
        ("{}", "not a save"),
        ('{"talesmith save": 2}', "form 2"),
        ('{"talesmith save": 1}', "does not fit its check"),
        ("[" * 100_000, "not a save"),
        ("1" * 5000, "not a save"),
    ],
)
def test_what_is_no_save_is_refused(text, problem):
    with pytest.raises(SaveError, match=problem):
        read_text(text, "x")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "x.talesave"
    path.write_bytes(b"{\xff\xfe")
    with pytest.raises(SaveError, match="byte 1: this is not a text"):
        load(path)


def test_a_save_changed_by_hand_is_refused(session):
    text = save_text(session).replace('"Ana"', '"Eva"')
    with pytest.raises(SaveError, match="does not fit its check"):
        read_text(text, "x")


def test_an_entry_that_is_missing_is_refused(session):
    from talesmith.record.saved import check_of

    content = json.loads(save_text(session))
    for entry in set(content) - {"talesmith save", "check"}:
        rest = {key: value for key, value in content.items() if key not in (entry, "check")}
        rest["check"] = check_of(rest)
        with pytest.raises(SaveError, match="missing or damaged"):
            read_text(json.dumps(rest), "x")
