-- Weeks whose summary was sent or skipped, so that each week is summarised once.
CREATE TABLE weekly_summaries (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Monday on which the summary is sent.
  day     date NOT NULL CHECK (extract(isodow FROM day) = 1),
  PRIMARY KEY (user_id, day)
);
