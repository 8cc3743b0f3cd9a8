import talesmith.cli.lsp as command


def test_without_its_library_it_says_what_to_install(run, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(name, name="pygls")

    monkeypatch.setattr(command, "import_module", missing)
    done = run("lsp")
    assert done.exit_code == 2
    assert "pip install 'talesmith[lsp]'" in done.stderr
