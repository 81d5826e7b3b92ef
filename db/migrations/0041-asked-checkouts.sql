-- A page of the card provider is written down before it is asked for: what dies in between is found again, by the same id.
-- asked: its answer is not here yet, and `wish` is what was asked for.
ALTER TABLE checkouts
  DROP CONSTRAINT checkouts_state_check,
  ALTER COLUMN session DROP NOT NULL,
  ALTER COLUMN url DROP NOT NULL,
  ADD COLUMN wish jsonb,
  ADD CONSTRAINT checkouts_state_check CHECK (state IN ('asked', 'open', 'paid', 'expired')),
  ADD CONSTRAINT checkouts_asked_by_a_wish CHECK ((state = 'asked') = (wish IS NOT NULL)),
  ADD CONSTRAINT checkouts_answered CHECK (state IN ('asked', 'expired') OR session IS NOT NULL);

-- One at a time, by the database itself.
UPDATE checkouts SET state = 'expired' WHERE state = 'open' AND EXISTS (SELECT FROM checkouts AS later
  WHERE later.state = 'open' AND (later.created_at, later.id) > (checkouts.created_at, checkouts.id)
    AND (later.invoice_id = checkouts.invoice_id OR later.quote_id = checkouts.quote_id));
CREATE UNIQUE INDEX checkouts_one_of_invoice ON checkouts (invoice_id) WHERE state IN ('asked', 'open');
CREATE UNIQUE INDEX checkouts_one_of_quote ON checkouts (quote_id) WHERE state IN ('asked', 'open');
DROP INDEX checkouts_open;
CREATE INDEX checkouts_live ON checkouts (expires_at) WHERE state IN ('asked', 'open');
