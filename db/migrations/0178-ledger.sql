-- As in 0074, and VAT of a bad debt that is declared again for a filed return was noticed on the day on which its cause was recorded.
CREATE OR REPLACE VIEW late_supplies AS
  SELECT entry.id AS entry_id, vat_returns.starts_on, vat_returns.ends_on, taxed.net_fils, taxed.vat_fils,
    CASE entry.kind WHEN 'credit-note' THEN (SELECT issue_date FROM credit_notes WHERE credit_notes.id = source_id)
      WHEN 'advance' THEN (SELECT dubai_day(at) FROM settlements WHERE settlements.id = occurrence)
      WHEN 'bad-debt-relief-reversed' THEN (SELECT dubai_day(recorded_at) FROM bad_debt_reliefs WHERE bad_debt_reliefs.id = source_id)
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
