-- transaction: none
-- Push messages that ring a paged technician's devices until the page is answered (domain.md, "Emergencies").
ALTER TABLE on_call_pages
  ADD COLUMN IF NOT EXISTS ring_started_at timestamptz,
  -- Next push message; null: not ringing.
  ADD COLUMN IF NOT EXISTS ring_due_at timestamptz,
  ADD COLUMN IF NOT EXISTS rings integer NOT NULL DEFAULT 0,
  -- First message that a push service accepted.
  ADD COLUMN IF NOT EXISTS rang_at timestamptz,
  -- No answer within the time for one technician.
  ADD COLUMN IF NOT EXISTS unanswered_at timestamptz;
ALTER TABLE on_call_pages
  DROP CONSTRAINT IF EXISTS on_call_pages_rings_check,
  DROP CONSTRAINT IF EXISTS on_call_pages_ring_started_check;
ALTER TABLE on_call_pages ADD CONSTRAINT on_call_pages_rings_check CHECK (rings >= 0) NOT VALID;
ALTER TABLE on_call_pages ADD CONSTRAINT on_call_pages_ring_started_check
  CHECK (ring_started_at IS NOT NULL OR (ring_due_at IS NULL AND rings = 0 AND rang_at IS NULL AND unanswered_at IS NULL))
  NOT VALID;
ALTER TABLE on_call_pages VALIDATE CONSTRAINT on_call_pages_rings_check;
ALTER TABLE on_call_pages VALIDATE CONSTRAINT on_call_pages_ring_started_check;
CREATE INDEX CONCURRENTLY IF NOT EXISTS on_call_pages_ring_due_at_idx ON on_call_pages (ring_due_at)
  WHERE ring_due_at IS NOT NULL;

-- Rings change nothing on the technicians' pages.
DROP TRIGGER IF EXISTS notify_paged_technicians ON on_call_pages;
CREATE TRIGGER notify_paged_technicians AFTER INSERT OR UPDATE OF declined_at, offered_at ON on_call_pages
  FOR EACH ROW EXECUTE FUNCTION notify_paged_technicians();
