-- Whoever calls has been spoken to: to them nothing is promised. What was promised before stays.
ALTER TABLE bookings ALTER COLUMN contact_due_at DROP NOT NULL;
