-- Profiles and mailed links of accounts.

CREATE TABLE profiles (
  user_id              uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- E.164. Unconfirmed, so it must never be used to identify a person.
  phone                text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  language             text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- Consent to news and offers. Messages about a booking need none.
  marketing            boolean NOT NULL DEFAULT false,
  marketing_changed_at timestamptz,
  -- Subscribed to the weekly figures.
  weekly_summary       boolean NOT NULL DEFAULT false,
  CONSTRAINT profiles_marketing_consent_check CHECK (marketing_changed_at IS NOT NULL OR NOT marketing)
);
CREATE INDEX profiles_weekly_summary_idx ON profiles (user_id) WHERE weekly_summary;

-- Single-use links that expire. A link carries the id and a key derived from the product's secret, so that reading this table is
-- not enough to forge one.
CREATE TABLE account_links (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- An invitation lets a new employee choose the first password.
  purpose        text NOT NULL CHECK (purpose IN ('confirm-email', 'reset-password', 'change-email', 'invitation')),
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Recipient of the link.
  email          text NOT NULL CHECK (email = lower(email)),
  -- Previous email, for links that confirm a change of the email.
  previous_email text,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz
);
CREATE INDEX ON account_links (user_id, purpose);
CREATE INDEX ON account_links (expires_at);
