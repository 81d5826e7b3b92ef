-- A failed email keeps no link keys either: a retry gets current links.

DROP TRIGGER remove_link_keys ON mails;
CREATE TRIGGER remove_link_keys BEFORE INSERT OR UPDATE OF state ON mails
  FOR EACH ROW WHEN (NEW.state IN ('sent', 'failed')) EXECUTE FUNCTION remove_link_keys();

UPDATE mails
SET html = without_link_keys(html),
  plain = without_link_keys(plain),
  attachments = without_calendar_content(attachments),
  digest = NULL,
  sections = NULL
WHERE state = 'failed';
