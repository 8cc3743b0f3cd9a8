def test_a_package_is_written(run, home):
    done = run("editors", "--vsix", "tale.vsix")
    assert done.exit_code == 0
    assert (home / "tale.vsix").read_bytes().startswith(b"PK")
    assert "code --install-extension tale.vsix" in done.stdout


def test_without_a_wish_it_asks(run):
    assert run("editors").exit_code == 2
