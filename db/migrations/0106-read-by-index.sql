-- What a page reads comes from an index alone, however many rows there are beside (docs/performance.md).

-- Which quotes have a version that was not sent: few, asked of every row of the list.
CREATE INDEX quote_revisions_drafted ON quote_revisions (quote_id) WHERE sent_at IS NULL;
-- What awaits an answer, counted by state and summed.
DROP INDEX quotes_that_expire;
CREATE INDEX quotes_that_expire ON quotes (valid_until) INCLUDE (state, total_fils) WHERE state IN ('sent', 'viewed');
-- What two months have brought.
DROP INDEX invoices_by_issue;
CREATE INDEX invoices_by_issue ON invoices (issue_date DESC, id DESC) INCLUDE (kind, net_fils) WHERE issued_at IS NOT NULL;
-- The bookings of a technician, without a look at each visit.
DROP INDEX visits_of_technician;
CREATE INDEX visits_of_technician ON visits (technician_id, starts_at) INCLUDE (booking_id, live);
-- How long somebody is booked on each day of a month.
DROP INDEX visits_by_start;
CREATE INDEX visits_by_start ON visits (starts_at) INCLUDE (technician_id, booking_id, state, ends_at) WHERE live;
-- Times that are held for bookings: few, however many visits there were.
CREATE INDEX visits_held ON visits (booking_id) WHERE state = 'held';
