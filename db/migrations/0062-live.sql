-- Without a sequence: on a promoted standby the sequence of an unlogged table cannot be read ("bad magic number").
ALTER TABLE live_notices
  DROP COLUMN id,
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD CONSTRAINT live_notices_pkey PRIMARY KEY (id);
