-- A backup whose process died begins again: how often it was begun. And since when the office knows that a newer one is overdue.
ALTER TABLE backups
  ADD COLUMN tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  ADD COLUMN late_told_at timestamptz;
