-- Version of the texts of a package, compared by their form.
ALTER TABLE packages ADD COLUMN version integer NOT NULL DEFAULT 1
  CONSTRAINT packages_version_check CHECK (version > 0);
