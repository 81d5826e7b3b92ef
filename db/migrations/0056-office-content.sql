-- What public pages tell is written in the office: each entry has an id, a version, a place in the order, and is published or not.
ALTER TABLE service_pages ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE service_faqs DROP CONSTRAINT service_faqs_pkey;
ALTER TABLE service_faqs
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  -- Those that were there were shown.
  ADD COLUMN published boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE service_faqs ALTER COLUMN published SET DEFAULT false;
CREATE INDEX service_faqs_of_service ON service_faqs (service_id, position);

ALTER TABLE testimonials ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Finished work is shown by a drawing, or by a photo before and one after. Photos of a customer's home need the customer's consent.
ALTER TABLE portfolio_items
  ALTER COLUMN drawing DROP NOT NULL,
  ADD COLUMN before_id uuid REFERENCES files (id),
  ADD COLUMN after_id uuid REFERENCES files (id),
  ADD COLUMN booking_id uuid REFERENCES bookings (id),
  -- How the customer agreed.
  ADD COLUMN consent text CHECK (length(consent) BETWEEN 1 AND 200),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT portfolio_items_shown CHECK (drawing IS NOT NULL OR (before_id IS NOT NULL AND after_id IS NOT NULL)),
  ADD CONSTRAINT portfolio_items_consent CHECK (booking_id IS NULL OR consent IS NOT NULL);
CREATE INDEX portfolio_items_of_booking ON portfolio_items (booking_id) WHERE booking_id IS NOT NULL;

-- Licence, insurance, certificates: shown with what they are worth until they end.
CREATE TABLE company_papers (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind       text NOT NULL CHECK (kind IN ('licence', 'insurance', 'iso', 'other')),
  title      text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  issuer     text NOT NULL DEFAULT '' CHECK (length(issuer) <= 80),
  number     text NOT NULL DEFAULT '' CHECK (length(number) <= 60),
  -- The last day on which it counts; none: it does not end.
  expires_on date,
  file_id    uuid REFERENCES files (id),
  position   integer NOT NULL,
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1
);
SELECT watch_content('company_papers');
