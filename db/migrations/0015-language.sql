-- The language in which somebody is written to (docs/decisions/0021-language.md). Which there are is known to the code.

ALTER TABLE profiles
  DROP CONSTRAINT profiles_language_check,
  ADD CONSTRAINT profiles_language_name CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

-- In which it was asked for: of whoever has no account nothing else is known.
ALTER TABLE bookings
  ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT bookings_language_name CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
ALTER TABLE contracts
  ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT contracts_language_name CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
