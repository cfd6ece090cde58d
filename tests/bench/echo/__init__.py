"""The floor beneath the site: Channels alone, and Channels with one transaction of the ORM for each message."""
