-- Revenue recognised by a day: the share of elapsed days of the invoiced amount less credit notes, each instalment over its own
-- period; all of it after the end.
CREATE OR REPLACE FUNCTION earned_contract_revenue(contract contracts, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE WHEN day >= least(contract.ended_on, ends_on) THEN ahead
    WHEN day < starts_on THEN 0
    ELSE round(ahead * (day - starts_on + 1) / (ends_on - starts_on + 1)) END), 0)::bigint
  FROM (
    SELECT starts_on, ends_on, sum(credit_fils - debit_fils) AS ahead
    FROM (
      SELECT invoices.id AS invoice, coalesce(part.starts_on, contract.starts_on) AS starts_on, coalesce(part.ends_on, contract.ends_on) AS ends_on
      FROM invoices LEFT JOIN contract_instalments AS part ON part.contract_id = invoices.contract_id AND number = instalment
      WHERE invoices.contract_id = contract.id
    ) AS invoiced
      CROSS JOIN LATERAL (SELECT invoice AS document UNION ALL SELECT id FROM credit_notes WHERE invoice_id = invoice) AS documents
      JOIN ledger_entries ON source_id = document
      JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = 'deferred-contract-revenue' AND kind IN ('invoice', 'credit-note') AND document_day <= earned_contract_revenue.day
    GROUP BY starts_on, ends_on
  ) AS deferred
$$;
