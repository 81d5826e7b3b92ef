CREATE TABLE services (
  id              text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  summary         text NOT NULL CHECK (length(summary) <= 300),
  icon            text NOT NULL,
  -- Service accounting code of electronic invoices.
  accounting_code text CHECK (accounting_code ~ '^[0-9]{4,12}$'),
  page            boolean NOT NULL DEFAULT true,
  duration_min    integer NOT NULL CHECK (duration_min BETWEEN 15 AND 720),
  -- Minutes that the technician needs between this work and the next visit.
  buffer_min      integer NOT NULL DEFAULT 0 CHECK (buffer_min BETWEEN 0 AND 240),
  -- Subject to the midday break in summer.
  outdoor         boolean NOT NULL DEFAULT false,
  -- Booked without a time slot, with a response target instead.
  emergency       boolean NOT NULL DEFAULT false,
  position        integer NOT NULL,
  active          boolean NOT NULL DEFAULT true,
  -- Optimistic lock: a change that was made from an older version is refused.
  version         integer NOT NULL DEFAULT 1 CHECK (version > 0)
);
CREATE INDEX ON services (position, id);

SELECT watch_content('services');
