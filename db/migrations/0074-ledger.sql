-- VAT returns that were filed, and supplies that surfaced after theirs (docs/domain.md, "Ledger").

CREATE TABLE vat_returns (
  ends_on     date PRIMARY KEY,
  starts_on   date NOT NULL,
  -- Days of Dubai on which it was filed with the tax authority and its tax was paid.
  filed_on    date NOT NULL,
  paid_on     date,
  -- As filed.
  net_fils    bigint NOT NULL,
  vat_fils    bigint NOT NULL,
  filed_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL,
  CONSTRAINT vat_returns_period_check CHECK (starts_on <= ends_on AND filed_on > ends_on AND paid_on > ends_on),
  CONSTRAINT vat_returns_no_overlap EXCLUDE USING gist (daterange(starts_on, ends_on, '[]') WITH &&)
);
CREATE INDEX ON vat_returns (filed_by) WHERE filed_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON vat_returns
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{filed_by,paid_on}');

-- Voluntary disclosures (Cabinet Decision 74 of 2023, article 10) and the entries that they declared.
CREATE TABLE vat_disclosures (
  id             uuid PRIMARY KEY,
  return_ends_on date NOT NULL REFERENCES vat_returns (ends_on),
  disclosed_on   date NOT NULL,
  -- Number given by the tax authority.
  reference      text NOT NULL CHECK (length(reference) BETWEEN 1 AND 40),
  vat_fils       bigint NOT NULL,
  recorded_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at    timestamptz NOT NULL
);
CREATE INDEX ON vat_disclosures (return_ends_on);
CREATE INDEX ON vat_disclosures (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON vat_disclosures
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE vat_disclosure_entries (
  entry_id      bigint PRIMARY KEY REFERENCES ledger_entries (id),
  disclosure_id uuid NOT NULL REFERENCES vat_disclosures (id)
);
CREATE INDEX ON vat_disclosure_entries (disclosure_id);
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON vat_disclosure_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

-- Entries whose day lies in a filed return but that were posted after it, and that count in no filed return or disclosure yet.
-- Noticed on: the day on which the document or payment was entered.
CREATE VIEW late_supplies AS
  SELECT entry.id AS entry_id, vat_returns.starts_on, vat_returns.ends_on, taxed.net_fils, taxed.vat_fils,
    CASE entry.kind WHEN 'credit-note' THEN (SELECT issue_date FROM credit_notes WHERE credit_notes.id = source_id)
      WHEN 'advance' THEN (SELECT dubai_day(at) FROM settlements WHERE settlements.id = occurrence)
      ELSE (SELECT issue_date FROM invoices WHERE invoices.id = source_id) END AS noticed_on
  FROM ledger_entries AS entry
  JOIN vat_returns ON entry.document_day BETWEEN vat_returns.starts_on AND vat_returns.ends_on
  JOIN LATERAL (
    SELECT coalesce(sum(credit_fils - debit_fils) FILTER (WHERE account <> 'output-vat'), 0)::bigint AS net_fils,
      coalesce(sum(credit_fils - debit_fils) FILTER (WHERE account = 'output-vat'), 0)::bigint AS vat_fils
    FROM ledger_lines WHERE entry_id = entry.id AND vat IS NOT NULL HAVING count(*) > 0
  ) AS taxed ON true
  WHERE entry.document_day < entry.day AND entry.day > (SELECT max(ends_on) FROM vat_returns)
    AND NOT EXISTS (SELECT FROM vat_disclosure_entries WHERE vat_disclosure_entries.entry_id = entry.id);
