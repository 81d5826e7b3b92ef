-- Holds of guests stay limited after the email is confirmed, until the office answers.
ALTER TABLE unconfirmed_holds RENAME TO guest_holds;
ALTER TABLE guest_holds RENAME CONSTRAINT unconfirmed_holds_pkey TO guest_holds_pkey;
ALTER TABLE guest_holds RENAME CONSTRAINT unconfirmed_holds_visit_id_fkey TO guest_holds_visit_id_fkey;
ALTER INDEX unconfirmed_holds_ends_at_idx RENAME TO guest_holds_ends_at_idx;
ALTER INDEX unconfirmed_holds_mailbox_idx RENAME TO guest_holds_mailbox_idx;
ALTER INDEX unconfirmed_holds_network_idx RENAME TO guest_holds_network_idx;

-- mail_domain: null for public providers, whose addresses belong to unrelated people.
ALTER TABLE guest_holds ADD COLUMN mail_domain text, ADD COLUMN confirmed_at timestamptz;
CREATE INDEX guest_holds_mail_domain_idx ON guest_holds (mail_domain) WHERE confirmed_at IS NOT NULL;

DROP TRIGGER delete_unconfirmed_hold ON visits;
DROP FUNCTION delete_unconfirmed_hold();
CREATE FUNCTION delete_guest_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM guest_holds WHERE visit_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER delete_guest_hold AFTER UPDATE OF state ON visits FOR EACH ROW
  WHEN (OLD.state = 'held' AND NEW.state <> 'held') EXECUTE FUNCTION delete_guest_hold();

ALTER TABLE pending_visit_notifications RENAME COLUMN unconfirmed_hold TO guest_hold;
ALTER TABLE pending_visit_notifications RENAME CONSTRAINT pending_visit_notifications_unconfirmed_hold_check
  TO pending_visit_notifications_guest_hold_check;

-- Holds that were confirmed before never expired: the office gets one more day to answer them.
INSERT INTO guest_holds (visit_id, network, mailbox, ends_at, confirmed_at)
SELECT visits.id, '', lower(contact_email), least(visits.starts_at, now() + interval '1 day'), contact_confirmed_at
FROM bookings JOIN visits ON visits.booking_id = bookings.id
WHERE bookings.state = 'requested' AND user_id IS NULL AND contact_due_at IS NOT NULL AND responded_at IS NULL
  AND contact_confirmed_at IS NOT NULL AND contact_email IS NOT NULL
  AND visits.state = 'held' AND lead_visit_id IS NULL AND visits.starts_at > now()
ON CONFLICT DO NOTHING;
