-- Outgoing mail.

-- Unique by entry of the trail, kind and recipient: a repeated reaction queues no second mail. The row is its own job: a worker
-- leases it, sends it outside any transaction and records the result.
CREATE TABLE mails (
  id                   uuid PRIMARY KEY,
  kind                 text NOT NULL,
  trail_id             bigint REFERENCES trail (id),
  recipient            text NOT NULL,
  reply_to             text,
  sender_name          text NOT NULL,
  subject              text NOT NULL CHECK (subject !~ '[[:cntrl:]]'),
  html                 text NOT NULL,
  plain                text NOT NULL,
  attachments          jsonb NOT NULL DEFAULT '[]',
  -- Unsubscribe address of a regular mail (RFC 2369, List-Unsubscribe).
  unsubscribe_url      text,
  -- Contains a sign-in link. The text is erased once the mail is sent or has failed.
  secret               boolean NOT NULL DEFAULT false,
  -- Last mail to a deleted account. Address and text are erased once it is sent or has failed.
  is_final             boolean NOT NULL DEFAULT false,
  state                text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  -- Queued: earliest time of the next attempt. Sending: end of the lease, after which another worker may take the mail.
  due_at               timestamptz DEFAULT now(),
  -- Attempts since the office last queued the mail.
  attempts             integer NOT NULL DEFAULT 0,
  -- Start of the SMTP DATA phase of the current attempt: the server may have the mail, although it has not answered.
  smtp_data_started_at timestamptz,
  -- Attempts that ended without an answer after DATA.
  unanswered_attempts  integer NOT NULL DEFAULT 0,
  last_error           text,
  -- W3C trace context of the reaction; null without tracing.
  traceparent          text,
  created_at           timestamptz NOT NULL DEFAULT now(),
  sent_at              timestamptz,
  CONSTRAINT mails_sent_at_state_check CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT mails_due_at_state_check CHECK ((state IN ('queued', 'sending')) = (due_at IS NOT NULL)),
  CONSTRAINT mails_smtp_data_state_check CHECK (smtp_data_started_at IS NULL OR state = 'sending'),
  UNIQUE (trail_id, kind, recipient)
);
CREATE INDEX ON mails (due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON mails (created_at DESC, id DESC);
CREATE INDEX ON mails (state, created_at DESC, id DESC);
-- Search of the office's mail list.
CREATE INDEX mails_search_idx ON mails USING gin ((recipient || ' ' || subject) gin_trgm_ops);

-- Wakes the worker, and the pages that list mails.
CREATE FUNCTION notify_mail_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'mail.' || NEW.state);
  RETURN NEW;
END $$;
CREATE TRIGGER notify_mail_state AFTER INSERT OR UPDATE OF state ON mails FOR EACH ROW
  WHEN (NEW.state <> 'sending') EXECUTE FUNCTION notify_mail_state();

CREATE FUNCTION erase_final_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recipient := 'deleted-' || NEW.id || '@deleted.invalid';
  NEW.reply_to := NULL;
  NEW.subject := '-';
  NEW.html := '';
  NEW.plain := '';
  NEW.attachments := '[]';
  -- Answers of mail servers contain the address.
  NEW.last_error := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER erase_final_mail BEFORE UPDATE ON mails FOR EACH ROW
  WHEN (NEW.is_final AND NEW.state IN ('sent', 'failed')) EXECUTE FUNCTION erase_final_mail();

-- Mails whose file must be removed by a product without a mail server. The folder may hold files of other databases, so a file is
-- removed by the id of its mail only.
CREATE TABLE erased_mails (
  mail_id   uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION record_erased_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO erased_mails (mail_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER record_deleted_mail AFTER DELETE ON mails FOR EACH ROW EXECUTE FUNCTION record_erased_mail();
-- Subject '-' marks an erased mail.
CREATE TRIGGER record_erased_mail AFTER UPDATE OF subject ON mails FOR EACH ROW
  WHEN (NEW.subject = '-' AND OLD.subject <> '-') EXECUTE FUNCTION record_erased_mail();
