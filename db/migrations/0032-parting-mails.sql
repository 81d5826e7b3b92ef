-- The last mail to somebody of whom nothing is kept: once it was handed over or given up, neither address nor text is left.
ALTER TABLE mails ADD COLUMN parting boolean NOT NULL DEFAULT false;

CREATE FUNCTION forget_parting_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recipient := 'deleted-' || NEW.id || '@deleted.invalid';
  NEW.reply_to := NULL;
  NEW.subject := '-';
  NEW.html := '';
  NEW.plain := '';
  NEW.attachments := '[]';
  -- What a mail server answers names the address.
  NEW.last_error := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER parting_mails_forgotten BEFORE UPDATE ON mails FOR EACH ROW
  WHEN (NEW.parting AND NEW.state IN ('sent', 'failed')) EXECUTE FUNCTION forget_parting_mail();
