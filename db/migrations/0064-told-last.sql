-- What the server saw stands before what browsers told, of which anybody can tell as much as is taken.
CREATE INDEX security_cases_seen_first ON security_cases ((is_open::integer), ((NOT told)::integer), last_at, id);
DROP INDEX security_cases_by_time;
CREATE INDEX security_cases_suspicious_seen_first ON security_cases ((is_open::integer), ((NOT told)::integer), last_at, id)
  WHERE is_suspicious;
DROP INDEX security_cases_suspicious;
