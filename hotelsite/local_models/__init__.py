"""The keyless decision provider and chat model, and the reading of messages beneath both."""
