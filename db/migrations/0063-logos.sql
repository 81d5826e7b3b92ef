-- The logo of the business: small, and drawn into pages, mails and documents. One counts; those before it stay, as mails show them.
CREATE TABLE logos (
  id       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  picture  bytea NOT NULL CHECK (length(picture) <= 1048576),
  icon     bytea NOT NULL CHECK (length(icon) <= 1048576),
  width    integer NOT NULL CHECK (width BETWEEN 1 AND 640),
  height   integer NOT NULL CHECK (height BETWEEN 1 AND 640),
  -- The ground on which it needs a plate to be made out.
  plate    text NOT NULL CHECK (plate IN ('on-dark', 'on-light', 'never')),
  since    timestamptz NOT NULL,
  until    timestamptz
);
CREATE UNIQUE INDEX logos_current ON logos ((until IS NULL)) WHERE until IS NULL;
SELECT watch_content('logos');
