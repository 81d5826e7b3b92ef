-- What is done in the background speaks to whoever started it: in the language in which they did.
ALTER TABLE long_work ADD COLUMN locale text NOT NULL DEFAULT 'en';
