-- Arabic texts of the website content. NULL falls back to English (docs/decisions/0129-content-in-two-languages.md).
ALTER TABLE service_pages
  ADD COLUMN headline_ar     text CHECK (length(headline_ar) BETWEEN 1 AND 80),
  ADD COLUMN introduction_ar text CHECK (length(introduction_ar) BETWEEN 1 AND 400),
  ADD COLUMN description_ar  text CHECK (length(description_ar) BETWEEN 50 AND 170),
  ADD COLUMN duration_ar     text CHECK (length(duration_ar) BETWEEN 1 AND 80),
  ADD COLUMN warranty_ar     text CHECK (length(warranty_ar) BETWEEN 1 AND 80),
  -- One line for each English line.
  ADD COLUMN included_ar     text[],
  ADD COLUMN not_included_ar text[],
  ADD CONSTRAINT service_pages_included_ar_check
    CHECK (cardinality(included_ar) = cardinality(included) AND NOT '' = ANY (included_ar)),
  ADD CONSTRAINT service_pages_not_included_ar_check
    CHECK (cardinality(not_included_ar) = cardinality(not_included) AND NOT '' = ANY (not_included_ar));

ALTER TABLE service_steps
  ADD COLUMN title_ar text CHECK (length(title_ar) BETWEEN 1 AND 60),
  ADD COLUMN body_ar  text CHECK (length(body_ar) BETWEEN 1 AND 300);

ALTER TABLE service_faqs
  ADD COLUMN question_ar text CHECK (length(question_ar) BETWEEN 1 AND 160),
  ADD COLUMN answer_ar   text CHECK (length(answer_ar) BETWEEN 1 AND 800);

ALTER TABLE service_jobs
  ADD COLUMN title_ar text CHECK (length(title_ar) BETWEEN 1 AND 80);

ALTER TABLE testimonials
  ADD COLUMN quote_ar       text CHECK (length(quote_ar) BETWEEN 1 AND 400),
  ADD COLUMN client_name_ar text CHECK (length(client_name_ar) BETWEEN 1 AND 60),
  ADD COLUMN role_ar        text CHECK (length(role_ar) BETWEEN 1 AND 80);

ALTER TABLE portfolio_items
  ADD COLUMN title_ar    text CHECK (length(title_ar) BETWEEN 1 AND 80),
  ADD COLUMN area_ar     text CHECK (length(area_ar) BETWEEN 1 AND 50),
  ADD COLUMN summary_ar  text CHECK (length(summary_ar) BETWEEN 1 AND 400),
  ADD COLUMN duration_ar text CHECK (length(duration_ar) BETWEEN 1 AND 40);

ALTER TABLE company_certificates
  ADD COLUMN title_ar  text CHECK (length(title_ar) BETWEEN 1 AND 80),
  ADD COLUMN issuer_ar text CHECK (length(issuer_ar) BETWEEN 1 AND 80);
