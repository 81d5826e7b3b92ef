-- Contract documents (docs/domain.md, "Packages and contracts"). The customer accepts one version of the agreed terms; terms that
-- are agreed again need a new acceptance.
ALTER TABLE contracts ADD COLUMN agreement_version integer NOT NULL DEFAULT 1
  CONSTRAINT contracts_agreement_version_positive CHECK (agreement_version > 0);

CREATE TABLE contract_acceptances (
  contract_id       uuid NOT NULL REFERENCES contracts (id),
  agreement_version integer NOT NULL CHECK (agreement_version > 0),
  method            text NOT NULL CHECK (method IN ('online', 'paper')),
  -- As typed.
  name              text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Why the acceptance is on paper.
  reason            text NOT NULL DEFAULT '' CHECK (length(reason) <= 300),
  -- What the document showed, so that it is printed alike later.
  document          jsonb NOT NULL,
  client_ip         inet,
  user_id           uuid REFERENCES users (id) ON DELETE SET NULL,
  at                timestamptz NOT NULL,
  CONSTRAINT contract_acceptances_pkey PRIMARY KEY (contract_id, agreement_version),
  CONSTRAINT contract_acceptances_paper_reason_check CHECK (method <> 'paper' OR reason <> '')
);
CREATE INDEX contract_acceptances_user_id_idx ON contract_acceptances (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON contract_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{name,reason,document,client_ip,user_id}');
