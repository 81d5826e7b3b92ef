-- What the public pages tell beside the catalogue and the price book; contracts asked for; messages to the office.

-- When the office is open; a day without a row is closed. The emergency line knows no hours.
CREATE TABLE opening_hours (
  weekday   integer PRIMARY KEY CHECK (weekday BETWEEN 1 AND 7),
  opens_at  time NOT NULL,
  closes_at time NOT NULL,
  CHECK (opens_at < closes_at)
);

-- AMC packages on sale (product.md, "AMC packages"). Null counts have no limit.
CREATE TABLE packages (
  id                   text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  summary              text NOT NULL,
  ac_visits            integer NOT NULL CHECK (ac_visits BETWEEN 0 AND 12),
  checks               integer NOT NULL CHECK (checks BETWEEN 0 AND 12),
  call_outs            integer CHECK (call_outs >= 0),
  call_out_hours       integer NOT NULL CHECK (call_out_hours BETWEEN 1 AND 8),
  handyman_hours       integer NOT NULL CHECK (handyman_hours >= 0),
  emergency_fee        boolean NOT NULL,
  parts_discount       integer NOT NULL DEFAULT 0 CHECK (parts_discount BETWEEN 0 AND 100),
  -- Up to this price (AED incl. VAT, in fils) a part costs nothing.
  parts_included_fils  bigint CHECK (parts_included_fils > 0),
  recommended          boolean NOT NULL DEFAULT false,
  position             integer NOT NULL,
  active               boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX packages_one_recommended ON packages (recommended) WHERE recommended;

-- Never changed in place: a new row takes effect, the past is kept.
CREATE TABLE package_prices (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  package_id     text NOT NULL REFERENCES packages (id),
  property_type  text NOT NULL CHECK (property_type IN ('apartment-1br', 'apartment-3br', 'villa-3br', 'villa-4br')),
  -- AED a year including VAT, in fils.
  price_fils     bigint NOT NULL CHECK (price_fils > 0),
  effective_from date NOT NULL,
  UNIQUE (package_id, property_type, effective_from),
  UNIQUE (id, package_id, property_type)
);

-- One package sold, or asked for, for one property. The price is the one of the day of asking.
CREATE TABLE contracts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  state         text NOT NULL CHECK (state IN ('requested', 'active', 'expired', 'cancelled')),
  package_id    text NOT NULL,
  property_type text NOT NULL,
  price_id      uuid NOT NULL,
  customer_id   uuid NOT NULL REFERENCES customers (id),
  property_id   uuid NOT NULL REFERENCES properties (id),
  user_id       uuid REFERENCES users (id) ON DELETE SET NULL,
  -- What was written on the form, kept as it was: the customer's record may change later.
  contact_name  text NOT NULL CHECK (length(contact_name) BETWEEN 2 AND 50),
  contact_email text NOT NULL CHECK (contact_email = lower(contact_email)),
  contact_phone text NOT NULL CHECK (contact_phone ~ '^\+971[0-9]{9}$'),
  address       text NOT NULL CHECK (length(address) > 0),
  message       text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  requested_at  timestamptz NOT NULL,
  -- The price is one of this package, for this kind of property.
  FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices (id, package_id, property_type)
);
CREATE INDEX contracts_newest ON contracts (requested_at DESC, id DESC);
CREATE INDEX contracts_of_customer ON contracts (customer_id, requested_at DESC);

-- What a service's page tells; a service without a row has no page.
CREATE TABLE service_pages (
  service_id   text PRIMARY KEY REFERENCES services (id),
  -- Under which heading all services are listed.
  category     text NOT NULL CHECK (category IN ('systems', 'finishes', 'upkeep', 'emergency')),
  headline     text NOT NULL CHECK (length(headline) BETWEEN 1 AND 80),
  lead         text NOT NULL CHECK (length(lead) BETWEEN 1 AND 400),
  -- For search results.
  description  text NOT NULL CHECK (length(description) BETWEEN 50 AND 170),
  -- "60 to 90 minutes a unit"
  duration     text NOT NULL CHECK (length(duration) BETWEEN 1 AND 80),
  warranty     text NOT NULL CHECK (length(warranty) BETWEEN 1 AND 80),
  included     text[] NOT NULL CHECK (cardinality(included) BETWEEN 1 AND 12 AND NOT '' = ANY (included)),
  not_included text[] NOT NULL DEFAULT '{}' CHECK (cardinality(not_included) <= 12 AND NOT '' = ANY (not_included)),
  -- The contract that covers such work.
  package_id   text REFERENCES packages (id)
);

-- Typical jobs: an item of the price book, so many times. The price is never written here.
CREATE TABLE service_jobs (
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  price_item text NOT NULL,
  -- Hours, units, homes: whatever the item counts.
  quantity   integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100),
  PRIMARY KEY (service_id, position)
);

CREATE TABLE service_steps (
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
  body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 300),
  PRIMARY KEY (service_id, position)
);

CREATE TABLE service_faqs (
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  question   text NOT NULL CHECK (length(question) BETWEEN 1 AND 160),
  answer     text NOT NULL CHECK (length(answer) BETWEEN 1 AND 800),
  PRIMARY KEY (service_id, position)
);

CREATE TABLE testimonials (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  quote       text NOT NULL CHECK (length(quote) BETWEEN 1 AND 400),
  client_name text NOT NULL CHECK (length(client_name) BETWEEN 1 AND 60),
  role        text NOT NULL CHECK (length(role) BETWEEN 1 AND 80),
  -- Without one, the initials stand on a tinted disc.
  photo_id    uuid,
  position    integer NOT NULL,
  published   boolean NOT NULL DEFAULT false
);

CREATE TABLE portfolio_items (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id text NOT NULL REFERENCES services (id),
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  area       text NOT NULL CHECK (length(area) BETWEEN 1 AND 50),
  summary    text NOT NULL CHECK (length(summary) BETWEEN 1 AND 400),
  duration   text NOT NULL CHECK (length(duration) BETWEEN 1 AND 40),
  -- Which of our drawn scenes shows it (app/site/house/scenes.ts), before and after.
  drawing    text NOT NULL CHECK (drawing ~ '^[a-z-]+$'),
  position   integer NOT NULL,
  published  boolean NOT NULL DEFAULT false
);

CREATE TABLE contact_messages (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name    text NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
  email   text NOT NULL CHECK (email = lower(email)),
  phone   text CHECK (phone ~ '^\+971[0-9]{9}$'),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX contact_messages_newest ON contact_messages (sent_at DESC, id DESC);

SELECT watch_content('opening_hours');
SELECT watch_content('packages');
SELECT watch_content('package_prices');
SELECT watch_content('service_pages');
SELECT watch_content('service_jobs');
SELECT watch_content('service_steps');
SELECT watch_content('service_faqs');
SELECT watch_content('testimonials');
SELECT watch_content('portfolio_items');
