-- The files of mails that this database has forgotten, for a product without a mail server to remove. What else lies in
-- their folder belongs to somebody else: a folder may have seen several databases.
CREATE TABLE forgotten_mails (
  mail_id uuid PRIMARY KEY,
  at      timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION note_forgotten_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO forgotten_mails (mail_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER mails_deleted AFTER DELETE ON mails FOR EACH ROW EXECUTE FUNCTION note_forgotten_mail();
-- As mail.server.ts leaves a mail whose reader is forgotten.
CREATE TRIGGER mails_forgotten AFTER UPDATE OF subject ON mails FOR EACH ROW
  WHEN (NEW.subject = '-' AND OLD.subject <> '-') EXECUTE FUNCTION note_forgotten_mail();
