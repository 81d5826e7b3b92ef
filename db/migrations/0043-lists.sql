-- Search that ignores spelling (docs/decisions/0093-normalized-text.md). Twin in the browser: app/platform/text/search-folding.ts.
CREATE FUNCTION fold_search_text(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(
    regexp_replace(
      -- Spaces stay between digits only, for a moment as a sign that was removed before.
      regexp_replace(
        -- Marks, punctuation, symbols, hamza, tatweel and invisible characters. Keeps @ % _ \, which are searched.
        regexp_replace(
          replace(replace(replace(replace(
            translate(lower(normalize(words, NFKD)),
              'øđðłħŧıŋəςٱةىیےکڪھہۃە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
              'oddlhtineσاهيييككهههه01234567890123456789'),
            'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
          '[\u0001-\u0008\u000e-\u001f!-$&-/:-?\[\]^`{-\u009f\u00a1-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0559-\u055f\u0589\u058a\u0591-\u05c7\u05f3\u05f4\u0600-\u061f\u0621\u0640\u064b-\u065f\u066a-\u066d\u0670\u06d4\u06d6-\u06ed\u06fd\u06fe\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20a0-\u20ff\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u30fb\ue000-\uf8ff\ufe00-\ufe6f\ufeff\ufff9-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff]+',
          '', 'g'),
        '([0-9])[\t-\r ]+(?=[0-9])', '\1|', 'g'),
      '[\t-\r ]+', '', 'g'),
    '|', ' ');

-- The searched text of each list. The columns replace indexes on expressions, which each query had to repeat.
DROP INDEX users_search_idx, mails_search_idx, client_error_groups_search_idx, customers_search_idx, properties_search_idx,
  contracts_search_idx, bookings_search_idx, quotes_search_idx, quote_revisions_search_idx, invoices_search_idx,
  payments_search_idx, cheques_search_idx, contact_messages_search_idx;

ALTER TABLE users ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(name || ' ' || email)) STORED;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops);

ALTER TABLE mails ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(recipient || ' ' || subject)) STORED;
CREATE INDEX mails_search_idx ON mails USING gin (search_text gin_trgm_ops);

ALTER TABLE client_error_groups ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(message || ' ' || location || ' ' || path)) STORED;
CREATE INDEX client_error_groups_search_idx ON client_error_groups USING gin (search_text gin_trgm_ops);

ALTER TABLE customers ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || ' '
    || coalesce(company, '') || ' ' || coalesce(trn, ''))) STORED;
CREATE INDEX customers_search_idx ON customers USING gin (search_text gin_trgm_ops);

ALTER TABLE properties ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(street || ' ' || building || ' ' || unit || ' ' || area)) STORED;
CREATE INDEX properties_search_idx ON properties USING gin (search_text gin_trgm_ops);

ALTER TABLE contracts ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(reference || ' ' || contact_name || ' ' || contact_email || ' ' || contact_phone || ' '
    || address)) STORED;
CREATE INDEX contracts_search_idx ON contracts USING gin (search_text gin_trgm_ops);

ALTER TABLE technicians ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(name || ' ' || phone || ' ' || email)) STORED;
CREATE INDEX technicians_search_idx ON technicians USING gin (search_text gin_trgm_ops);

ALTER TABLE bookings ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(reference || ' ' || contact_name || ' ' || contact_phone || ' '
    || coalesce(contact_email, '') || ' ' || area || ' ' || address)) STORED;
CREATE INDEX bookings_search_idx ON bookings USING gin (search_text gin_trgm_ops);

ALTER TABLE quotes ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text(reference)) STORED;
CREATE INDEX quotes_search_idx ON quotes USING gin (search_text gin_trgm_ops);

ALTER TABLE quote_revisions ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text(title)) STORED;
CREATE INDEX quote_revisions_search_idx ON quote_revisions USING gin (search_text gin_trgm_ops);

ALTER TABLE invoices ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(coalesce(reference, ''))) STORED;
CREATE INDEX invoices_search_idx ON invoices USING gin (search_text gin_trgm_ops);

ALTER TABLE payments ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(reference || ' ' || note)) STORED;
CREATE INDEX payments_search_idx ON payments USING gin (search_text gin_trgm_ops);

ALTER TABLE cheques ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(number || ' ' || bank)) STORED;
CREATE INDEX cheques_search_idx ON cheques USING gin (search_text gin_trgm_ops);

ALTER TABLE ledger_entries ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(reference)) STORED;
CREATE INDEX ledger_entries_search_idx ON ledger_entries USING gin (search_text gin_trgm_ops);

ALTER TABLE contact_messages ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_search_text(reference || ' ' || name || ' ' || email || ' ' || coalesce(phone, ''))) STORED;
CREATE INDEX contact_messages_search_idx ON contact_messages USING gin (search_text gin_trgm_ops);

-- Generated columns are not computed yet in a trigger that fires before the update, so these ignore search_text.
CREATE OR REPLACE FUNCTION refuse_sent_quote_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['introduction', 'search_text'];
  of_quote uuid;
  of_revision integer;
BEGIN
  IF TG_TABLE_NAME = 'quote_revisions' THEN
    IF OLD.sent_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
    -- Erasure of the customer's personal data.
    IF TG_OP = 'UPDATE' AND NEW.introduction = '' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN
      RETURN NEW;
    END IF;
  ELSE
    IF TG_OP = 'INSERT' THEN of_quote := NEW.quote_id; of_revision := NEW.revision;
    ELSE of_quote := OLD.quote_id; of_revision := OLD.revision; END IF;
    IF EXISTS (SELECT FROM quote_revisions WHERE quote_id = of_quote AND number = of_revision AND sent_at IS NOT NULL) THEN
      RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION refuse_append_only_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := TG_ARGV[0]::text[] || ARRAY['search_text'];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'Money records are append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION refuse_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'uncredited_fils',
    'open_fils', 'state', 'search_text', 'document_id', 'reminders'];
  -- Generated columns are not computed yet in a trigger that fires before the update.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'erased_at', 'open_fils', 'state', 'search_text'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id)
    AND (OLD.erased_at IS NULL OR NEW.document_id IS NULL))
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
END $$;
