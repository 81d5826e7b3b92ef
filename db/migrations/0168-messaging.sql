-- Services that refuse our account, for instance without balance; a row until the next text is accepted.
CREATE TABLE channel_failures (
  channel   text PRIMARY KEY,
  reason    text NOT NULL,
  failed_at timestamptz NOT NULL,
  CONSTRAINT channel_failures_channel_check CHECK (channel IN ('sms', 'whatsapp'))
);
