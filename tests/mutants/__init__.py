"""Rules, guards and limits broken on purpose, one at a time: does a test notice?

    make mutants                          100 mutants, the same ones as long as their code stays
    make mutants ARGS="--number 300"      more of them
    make mutants ARGS="--only quotas"     those whose name contains a text
    make mutants ARGS="--list"            what would be broken

The lines that a test runs are known from coverage, so each mutant is tried with the tests that run
its line, the most specific ones first. A mutant that no test finds survives: write a test, or say
in ``survivors.toml`` why none can find it.
"""
