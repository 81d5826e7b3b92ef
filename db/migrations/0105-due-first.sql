-- What the office has promised next, of the bookings whose clock runs: the list of requests begins with what is due first.
-- The same as runningPromise() says (app/features/bookings/promise.ts); a test compares.
CREATE FUNCTION promise_due_at(
  state text, emergency boolean, requested_at timestamptz, responded_at timestamptz, contact_due_at timestamptz
) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route') THEN requested_at + interval '120 minutes'
    WHEN state = 'requested' AND responded_at IS NULL THEN contact_due_at
  END
$$;

CREATE INDEX bookings_by_promise ON bookings
  (promise_due_at(state, emergency, requested_at, responded_at, contact_due_at), id)
  WHERE promise_due_at(state, emergency, requested_at, responded_at, contact_due_at) IS NOT NULL;
