-- Emails that strangers can cause in any number: one at once, later ones of a minute together (decision 0101).

-- stream: kind of email, group and recipient.
CREATE TABLE alert_streams (
  stream       text NOT NULL,
  last_mail_at timestamptz NOT NULL,
  CONSTRAINT alert_streams_pkey PRIMARY KEY (stream)
);

CREATE TABLE pending_alerts (
  stream    text NOT NULL,
  trail_id  bigint NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pending_alerts_pkey PRIMARY KEY (stream, trail_id),
  CONSTRAINT pending_alerts_stream_fkey FOREIGN KEY (stream) REFERENCES alert_streams(stream),
  CONSTRAINT pending_alerts_trail_id_fkey FOREIGN KEY (trail_id) REFERENCES trail(id)
);
CREATE INDEX pending_alerts_trail_id_idx ON pending_alerts (trail_id);

-- Further events that an email covers, besides the one that it refers to itself.
CREATE TABLE mail_events (
  mail_id  uuid NOT NULL,
  trail_id bigint NOT NULL,
  CONSTRAINT mail_events_pkey PRIMARY KEY (mail_id, trail_id),
  CONSTRAINT mail_events_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE,
  CONSTRAINT mail_events_trail_id_fkey FOREIGN KEY (trail_id) REFERENCES trail(id)
);
CREATE INDEX mail_events_trail_id_idx ON mail_events (trail_id);
