-- One email for several events of one recipient, and addresses that accept no email.

ALTER TABLE mails
  ADD COLUMN digest text,
  ADD COLUMN sections jsonb,
  ADD CONSTRAINT mails_sections_check CHECK ((digest IS NULL) = (sections IS NULL));
CREATE INDEX mails_recipient_digest_idx ON mails (recipient, digest) WHERE digest IS NOT NULL AND state = 'queued';

CREATE TABLE undeliverable_addresses (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  email      text NOT NULL,
  reason     text NOT NULL,
  refused_at timestamptz NOT NULL,
  CONSTRAINT undeliverable_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT undeliverable_addresses_email_key UNIQUE (email),
  CONSTRAINT undeliverable_addresses_email_check CHECK (email = lower(email))
);
CREATE INDEX undeliverable_addresses_refused_at_id_idx ON undeliverable_addresses (refused_at DESC, id DESC);
