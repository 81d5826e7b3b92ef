-- Settings, logo and VAT rates of the business.

-- A row per group of settings. Schemas and defaults are in the code of the feature.
CREATE TABLE settings (
  name    text PRIMARY KEY CHECK (name ~ '^[a-z]+$'),
  value   jsonb NOT NULL CHECK (jsonb_typeof(value) = 'object'),
  -- Number of changes.
  version integer NOT NULL CHECK (version > 0)
);

-- Former logos stay, because sent mails link to them.
CREATE TABLE logos (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Picture in PNG format.
  picture     bytea NOT NULL CHECK (length(picture) <= 1048576),
  icon        bytea NOT NULL CHECK (length(icon) <= 1048576),
  -- Pixels.
  width       integer NOT NULL CHECK (width BETWEEN 1 AND 640),
  height      integer NOT NULL CHECK (height BETWEEN 1 AND 640),
  -- Background on which the logo needs a plate behind it to be legible.
  plate       text NOT NULL CHECK (plate IN ('on-dark', 'on-light', 'never')),
  valid_from  timestamptz NOT NULL,
  -- Null for the current one.
  valid_until timestamptz
);
CREATE UNIQUE INDEX logos_single_current_key ON logos ((valid_until IS NULL)) WHERE valid_until IS NULL;

-- Each rate applies from its first day. Former rates stay, because earlier documents were charged at them.
CREATE TABLE vat_rates (
  -- Dubai day.
  first_day date PRIMARY KEY,
  percent   integer NOT NULL CHECK (percent BETWEEN 0 AND 50)
);
-- Federal Decree-Law 8 of 2017, article 3: in force since VAT was introduced.
INSERT INTO vat_rates (first_day, percent) VALUES ('2018-01-01', 5);

SELECT watch_content('settings');
SELECT watch_content('logos');
SELECT watch_content('vat_rates');
