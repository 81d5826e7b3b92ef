-- A quote's PDF is rendered once for each state in which it is asked for.
-- variant: version, answer, last day, language and template.
CREATE TABLE quote_documents (
  quote_id uuid NOT NULL,
  variant  text NOT NULL,
  file_id  uuid NOT NULL,
  CONSTRAINT quote_documents_pkey PRIMARY KEY (quote_id, variant),
  CONSTRAINT quote_documents_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE,
  CONSTRAINT quote_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);
CREATE INDEX quote_documents_file_id_idx ON quote_documents (file_id);
