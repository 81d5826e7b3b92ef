-- One conversation for each customer, across all channels (docs/decisions/0123-conversations.md).

-- customer_id: null for an unknown sender, until the office names the customer.
CREATE TABLE conversations (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id     uuid UNIQUE REFERENCES customers (id),
  -- Contact of an unknown sender. Customers have theirs in their record.
  name            text,
  phone           text UNIQUE,
  email           text UNIQUE,
  state           text NOT NULL DEFAULT 'open',
  snoozed_until   timestamptz,
  assignee_id     uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Received messages that the office has not opened yet.
  unread_count    integer NOT NULL DEFAULT 0,
  -- Counts replies and changes of the office, so that concurrent users notice each other.
  version         integer NOT NULL DEFAULT 1,
  last_message_at timestamptz NOT NULL,
  search_text     text NOT NULL
    GENERATED ALWAYS AS (fold_search_text(coalesce(name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))) STORED,
  CONSTRAINT conversations_state_check CHECK (state IN ('open', 'snoozed', 'closed')),
  CONSTRAINT conversations_snoozed_until_check CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL)),
  CONSTRAINT conversations_sender_check CHECK (
    CASE WHEN customer_id IS NULL THEN name IS NOT NULL AND num_nonnulls(phone, email) > 0
      ELSE num_nonnulls(name, phone, email) = 0 END),
  CONSTRAINT conversations_name_check CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT conversations_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT conversations_email_check CHECK (email = lower(email)),
  CONSTRAINT conversations_unread_count_check CHECK (unread_count >= 0),
  CONSTRAINT conversations_version_check CHECK (version > 0)
);
CREATE INDEX ON conversations (last_message_at DESC, id DESC);
CREATE INDEX ON conversations (state, last_message_at DESC, id DESC);
CREATE INDEX ON conversations (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX ON conversations USING gin (search_text gin_trgm_ops);

CREATE TABLE conversation_messages (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  conversation_id    uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  direction          text NOT NULL,
  -- Null for notes of the office.
  channel            text,
  -- Sender of a received message, recipient of a sent one: phone number in E.164 format, or email.
  address            text,
  text               text NOT NULL DEFAULT '',
  -- Latitude, longitude, name and address of a shared place.
  location           jsonb,
  -- Identifier at the provider, which repeats its notifications.
  provider           text,
  provider_id        text,
  -- Entry whose message or email the reply is; null until it is queued.
  trail_id           bigint UNIQUE,
  contact_message_id uuid UNIQUE REFERENCES contact_messages (id) ON DELETE CASCADE,
  contract_id        uuid UNIQUE REFERENCES contracts (id) ON DELETE CASCADE,
  author_id          uuid REFERENCES users (id) ON DELETE SET NULL,
  author_name        text,
  -- Time of the provider: messages may arrive in another order.
  sent_at            timestamptz NOT NULL,
  -- Order of arrival, because WhatsApp's times are seconds.
  number             bigint GENERATED ALWAYS AS IDENTITY,
  search_text        text NOT NULL GENERATED ALWAYS AS (fold_search_text(text)) STORED,
  CONSTRAINT conversation_messages_direction_check CHECK (direction IN ('received', 'sent', 'note')),
  CONSTRAINT conversation_messages_channel_check CHECK (channel IN ('whatsapp', 'sms', 'email', 'form', 'contract')),
  CONSTRAINT conversation_messages_note_check CHECK ((direction = 'note') = (channel IS NULL)),
  CONSTRAINT conversation_messages_provider_check CHECK ((provider IS NULL) = (provider_id IS NULL)),
  CONSTRAINT conversation_messages_text_check CHECK (length(text) <= 20000)
);
CREATE UNIQUE INDEX ON conversation_messages (provider, provider_id);
CREATE INDEX ON conversation_messages (conversation_id, sent_at DESC, number DESC);
CREATE INDEX ON conversation_messages (sent_at);
CREATE INDEX ON conversation_messages (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX ON conversation_messages USING gin (search_text gin_trgm_ops);

-- A file of a received message is its own job: a worker leases the row and fetches the content from the provider.
CREATE TABLE conversation_files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  message_id   uuid NOT NULL REFERENCES conversation_messages (id) ON DELETE CASCADE,
  -- Identifier of the content at the provider; null for an attachment of an email.
  media_id     text,
  content_type text NOT NULL,
  file_name    text,
  file_id      uuid UNIQUE REFERENCES files (id),
  booking_id   uuid REFERENCES bookings (id),
  -- missing: the provider did not deliver the content. unsupported: neither a picture nor a PDF.
  state        text NOT NULL DEFAULT 'waiting',
  due_at       timestamptz DEFAULT now(),
  attempts     integer NOT NULL DEFAULT 0,
  last_error   text,
  CONSTRAINT conversation_files_state_check CHECK (state IN ('waiting', 'fetching', 'stored', 'missing', 'unsupported')),
  CONSTRAINT conversation_files_due_at_check CHECK ((state IN ('waiting', 'fetching')) = (due_at IS NOT NULL)),
  CONSTRAINT conversation_files_file_id_check CHECK ((state = 'stored') = (file_id IS NOT NULL))
);
CREATE INDEX ON conversation_files (message_id);
CREATE INDEX ON conversation_files (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ON conversation_files (due_at) WHERE due_at IS NOT NULL;

-- Office users who are writing a reply.
CREATE TABLE conversation_writers (
  conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  wrote_at        timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, user_id)
);
CREATE INDEX ON conversation_writers (user_id);

-- Neither writing nor a fetched file is an event of the audit trail.
CREATE FUNCTION notify_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('inbox.' || TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER notify_inbox AFTER INSERT OR UPDATE OR DELETE ON conversation_writers
  FOR EACH STATEMENT EXECUTE FUNCTION notify_inbox();
CREATE TRIGGER notify_inbox AFTER INSERT OR UPDATE OF state ON conversation_files
  FOR EACH ROW WHEN (NEW.state <> 'fetching') EXECUTE FUNCTION notify_inbox();
