-- Version of the Arabic texts of an item, compared by their form. A new price of the item continues it.
ALTER TABLE prices ADD COLUMN version integer NOT NULL DEFAULT 1
  CONSTRAINT prices_version_check CHECK (version > 0);
