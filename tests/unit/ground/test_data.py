import pytest

from talesmith.ground import data


def test_the_checkout_is_found():
    assert (data.grammar_folder() / "tale.lark").is_file()
    assert (data.data_root() / "rules").is_dir()
    assert (data.data_root() / "cards").is_dir()


def test_the_copy_in_a_wheel_comes_first(tmp_path, monkeypatch):
    (tmp_path / "_data" / "grammar").mkdir(parents=True)
    (tmp_path / "_data" / "grammar" / "tale.lark").touch()
    monkeypatch.setattr(data, "PACKAGE", tmp_path)
    assert data.data_root() == tmp_path / "_data"


def test_a_broken_installation_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "a" / "b")
    with pytest.raises(FileNotFoundError, match="the installation is broken"):
        data.data_root()


def test_the_cache_folder_is_private(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "deep"))
    folder = data.cache_folder()
    assert folder == tmp_path / "deep" / "talesmith"
    assert folder.stat().st_mode & 0o077 == 0


def test_a_relative_cache_home_is_ignored(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert tmp_path in data.cache_folder().parents


def test_nobody_at_home_is_no_failure(monkeypatch):
    def nobody():
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(data.Path, "home", nobody)
    assert data.cache_folder() is None
