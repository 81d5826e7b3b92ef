-- The office looks through mails by their state, and by a part of the address or of the subject line.
CREATE INDEX mails_by_state ON mails (state, created_at DESC, id DESC);
CREATE INDEX mails_search ON mails USING gin ((recipient || ' ' || subject) gin_trgm_ops);
