-- Open pages are told which record something happened to, so that what shows another one is not asked for again: type, whose it is (`-`:
-- everybody's of the office), id.
CREATE OR REPLACE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', NEW.type || ' - ' || coalesce(NEW.subject_id, ''));
  -- What a booking's warranty visit is told of, whoever looks at the first one sees, too.
  IF NEW.subject_type = 'booking' THEN
    PERFORM pg_notify('events', NEW.type || ' - ' || revisit_of) FROM bookings WHERE id = NEW.subject_id::uuid AND revisit_of IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;
