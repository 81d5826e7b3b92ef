-- transaction: none
-- A technician who does not answer the rings of a page is texted once (docs/domain.md, "Emergencies").
ALTER TABLE on_call_pages
  -- Trail entry of the texts (messages.trail_id); null: none.
  ADD COLUMN IF NOT EXISTS text_trail_id bigint;
ALTER TABLE on_call_pages
  DROP CONSTRAINT IF EXISTS on_call_pages_text_check,
  ADD CONSTRAINT on_call_pages_text_check CHECK (text_trail_id IS NULL OR unanswered_at IS NOT NULL) NOT VALID;
ALTER TABLE on_call_pages VALIDATE CONSTRAINT on_call_pages_text_check;

-- No text follows the answer. One that was submitted and has no known outcome is not looked up any more, because it
-- would be sent again.
CREATE OR REPLACE FUNCTION withdraw_page_texts(trail_ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The statement after the lock also sees the step that a concurrent worker has just started.
  PERFORM FROM messages WHERE trail_id = ANY (trail_ids) AND kind = 'emergency-page' ORDER BY id FOR UPDATE;
  UPDATE messages SET
      state = CASE WHEN state = 'sent' THEN 'sent' WHEN submitted_at IS NULL THEN 'withdrawn' ELSE 'unknown' END,
      due_at = NULL, deadline_at = NULL, next_steps = '[]'
    WHERE trail_id = ANY (trail_ids) AND kind = 'emergency-page' AND (due_at IS NOT NULL OR deadline_at IS NOT NULL);
END $$;

CREATE OR REPLACE FUNCTION withdraw_texts_of_answered_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_page_texts(ARRAY[NEW.text_trail_id]);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdraw_texts AFTER UPDATE OF declined_at, offered_at ON on_call_pages FOR EACH ROW
  WHEN (NEW.text_trail_id IS NOT NULL AND num_nonnulls(NEW.declined_at, NEW.offered_at) > 0)
  EXECUTE FUNCTION withdraw_texts_of_answered_page();

CREATE OR REPLACE FUNCTION withdraw_texts_of_dispatched_emergency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_page_texts(array_agg(text_trail_id)) FROM on_call_pages
    WHERE booking_id = NEW.id AND text_trail_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdraw_page_texts AFTER UPDATE OF state ON bookings FOR EACH ROW
  WHEN (NEW.emergency AND OLD.state IN ('requested', 'confirmed') AND NEW.state NOT IN ('requested', 'confirmed'))
  EXECUTE FUNCTION withdraw_texts_of_dispatched_emergency();

-- The office sees the state of the texts on the emergency.
CREATE OR REPLACE FUNCTION notify_page_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('booking.page-texted');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER notify_page_text AFTER INSERT OR UPDATE OF state ON messages FOR EACH ROW
  WHEN (NEW.kind = 'emergency-page' AND NEW.state <> 'sending') EXECUTE FUNCTION notify_page_text();
