-- What is offered, by whom, and when.

CREATE TABLE services (
  id            text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  summary       text NOT NULL CONSTRAINT services_summary_length CHECK (length(summary) <= 300),
  icon          text NOT NULL,
  page          boolean NOT NULL DEFAULT true,
  duration_min  integer NOT NULL CHECK (duration_min BETWEEN 15 AND 720),
  buffer_min    integer NOT NULL DEFAULT 0 CHECK (buffer_min BETWEEN 0 AND 240),
  outdoor       boolean NOT NULL DEFAULT false,
  -- An emergency has no slot: it starts a clock instead.
  emergency     boolean NOT NULL DEFAULT false,
  position      integer NOT NULL,
  active        boolean NOT NULL DEFAULT true,
  -- Raised by every change: whoever changes from an older one is told, not obeyed.
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0)
);
CREATE INDEX services_in_order ON services (position, id);

SELECT watch_content('services');
