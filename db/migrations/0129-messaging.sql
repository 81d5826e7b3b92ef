-- Outgoing messages by SMS, WhatsApp and web push (docs/decisions/0117-message-channels.md). Emails have their own queue.

-- A row is one step of a chain and its own job: a worker leases it, sends it outside any transaction and records the outcome.
CREATE TABLE messages (
  id            uuid PRIMARY KEY,
  kind          text NOT NULL,
  trail_id      bigint REFERENCES trail (id),
  channel       text NOT NULL CHECK (channel IN ('push', 'sms', 'whatsapp')),
  -- Phone number in E.164 format; user id for push.
  recipient     text NOT NULL,
  content       jsonb NOT NULL,
  -- Steps that follow if this one fails or is not delivered by its deadline.
  next_steps    jsonb NOT NULL DEFAULT '[]',
  -- unknown: the provider did not answer by the deadline, so the message may have arrived.
  state         text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'withdrawn')),
  -- Queued: earliest time of the next attempt. Sending: end of the lease.
  due_at        timestamptz DEFAULT now(),
  -- Null once the step can no longer be late.
  deadline_at   timestamptz,
  attempts      integer NOT NULL DEFAULT 0,
  -- Start of the latest request to the provider whose outcome is not known yet.
  submitted_at  timestamptz,
  provider      text,
  -- Identifier of the message at the provider.
  provider_id   text,
  -- Price in millionths of the currency, which the provider names.
  cost_micros   bigint CHECK (cost_micros >= 0),
  cost_currency text,
  last_error    text,
  traceparent   text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  sent_at       timestamptz,
  delivered_at  timestamptz,
  read_at       timestamptz,
  failed_at     timestamptz,
  CONSTRAINT messages_due_at_state_check CHECK ((state IN ('queued', 'sending')) = (due_at IS NOT NULL)),
  CONSTRAINT messages_deadline_state_check CHECK (deadline_at IS NULL OR state IN ('queued', 'sending', 'sent')),
  CONSTRAINT messages_provider_check CHECK (provider_id IS NULL OR provider IS NOT NULL),
  CONSTRAINT messages_cost_check CHECK ((cost_micros IS NULL) = (cost_currency IS NULL)),
  UNIQUE (trail_id, kind, recipient, channel)
);
CREATE INDEX ON messages (due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON messages (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE UNIQUE INDEX ON messages (provider, provider_id);
CREATE INDEX ON messages (recipient, channel);
CREATE INDEX ON messages (created_at DESC, id DESC);

-- Wakes the worker, and the pages that list messages beside emails.
CREATE TRIGGER notify_message_state AFTER INSERT OR UPDATE OF state ON messages FOR EACH ROW
  WHEN (NEW.state <> 'sending') EXECUTE FUNCTION notify_mail_state();

-- Links act as the customer. A copy of the database must not open their records.
CREATE FUNCTION remove_message_link_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content := without_link_keys(NEW.content::text)::jsonb;
  RETURN NEW;
END $$;
CREATE TRIGGER remove_message_link_keys BEFORE INSERT OR UPDATE ON messages FOR EACH ROW
  WHEN (NEW.due_at IS NULL AND NEW.next_steps = '[]') EXECUTE FUNCTION remove_message_link_keys();

-- Addresses whose owner asked for no further messages on a channel.
CREATE TABLE message_opt_outs (
  channel      text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
  recipient    text NOT NULL,
  opted_out_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (channel, recipient)
);
