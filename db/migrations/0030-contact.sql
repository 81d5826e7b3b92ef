-- References may have gaps, so they come from a sequence.
CREATE SEQUENCE message_numbers;

CREATE TABLE contact_messages (
  id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- For example MS-2026-000123.
  reference text NOT NULL UNIQUE DEFAULT format_reference('MS', nextval('message_numbers'), now())
    CHECK (reference ~ '^MS-[0-9]{4}-[0-9]{6,}$'),
  name      text NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
  email     text NOT NULL CHECK (email = lower(email)),
  phone     text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  message   text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
  -- Language of the page, in which a guest is answered.
  language  text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  user_id   uuid REFERENCES users (id) ON DELETE SET NULL,
  sent_at   timestamptz NOT NULL
);
CREATE INDEX ON contact_messages (sent_at DESC, id DESC);
CREATE INDEX ON contact_messages (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_search_idx ON contact_messages USING gin ((reference || ' ' || name || ' ' || email || ' ' || coalesce(phone, ''))
  gin_trgm_ops);
