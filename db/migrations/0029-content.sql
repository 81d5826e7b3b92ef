-- Texts and pictures of public pages, edited in the office. Prices come from the price book and are never written here.

-- Page of a service, created and removed with it.
CREATE TABLE service_pages (
  service_id   text PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  -- Heading in the list of all services.
  category     text NOT NULL CHECK (category IN ('systems', 'finishes', 'upkeep', 'emergency')),
  headline     text NOT NULL CHECK (length(headline) BETWEEN 1 AND 80),
  introduction text NOT NULL CHECK (length(introduction) BETWEEN 1 AND 400),
  -- For search results.
  description  text NOT NULL CHECK (length(description) BETWEEN 50 AND 170),
  -- "60 to 90 minutes a unit"
  duration     text NOT NULL CHECK (length(duration) BETWEEN 1 AND 80),
  warranty     text NOT NULL CHECK (length(warranty) BETWEEN 1 AND 80),
  included     text[] NOT NULL CHECK (cardinality(included) BETWEEN 1 AND 12 AND NOT '' = ANY (included)),
  not_included text[] NOT NULL DEFAULT '{}' CHECK (cardinality(not_included) <= 12 AND NOT '' = ANY (not_included)),
  -- Package that includes such work.
  package_id   text REFERENCES packages (id),
  version      integer NOT NULL DEFAULT 1
);
CREATE INDEX ON service_pages (package_id) WHERE package_id IS NOT NULL;

-- Typical jobs: a quantity of an item of the price book.
CREATE TABLE service_jobs (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  price_item text NOT NULL,
  -- In the unit of the item.
  quantity   integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100),
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1
);
CREATE INDEX ON service_jobs (service_id, position);

CREATE TABLE service_steps (
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
  body       text NOT NULL CHECK (length(body) BETWEEN 1 AND 300),
  PRIMARY KEY (service_id, position)
);

CREATE TABLE service_faqs (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id text NOT NULL REFERENCES service_pages (service_id) ON DELETE CASCADE,
  position   integer NOT NULL,
  question   text NOT NULL CHECK (length(question) BETWEEN 1 AND 160),
  answer     text NOT NULL CHECK (length(answer) BETWEEN 1 AND 800),
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1
);
CREATE INDEX ON service_faqs (service_id, position);

CREATE TABLE testimonials (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  quote       text NOT NULL CHECK (length(quote) BETWEEN 1 AND 400),
  client_name text NOT NULL CHECK (length(client_name) BETWEEN 1 AND 60),
  role        text NOT NULL CHECK (length(role) BETWEEN 1 AND 80),
  -- Null: initials are shown instead.
  photo_id    uuid REFERENCES files (id),
  position    integer NOT NULL,
  published   boolean NOT NULL DEFAULT false,
  version     integer NOT NULL DEFAULT 1
);
CREATE INDEX ON testimonials (photo_id) WHERE photo_id IS NOT NULL;

-- Finished work, shown by a drawing or by photos before and after.
CREATE TABLE portfolio_items (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id     text NOT NULL REFERENCES services (id),
  title          text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  area           text NOT NULL CHECK (length(area) BETWEEN 1 AND 50),
  summary        text NOT NULL CHECK (length(summary) BETWEEN 1 AND 400),
  duration       text NOT NULL CHECK (length(duration) BETWEEN 1 AND 40),
  -- Name of a drawn scene.
  drawing        text CHECK (drawing ~ '^[a-z-]+$'),
  before_file_id uuid REFERENCES files (id),
  after_file_id  uuid REFERENCES files (id),
  booking_id     uuid REFERENCES bookings (id),
  -- How the customer agreed to photos of the home.
  consent        text CHECK (length(consent) BETWEEN 1 AND 200),
  position       integer NOT NULL,
  published      boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  CONSTRAINT portfolio_items_picture_check
    CHECK (drawing IS NOT NULL OR (before_file_id IS NOT NULL AND after_file_id IS NOT NULL)),
  CONSTRAINT portfolio_items_consent_required_check CHECK (booking_id IS NULL OR consent IS NOT NULL)
);
CREATE INDEX ON portfolio_items (service_id);
CREATE INDEX ON portfolio_items (before_file_id) WHERE before_file_id IS NOT NULL;
CREATE INDEX ON portfolio_items (after_file_id) WHERE after_file_id IS NOT NULL;
CREATE INDEX ON portfolio_items (booking_id) WHERE booking_id IS NOT NULL;

-- Licence, insurance and certificates of the company, shown until they expire.
CREATE TABLE company_certificates (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind       text NOT NULL CHECK (kind IN ('licence', 'insurance', 'iso', 'other')),
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  issuer     text NOT NULL DEFAULT '' CHECK (length(issuer) <= 80),
  number     text NOT NULL DEFAULT '' CHECK (length(number) <= 60),
  -- Last day of validity. Null: unlimited.
  expires_on date,
  file_id    uuid REFERENCES files (id),
  position   integer NOT NULL,
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1
);
CREATE INDEX ON company_certificates (file_id) WHERE file_id IS NOT NULL;

-- Warnings sent to the office before a document expires, so that each is sent once.
CREATE TABLE company_certificate_warnings (
  certificate_id uuid NOT NULL REFERENCES company_certificates (id) ON DELETE CASCADE,
  -- Dubai day.
  expires_on     date NOT NULL,
  -- Days before the expiry.
  days_before    integer NOT NULL CHECK (days_before IN (7, 30)),
  PRIMARY KEY (certificate_id, expires_on, days_before)
);

SELECT watch_content('service_pages');
SELECT watch_content('service_jobs');
SELECT watch_content('service_steps');
SELECT watch_content('service_faqs');
SELECT watch_content('testimonials');
SELECT watch_content('portfolio_items');
SELECT watch_content('company_certificates');
