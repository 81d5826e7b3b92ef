-- What people upload. The bytes are in the file store (DATA_DIR/files or S3) under the row's id, never changed.

CREATE TABLE files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind         text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- The record that it belongs to. None: an upload that nothing was made of yet; it is removed after a day.
  owner_id     uuid,
  -- Whether everybody may see it, as the pictures on public pages; otherwise the office.
  public       boolean NOT NULL DEFAULT false,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL CHECK (size_bytes > 0),
  sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at   timestamptz NOT NULL
);
CREATE INDEX files_of_owner ON files (owner_id, created_at) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unclaimed ON files (created_at) WHERE owner_id IS NULL;

ALTER TABLE testimonials ADD CONSTRAINT testimonials_photo FOREIGN KEY (photo_id) REFERENCES files (id);
