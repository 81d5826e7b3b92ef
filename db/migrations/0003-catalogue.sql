-- What is offered, and at what price.

CREATE TABLE services (
  id            text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  summary       text NOT NULL,
  icon          text NOT NULL,
  page          boolean NOT NULL DEFAULT true,
  duration_min  integer NOT NULL CHECK (duration_min BETWEEN 15 AND 720),
  buffer_min    integer NOT NULL DEFAULT 0 CHECK (buffer_min BETWEEN 0 AND 240),
  outdoor       boolean NOT NULL DEFAULT false,
  -- An emergency has no slot: it starts a clock instead (product.md, "Emergency").
  emergency     boolean NOT NULL DEFAULT false,
  position      integer NOT NULL,
  active        boolean NOT NULL DEFAULT true
);
CREATE INDEX services_in_order ON services (position, id);

-- Prices are never changed in place: a new row takes effect, the past is kept.
CREATE TABLE prices (
  id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id          text NOT NULL REFERENCES services (id),
  item                text NOT NULL,
  name                text NOT NULL,
  mode                text NOT NULL CHECK (mode IN ('fixed', 'hourly', 'survey')),
  unit                text NOT NULL,
  -- AED including VAT, in fils. First hour for hourly work; further hours cost next_fils.
  price_fils          bigint CHECK (price_fils >= 0),
  next_fils           bigint CHECK (next_fils >= 0),
  emergency_uplift    integer NOT NULL DEFAULT 0 CHECK (emergency_uplift BETWEEN 0 AND 500),
  out_of_hours_uplift integer NOT NULL DEFAULT 0 CHECK (out_of_hours_uplift BETWEEN 0 AND 500),
  lead                boolean NOT NULL DEFAULT false,
  position            integer NOT NULL DEFAULT 0,
  effective_from      date NOT NULL,
  CHECK ((mode = 'survey') = (price_fils IS NULL)),
  UNIQUE (service_id, item, effective_from)
);

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
