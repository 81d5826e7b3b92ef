-- Granted permissions end live streams like a change of the role, so that open pages read their rights again.
DROP TRIGGER notify_access_change ON users;
CREATE TRIGGER notify_access_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.two_factor_enabled <> NEW.two_factor_enabled OR OLD.granted_permissions <> NEW.granted_permissions)
  EXECUTE FUNCTION notify_access_change();
