-- The largest amounts of app/features/core/business/money-limits.ts, also for writers that pass by the forms.
ALTER TABLE invoices ADD CONSTRAINT invoices_amount_limit_check CHECK (total_fils <= 10000000000) NOT VALID;
ALTER TABLE quotes ADD CONSTRAINT quotes_amount_limit_check CHECK (total_fils <= 10000000000) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_amount_limit_check CHECK (amount_fils <= 10000000000) NOT VALID;
ALTER TABLE cheques ADD CONSTRAINT cheques_amount_limit_check CHECK (amount_fils <= 10000000000) NOT VALID;
ALTER TABLE refunds ADD CONSTRAINT refunds_amount_limit_check CHECK (amount_fils <= 10000000000) NOT VALID;
ALTER TABLE contracts ADD CONSTRAINT contracts_amount_limit_check CHECK (price_fils <= 10000000000) NOT VALID;
ALTER TABLE bank_deposits ADD CONSTRAINT bank_deposits_amount_limit_check CHECK (amount_fils <= 10000000000) NOT VALID;
ALTER TABLE opening_credits ADD CONSTRAINT opening_credits_amount_limit_check CHECK (amount_fils <= 10000000000) NOT VALID;
ALTER TABLE manual_journal_lines ADD CONSTRAINT manual_journal_lines_amount_limit_check CHECK (greatest(debit_fils, credit_fils) <= 10000000000) NOT VALID;
ALTER TABLE prices ADD CONSTRAINT prices_amount_limit_check CHECK (greatest(price_fils, next_hour_fils) <= 100000000) NOT VALID;
ALTER TABLE package_prices ADD CONSTRAINT package_prices_amount_limit_check CHECK (price_fils <= 100000000) NOT VALID;
