-- A time that a guest asked for is held for so long only, unless somebody confirms it: the guest by the mailed link, or the
-- office. A row is a held visit that nobody has confirmed.
CREATE TABLE unconfirmed_holds (
  visit_id uuid PRIMARY KEY REFERENCES visits (id),
  -- Who asked for it, as it is counted: the client's network, and the mailbox without its tags.
  network  text NOT NULL,
  mailbox  text NOT NULL,
  ends_at  timestamptz NOT NULL
);
CREATE INDEX unconfirmed_holds_of_network ON unconfirmed_holds (network);
CREATE INDEX unconfirmed_holds_of_mailbox ON unconfirmed_holds (mailbox);
CREATE INDEX unconfirmed_holds_by_end ON unconfirmed_holds (ends_at);

-- Whatever becomes of a held visit, it is no such hold any more: confirmed, called off, declined.
CREATE FUNCTION end_unconfirmed_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unconfirmed_holds WHERE visit_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER visits_no_longer_held AFTER UPDATE OF state ON visits FOR EACH ROW
  WHEN (OLD.state = 'held' AND NEW.state <> 'held') EXECUTE FUNCTION end_unconfirmed_hold();

-- Days of Dubai of which those that nobody has confirmed hold their share, so that more are only held for work.
CREATE TABLE days_held_full (
  day date PRIMARY KEY,
  at  timestamptz NOT NULL
);

ALTER TABLE bookings
  -- When somebody opened the link that was mailed: the address is theirs.
  ADD COLUMN contact_confirmed_at timestamptz,
  -- When its time was given back, as nobody had confirmed it.
  ADD COLUMN hold_ended_at timestamptz;

-- Whoever asked before this was so was promised that the office answers first.
UPDATE bookings SET contact_confirmed_at = requested_at WHERE state = 'requested' AND user_id IS NULL;
