"""The vocabulary of a finished ruleset, for expressions that are written outside of its files."""

from __future__ import annotations

from talesmith.ground.span import NOWHERE
from talesmith.names.building import after_action
from talesmith.names.declared import Declared
from talesmith.names.scope import Home
from talesmith.names.types import CARD_OF_KIND
from talesmith.names.vocabulary import Parameter, Signature, Vocabulary
from talesmith.ruleset.parts import Hook, Item, Ruleset, Stack
from talesmith.syntax import tree


def revived(ruleset: Ruleset) -> Vocabulary:
    """Give the words of a ruleset without the texts they were declared in."""
    vocabulary = Vocabulary()
    vocabulary.packages.update(name for name, _ in ruleset.packages)
    vocabulary.packages.update(card.id.partition(".")[0] for card in ruleset.cards)
    vocabulary.keys = {key.name: key.values for key in ruleset.keys}
    vocabulary.properties = dict(ruleset.properties)
    for name, words in ruleset.words:
        vocabulary.words[name] = {word.id: _thing("word", word.id) for word in words}
    for card in ruleset.cards:
        _keep(vocabulary, _thing(card.kind, card.id))
    _keep_pieces(vocabulary, ruleset)
    for hook in ruleset.hooks:
        _keep_hook(vocabulary, hook)
    for state in ruleset.states:
        home = Home(state.id.partition(".")[0], state.card, _kind(ruleset, state.card))
        name = state.id.rpartition(".")[2]
        declared = Declared("state", name, home, NOWHERE, None)
        known = vocabulary.states.setdefault(f"{state.holder}.{name}", [])
        known.append((declared, state.type))
    return vocabulary


def _kind(ruleset: Ruleset, card: str) -> str:
    kinds = {one.id: one.kind for one in ruleset.cards}
    return kinds.get(card, "race")


def _thing(kind: str, full: str, node: object = None) -> Declared:
    package, _, name = full.partition(".")
    card, _, short = name.rpartition(".")
    home = Home(package, f"{package}.{card or name}", "rules" if kind not in CARD_OF_KIND else kind)
    if kind in ("item", "way") and card:
        home = Home(package, f"{package}.{card}", "power")
    return Declared(kind, short, home, NOWHERE, node)


def _keep(vocabulary: Vocabulary, declared: Declared) -> None:
    named = vocabulary.things.setdefault(declared.kind, {})
    named.setdefault(declared.name, []).append(declared)


def _keep_pieces(vocabulary: Vocabulary, ruleset: Ruleset) -> None:
    for marker in ruleset.markers:
        _keep(vocabulary, _thing("marker", marker.id))
    for unit in ruleset.units:
        _keep(vocabulary, _thing("unit", unit.id))
    for native in ruleset.natives:
        _keep(vocabulary, _thing("natives", native.id))
    for way in ruleset.ways:
        _keep(vocabulary, _thing("way", way.id))
    for item in ruleset.items:
        _keep(vocabulary, _thing("item", item.id, _item(item)))
    for stack in ruleset.stacks:
        _keep(vocabulary, _thing("stack", f"rules.{stack.name}", _stack(stack)))


def _item(item: Item) -> tree.Item:
    word = tree.Word(item.id.rpartition(".")[2])
    return tree.Item(word, None, (), tree.Word(item.bearer), (), ())


def _stack(stack: Stack) -> tree.Stack:
    bearer = tree.Word("race") if stack.on_race else None
    pile = tree.Pile(tree.Word(stack.thing), None)
    return tree.Stack(tree.Word(stack.name), (pile,), bearer, stack.hidden)


def _keep_hook(vocabulary: Vocabulary, hook: Hook) -> None:
    parameters = tuple(Parameter(p.name, p.type, p.default is not None) for p in hook.params)
    home = Home(hook.package, f"{hook.package}.rules", "rules")
    signature = Signature(
        hook.name, hook.kind, home, parameters, hook.type, hook.roles, NOWHERE, None
    )
    _keep(vocabulary, Declared(hook.kind, hook.name, home, NOWHERE, None))
    vocabulary.hooks[hook.name] = signature
    if hook.kind == "permission":
        names = vocabulary.parts.setdefault(hook.name, set())
        names.update(line[2] for line in hook.body if line[0] == "forbid")
    if hook.kind == "action":
        vocabulary.hooks[f"after_{hook.name}"] = after_action(signature)
