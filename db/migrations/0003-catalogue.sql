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

-- Who the business is: one row, edited by an admin, named by no code.
CREATE TABLE business (
  id              boolean PRIMARY KEY DEFAULT true CHECK (id),
  name            text NOT NULL,
  name_arabic     text NOT NULL,
  tagline         text NOT NULL,
  phone           text NOT NULL CHECK (phone ~ '^\+971[0-9]{8,9}$'),
  emergency_phone text NOT NULL CHECK (emergency_phone ~ '^\+971[0-9]{8,9}$'),
  whatsapp        text NOT NULL CHECK (whatsapp ~ '^\+971[0-9]{8,9}$'),
  email           text NOT NULL,
  office_email    text NOT NULL,
  address         text NOT NULL,
  service_area    text NOT NULL,
  trn             text CHECK (trn ~ '^1[0-9]{14}$'),
  instagram       text
);

-- When the office is open; a day without a row is closed. The emergency line knows no hours.
CREATE TABLE opening_hours (
  weekday   integer PRIMARY KEY CHECK (weekday BETWEEN 1 AND 7),
  opens_at  time NOT NULL,
  closes_at time NOT NULL,
  CHECK (opens_at < closes_at)
);

SELECT watch_content('services');
SELECT watch_content('business');
SELECT watch_content('opening_hours');
