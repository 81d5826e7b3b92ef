-- Public pages tell on which holidays the office is closed.
SELECT watch_content('public_holidays');
