-- Accounts for signing in. better-auth reads and writes these tables, and checks at its first use that its columns exist.

CREATE TABLE users (
  id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name                text NOT NULL CHECK (length(name) <= 200),
  email               text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified      boolean NOT NULL DEFAULT false,
  image               text,
  role                text NOT NULL DEFAULT 'customer'
    CHECK (role IN ('admin', 'dispatcher', 'accountant', 'technician', 'customer')),
  banned              boolean NOT NULL DEFAULT false,
  ban_reason          text,
  ban_expires         timestamptz,
  two_factor_enabled  boolean NOT NULL DEFAULT false,
  -- An admin requires a second factor of this user, even if the role does not.
  two_factor_required boolean NOT NULL DEFAULT false,
  signed_in_at        timestamptz,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_office_idx ON users (role, id) WHERE role IN ('admin', 'dispatcher', 'accountant');
CREATE INDEX users_search_idx ON users USING gin ((name || ' ' || email) gin_trgm_ops);

CREATE TABLE sessions (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token           text NOT NULL UNIQUE,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at      timestamptz NOT NULL,
  ip_address      text,
  user_agent      text,
  impersonated_by uuid REFERENCES users (id) ON DELETE CASCADE,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sessions (user_id);
CREATE INDEX ON sessions (impersonated_by) WHERE impersonated_by IS NOT NULL;
CREATE INDEX ON sessions (expires_at);

-- Closes live streams that were opened with rights the session or user no longer has.
CREATE FUNCTION notify_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', OLD.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER notify_access_change AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_access_change();
CREATE TRIGGER notify_access_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.two_factor_enabled <> NEW.two_factor_enabled)
  EXECUTE FUNCTION notify_access_change();

-- Credentials. The password (scrypt) is in the row with provider_id 'credential'.
CREATE TABLE accounts (
  id                       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider_id              text NOT NULL,
  account_id               text NOT NULL,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id),
  CONSTRAINT accounts_credential_password_check CHECK (provider_id <> 'credential' OR password IS NOT NULL)
);
CREATE INDEX ON accounts (user_id);

-- Mailed tokens: email confirmation and password reset.
CREATE TABLE verifications (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON verifications (identifier);
CREATE INDEX ON verifications (expires_at);

CREATE TABLE two_factors (
  id                        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                   uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0 CHECK (failed_verification_count >= 0),
  locked_until              timestamptz
);
CREATE INDEX ON two_factors (user_id);
CREATE INDEX ON two_factors (secret);

-- Sign-in attempts by client address.
CREATE TABLE auth_rate_limits (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  key          text NOT NULL UNIQUE,
  count        integer NOT NULL CHECK (count >= 0),
  -- Milliseconds since 1970.
  last_request bigint NOT NULL
);
CREATE INDEX ON auth_rate_limits (last_request);
