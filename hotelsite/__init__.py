"""The Django site: a hotel-booking chat for customers and an audit admin for staff."""
