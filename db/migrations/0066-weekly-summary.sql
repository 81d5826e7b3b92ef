-- Who wants the figures of the week by mail (docs/domain.md, "Figures"), and for which weeks it was decided already: a week is told once.
ALTER TABLE profiles ADD weekly_summary boolean NOT NULL DEFAULT false;
CREATE INDEX profiles_with_summary ON profiles (user_id) WHERE weekly_summary;
CREATE TABLE weekly_summaries (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The Monday on which it is told.
  day     date NOT NULL CHECK (extract(isodow FROM day) = 1),
  PRIMARY KEY (user_id, day)
);

-- Where whoever gets a mail regularly ends it (RFC 2369, List-Unsubscribe).
ALTER TABLE mails ADD stop_url text;
