-- Of the end of which paper the office was told, and so many days before: once each.
CREATE TABLE paper_warnings (
  paper_id uuid NOT NULL REFERENCES company_papers (id) ON DELETE CASCADE,
  ends_on  date NOT NULL,
  days     integer NOT NULL CHECK (days IN (7, 30)),
  PRIMARY KEY (paper_id, ends_on, days)
);
