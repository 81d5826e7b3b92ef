-- What the public pages tell beside the catalogue and the price book.

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
  photo_id    uuid CONSTRAINT testimonials_photo REFERENCES files (id),
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

SELECT watch_content('service_pages');
SELECT watch_content('service_jobs');
SELECT watch_content('service_steps');
SELECT watch_content('service_faqs');
SELECT watch_content('testimonials');
SELECT watch_content('portfolio_items');
