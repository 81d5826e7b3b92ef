-- Settings, a row a group. What each may be and its default stand in app/features/business/settings.ts.
CREATE TABLE settings (
  name    text PRIMARY KEY CHECK (name ~ '^[a-z]+$'),
  kept    jsonb NOT NULL CHECK (jsonb_typeof(kept) = 'object'),
  version integer NOT NULL CHECK (version > 0)
);

SELECT watch_content('settings');
