-- What belongs to an account beside the sign-in itself: its profile and mailed links.

CREATE TABLE profiles (
  user_id              uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- As the person wrote it: not confirmed, so nobody is recognised by it.
  phone                text CHECK (phone ~ '^\+971[0-9]{9}$'),
  language             text NOT NULL DEFAULT 'en' CHECK (language IN ('en')),
  -- News and offers, apart from messages about a booking, which need no consent: whether they are wanted, and since when.
  marketing            boolean NOT NULL DEFAULT false,
  marketing_changed_at timestamptz,
  CHECK (marketing_changed_at IS NOT NULL OR NOT marketing)
);

-- What a mailed link may do, once and not for long. An invitation lets somebody of the company choose a first password. The
-- link carries the id and a key derived from the product's secret, so that nobody who reads this table can make one.
CREATE TABLE account_links (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose        text NOT NULL CHECK (purpose IN ('confirm-email', 'reset-password', 'change-email', 'invitation')),
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Where it is sent; of a change, the address before it too.
  email          text NOT NULL CHECK (email = lower(email)),
  previous_email text,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz
);
CREATE INDEX account_links_of_user ON account_links (user_id, purpose);
CREATE INDEX account_links_expiry ON account_links (expires_at);
