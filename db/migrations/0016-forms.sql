-- The sum that a visitor solves before sending a form: single use, valid for ten minutes.
CREATE TABLE security_checks (
  id         uuid PRIMARY KEY,
  a          integer NOT NULL CHECK (a BETWEEN 1 AND 10),
  b          integer NOT NULL CHECK (b BETWEEN 1 AND 10),
  -- Wrong answers so far.
  wrong      integer NOT NULL DEFAULT 0,
  used_at    timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ON security_checks (expires_at);
