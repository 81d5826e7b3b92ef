-- Mailboxes that the worker reads by IMAP (docs/decisions/0130-office-mailbox.md).
CREATE TABLE inbound_mailboxes (
  -- user@host:port/folder
  name          text PRIMARY KEY,
  -- Numbering of the messages; null until the first connection.
  uid_validity  bigint,
  -- Messages up to this number are stored or ignored.
  last_uid      bigint NOT NULL DEFAULT 0,
  -- Messages that arrived earlier are ignored.
  not_before    timestamptz NOT NULL,
  -- Latest complete reading.
  read_at       timestamptz,
  -- Worker that reads the mailbox.
  reader_id     uuid,
  lease_ends_at timestamptz,
  failure       text,
  -- Beginning of the failure.
  failed_at     timestamptz,
  CONSTRAINT inbound_mailboxes_last_uid_check CHECK (last_uid >= 0),
  CONSTRAINT inbound_mailboxes_lease_check CHECK ((reader_id IS NULL) = (lease_ends_at IS NULL)),
  CONSTRAINT inbound_mailboxes_failure_check CHECK (failure IN ('refused', 'no-folder', 'unreachable', 'failed')),
  CONSTRAINT inbound_mailboxes_failed_at_check CHECK ((failure IS NULL) = (failed_at IS NULL))
);
