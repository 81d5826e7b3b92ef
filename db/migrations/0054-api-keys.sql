-- Keys by which other programs make calls as the person who made them (docs/decisions/0030-keys-and-webhooks.md).
CREATE TABLE api_keys (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- SHA-256 of the key, which nobody has but its holder.
  hash         bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- Its last characters, by which people tell keys apart.
  ending       text NOT NULL CHECK (length(ending) = 4),
  permissions  text[] NOT NULL CHECK (cardinality(permissions) > 0),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  -- Calls in the minute of the last one.
  calls        integer NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_of_user ON api_keys (user_id);

-- A key is gone with its account, also when that is let in again.
CREATE FUNCTION revoke_keys_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_lose_keys AFTER UPDATE OF banned ON users FOR EACH ROW
  WHEN (NEW.banned AND NOT OLD.banned) EXECUTE FUNCTION revoke_keys_of_disabled();

-- By which key somebody acted; null: signed in.
ALTER TABLE trail ADD COLUMN api_key_id uuid;
