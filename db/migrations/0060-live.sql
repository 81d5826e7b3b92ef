-- Live updates wait in a table until one process announces them in batches. NOTIFY in each transaction would make
-- all commits wait for one lock of the database cluster (docs/decisions/0103-live-notices.md).

-- Not logged: after a crash of the server every listener reconnects and refetches everything anyway.
CREATE UNLOGGED TABLE live_notices (
  id      bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- Event type, owner or '-', and record id, separated by spaces.
  payload text NOT NULL,
  CONSTRAINT live_notices_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION notify_background_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('background-job.' || NEW.state);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) VALUES (NEW.type || ' - ' || coalesce(NEW.subject_id, ''));
  -- The page of the original booking shows its warranty bookings.
  IF NEW.subject_type = 'booking' THEN
    INSERT INTO live_notices (payload)
      SELECT NEW.type || ' - ' || warranty_of_id FROM bookings WHERE id = NEW.subject_id::uuid AND warranty_of_id IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_mail_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('mail.' || NEW.state);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_paged_technicians() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || user_id
    FROM on_call_pages JOIN technicians ON technicians.id = technician_id
    WHERE booking_id = NEW.booking_id AND user_id IS NOT NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_record_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid;
BEGIN
  owner_id := CASE NEW.subject_type
    WHEN 'booking' THEN (SELECT user_id FROM bookings WHERE id = NEW.subject_id::uuid)
    WHEN 'contract' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM contracts WHERE id = NEW.subject_id::uuid))
    WHEN 'quote' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM quotes WHERE id = NEW.subject_id::uuid))
    WHEN 'invoice' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM invoices WHERE id = NEW.subject_id::uuid))
    WHEN 'payment' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM payments WHERE id = NEW.subject_id::uuid))
  END;
  IF owner_id IS NOT NULL THEN
    INSERT INTO live_notices (payload) VALUES (NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_technicians_of_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM bookings
    JOIN visits ON visits.booking_id = bookings.id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.property_id = NEW.property_id AND (NEW.booking_id IS NULL OR bookings.id = NEW.booking_id)
      AND visits.live AND visits.starts_at BETWEEN now() - interval '1 day' AND now() + interval '3 days'
      AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_technicians_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM visits JOIN technicians ON technicians.id = visits.technician_id
    WHERE visits.booking_id = NEW.id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_technicians_of_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM visits
    JOIN bookings ON bookings.id = visits.booking_id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.customer_id = NEW.customer_id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION notify_technicians_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || user_id FROM technicians
    WHERE user_id IS NOT NULL
      AND (id = NEW.technician_id OR (TG_OP = 'UPDATE' AND id = OLD.technician_id));
  RETURN NEW;
END $$;
