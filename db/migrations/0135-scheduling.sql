-- Consent of a technician to appear on the website (docs/decisions/0120-technicians-on-the-website.md).
ALTER TABLE technicians
  ADD COLUMN website_consent_at timestamptz,
  ADD CONSTRAINT technicians_website_consent_check CHECK (website_consent_at IS NULL OR active);

-- Public pages show these tables, so a change is visible at the next request.
SELECT watch_content('technicians');
SELECT watch_content('technician_pictures');
SELECT watch_content('technician_skills');
SELECT watch_content('certificates');
