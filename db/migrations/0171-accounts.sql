-- transaction: none
-- A language of the technician's app may have a code of three letters, such as fil (docs/decisions/0128-technician-languages.md).
ALTER TABLE profiles DROP CONSTRAINT IF EXISTS profiles_language_check;
ALTER TABLE profiles ADD CONSTRAINT profiles_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$') NOT VALID;
ALTER TABLE profiles VALIDATE CONSTRAINT profiles_language_check;
ALTER TABLE push_subscriptions DROP CONSTRAINT IF EXISTS push_subscriptions_language_check;
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$') NOT VALID;
ALTER TABLE push_subscriptions VALIDATE CONSTRAINT push_subscriptions_language_check;

CREATE OR REPLACE FUNCTION language_of_user(account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT language FROM profiles WHERE user_id = account
$$;
