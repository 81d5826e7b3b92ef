-- Landlines and foreign numbers of the contact on site, like all other phone numbers.
ALTER TABLE access_instructions DROP CONSTRAINT access_instructions_site_phone_check;
ALTER TABLE access_instructions
  ADD CONSTRAINT access_instructions_site_phone_check CHECK (site_phone ~ '^\+[1-9][0-9]{6,14}$');
