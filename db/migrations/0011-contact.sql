-- Messages to the office.

CREATE TABLE contact_messages (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name    text NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
  email   text NOT NULL CHECK (email = lower(email)),
  phone   text CHECK (phone ~ '^\+971[0-9]{9}$'),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX contact_messages_newest ON contact_messages (sent_at DESC, id DESC);
CREATE INDEX contact_messages_of_user ON contact_messages (user_id) WHERE user_id IS NOT NULL;
