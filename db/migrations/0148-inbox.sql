-- Texts of the office for replies, with variables such as {customer}.
CREATE TABLE canned_replies (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title       text NOT NULL,
  text        text NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text(title || ' ' || text)) STORED,
  CONSTRAINT canned_replies_title_check CHECK (length(title) BETWEEN 1 AND 60),
  CONSTRAINT canned_replies_text_check CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT canned_replies_version_check CHECK (version > 0)
);
CREATE INDEX ON canned_replies (title, id);
CREATE INDEX ON canned_replies USING gin (search_text gin_trgm_ops);
