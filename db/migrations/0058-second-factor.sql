-- An admin may ask a second factor of one person, where it is not asked of all.
ALTER TABLE users ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;
