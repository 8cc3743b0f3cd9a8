"""Which hook an author meant who gave the right thing the wrong beginning: `on_ACTION`."""

from collections.abc import Collection, Mapping

from talesmith.ground.nearest import nearest


def hook_meant(name: str, forms: Mapping[str, str], body: Collection[str] = ()) -> str | None:
    """Give the hook that is likeliest meant by an unknown name; `forms` are the forms of all.

    `body` are the forms that may have what is written in it; empty if that tells nothing.  Of hooks
    that differ only in the beginning those count whose form others with the written one have.
    """
    start, _, end = name.partition("_")
    usual = {form for hook, form in forms.items() if hook.partition("_")[0] == start}
    alike = sorted(hook for hook in forms if end and hook.partition("_")[2] == end)
    as_usual = [hook for hook in alike if forms[hook] in usual]
    fitting = {hook for hook, form in forms.items() if not body or form in body}
    likeliest = (
        *(hook for hook in as_usual if hook in fitting),
        nearest(name, fitting),
        *(hook for hook in alike if hook in fitting and body and not usual),
        *as_usual,
        nearest(name, forms),
    )
    return next((hook for hook in likeliest if hook is not None), None)
