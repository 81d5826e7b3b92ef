-- Services are edited by the office: whoever changes one from an older version is told, not obeyed.
ALTER TABLE services
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  ADD CONSTRAINT services_summary_length CHECK (length(summary) <= 300);
