-- State of a message or contract request in the office's inbox. Without a row: open.
CREATE TABLE inbox_item_states (
  item_id     uuid PRIMARY KEY GENERATED ALWAYS AS (COALESCE(message_id, contract_id)) STORED,
  message_id  uuid UNIQUE REFERENCES contact_messages (id) ON DELETE CASCADE,
  contract_id uuid UNIQUE REFERENCES contracts (id) ON DELETE CASCADE,
  state       text NOT NULL CHECK (state IN ('open', 'in-progress', 'answered')),
  version     integer NOT NULL CHECK (version > 0),
  CONSTRAINT inbox_item_states_item_check CHECK (num_nonnulls(message_id, contract_id) = 1)
);
