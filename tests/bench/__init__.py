"""`make bench`: what the project costs, each figure as a ratio to a peer or a floor measured in the same run.

Nothing here is collected as a test, since no test may depend on how fast a machine happens to be.
"""
