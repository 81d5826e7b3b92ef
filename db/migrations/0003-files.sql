-- Uploaded files. The file store (DATA_DIR/files or S3) keeps the immutable content under the row's id.
CREATE TABLE files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind         text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- Record that the file belongs to. Null: an unclaimed upload, removed after a day.
  owner_id     uuid,
  -- Visible without signing in, for pictures on public pages. Otherwise visible to the office only.
  public       boolean NOT NULL DEFAULT false,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL CHECK (size_bytes > 0),
  sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at   timestamptz NOT NULL
);
CREATE INDEX ON files (owner_id, created_at) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unclaimed_idx ON files (created_at) WHERE owner_id IS NULL;
