"""Everything that is shown: screens, boards, the English of a rule, the dump of a rule."""
