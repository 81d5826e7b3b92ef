-- Push messages that wait to be sent. Sent, refused and expired ones are removed.
CREATE TABLE push_messages (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Changes of one kind and user are gathered in one message.
  kind       text NOT NULL,
  lines      jsonb NOT NULL,
  message    jsonb NOT NULL,
  urgency    text NOT NULL,
  state      text NOT NULL DEFAULT 'queued',
  attempts   integer NOT NULL DEFAULT 0,
  due_at     timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT push_messages_state_check CHECK (state IN ('queued', 'sending')),
  CONSTRAINT push_messages_urgency_check CHECK (urgency IN ('very-low', 'low', 'normal', 'high')),
  CONSTRAINT push_messages_lines_check CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) > 0),
  CONSTRAINT push_messages_expires_check CHECK (expires_at > created_at)
);
CREATE INDEX ON push_messages (user_id, kind);
CREATE INDEX ON push_messages (due_at);

-- Wakes the senders, also of other processes.
CREATE FUNCTION notify_push_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'push.queued');
  RETURN NULL;
END $$;
CREATE TRIGGER notify_push_message AFTER INSERT ON push_messages
  FOR EACH STATEMENT EXECUTE FUNCTION notify_push_message();
