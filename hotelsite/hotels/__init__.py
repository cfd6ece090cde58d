"""Catalogue, criteria, nightly pricing, search and bookings: no model of any kind, no graph."""
