"""The language server: what an editor shows and offers while a person writes.

Almost everything is a function from a workspace, a text and a place to an answer, in columns of
our own; `server` alone knows the protocol and its library, and `wire` translates into its types.
"""
