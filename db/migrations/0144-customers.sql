-- Consent to service messages by the channel that the customer chose, with the form and its time. The latest row
-- applies (docs/decisions/0125-channel-choices.md).
CREATE TABLE channel_choices (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id   uuid NOT NULL REFERENCES customers (id),
  channel       text NOT NULL,
  form          text NOT NULL,
  -- False for guests, who could have typed the phone of another person.
  is_identified boolean NOT NULL,
  chosen_at     timestamptz NOT NULL,
  CONSTRAINT channel_choices_channel_check CHECK (channel IN ('whatsapp', 'sms', 'email')),
  CONSTRAINT channel_choices_form_check CHECK (form IN ('booking', 'assessment', 'office', 'account')),
  CONSTRAINT channel_choices_identified_check CHECK (is_identified OR form IN ('booking', 'assessment'))
);
CREATE INDEX ON channel_choices (customer_id, is_identified DESC, chosen_at DESC, id DESC);
