"""The numbers of a period on the admin's front page. Each is a sum over rows that a page below lists."""
