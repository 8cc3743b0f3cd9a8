"""Playing: a checked ruleset bound to closures and code, and one pure step from answer to answer.

Binding, the machine and a step stand here; rooms hold what they are made of: `expressions` and
`statements` of the language, `hooks` that speak, `changes` of a position, what it is `telling`, and
`printing` of rules as Python.
"""
