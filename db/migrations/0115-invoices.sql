-- Documents are kept seven years after the end of the financial year (Federal Decree-Law 47 of 2022, article 56). The server knows the
-- last month of that year; the database refuses an erasure within seven years of the document.
CREATE OR REPLACE FUNCTION is_retention_over(issue_date date, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT issue_date + interval '7 years' < at AT TIME ZONE 'Asia/Dubai'
$$;
