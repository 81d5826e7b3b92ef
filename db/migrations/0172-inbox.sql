-- Canned replies in both languages (docs/decisions/0129-content-in-two-languages.md).
ALTER TABLE canned_replies
  ADD COLUMN text_ar text CONSTRAINT canned_replies_text_ar_check CHECK (length(text_ar) BETWEEN 1 AND 2000),
  DROP COLUMN search_text;
-- An office writes some dozens of replies, so that the table is rewritten in an instant.
ALTER TABLE canned_replies
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text(title || ' ' || text || ' ' || coalesce(text_ar, ''))) STORED;
CREATE INDEX ON canned_replies USING gin (search_text gin_trgm_ops);
