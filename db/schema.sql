-- The complete schema in PostgreSQL 18, written by `node scripts/write-schema.mjs`. Do not edit.
-- Its reasons and invariants are in db/migrations, which create the database.

CREATE EXTENSION btree_gin;
CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_trgm;

CREATE TYPE ledger_line AS (account text, service_id text, fils bigint, vat text, emirate text, settlement_id bigint, credit_entry_id bigint);
CREATE TYPE tally AS (figure text, day date, key text, bucket integer, value bigint);

CREATE SEQUENCE booking_numbers;
CREATE SEQUENCE contract_numbers;
CREATE SEQUENCE message_numbers;
CREATE SEQUENCE receipt_numbers;
CREATE SEQUENCE refund_numbers;

CREATE TABLE access_instructions (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  property_id    uuid NOT NULL,
  booking_id     uuid,
  parking        text NOT NULL DEFAULT ''::text,
  notes          text NOT NULL DEFAULT ''::text,
  site_contact   text NOT NULL DEFAULT ''::text,
  site_phone     text,
  latitude       double precision,
  longitude      double precision,
  permit_needed  boolean NOT NULL DEFAULT false,
  permit_by      text,
  permit_until   date,
  permit_file_id uuid,
  version        integer NOT NULL DEFAULT 1,
  CONSTRAINT access_instructions_pkey PRIMARY KEY (id),
  CONSTRAINT access_instructions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT access_instructions_permit_file_id_fkey FOREIGN KEY (permit_file_id) REFERENCES files(id),
  CONSTRAINT access_instructions_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT access_instructions_latitude_check CHECK (latitude >= 22::double precision AND latitude <= 27::double precision),
  CONSTRAINT access_instructions_longitude_check CHECK (longitude >= 51::double precision AND longitude <= 57::double precision),
  CONSTRAINT access_instructions_notes_check CHECK (length(notes) <= 500),
  CONSTRAINT access_instructions_parking_check CHECK (length(parking) <= 200),
  CONSTRAINT access_instructions_permit_by_check CHECK (permit_by = ANY (ARRAY['customer'::text, 'office'::text])),
  CONSTRAINT access_instructions_permit_check CHECK (permit_needed OR permit_by IS NULL AND permit_until IS NULL AND permit_file_id IS NULL),
  CONSTRAINT access_instructions_pin_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT access_instructions_site_contact_check CHECK (length(site_contact) <= 50),
  CONSTRAINT access_instructions_site_phone_check CHECK (site_phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT access_instructions_version_check CHECK (version > 0)
);
CREATE INDEX access_instructions_permit_file_id_idx ON access_instructions (permit_file_id) WHERE permit_file_id IS NOT NULL;
CREATE INDEX access_instructions_property_id_idx ON access_instructions (property_id);
CREATE UNIQUE INDEX access_instructions_single_booking_key ON access_instructions (booking_id) WHERE booking_id IS NOT NULL;
CREATE UNIQUE INDEX access_instructions_single_property_key ON access_instructions (property_id) WHERE booking_id IS NULL;
CREATE TRIGGER notify_technicians_of_access AFTER INSERT OR UPDATE ON access_instructions FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_access();

CREATE TABLE account_links (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  purpose        text NOT NULL,
  user_id        uuid NOT NULL,
  email          text NOT NULL,
  previous_email text,
  created_at     timestamp with time zone NOT NULL,
  expires_at     timestamp with time zone NOT NULL,
  used_at        timestamp with time zone,
  CONSTRAINT account_links_pkey PRIMARY KEY (id),
  CONSTRAINT account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT account_links_email_check CHECK (email = lower(email)),
  CONSTRAINT account_links_purpose_check CHECK (purpose = ANY (ARRAY['confirm-email'::text, 'reset-password'::text, 'change-email'::text, 'invitation'::text]))
);
CREATE INDEX account_links_expires_at_idx ON account_links (expires_at);
CREATE INDEX account_links_user_id_purpose_idx ON account_links (user_id, purpose);

CREATE TABLE accounts (
  id                       uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id                  uuid NOT NULL,
  provider_id              text NOT NULL,
  account_id               text NOT NULL,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope                    text,
  created_at               timestamp with time zone NOT NULL DEFAULT now(),
  updated_at               timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT accounts_credential_password_check CHECK (provider_id <> 'credential'::text OR password IS NOT NULL)
);
CREATE INDEX accounts_user_id_idx ON accounts (user_id);

CREATE TABLE alert_streams (
  stream       text NOT NULL,
  last_mail_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_streams_pkey PRIMARY KEY (stream)
);

CREATE TABLE api_keys (
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid NOT NULL,
  name            text NOT NULL,
  hash            bytea NOT NULL,
  suffix          text NOT NULL,
  permissions     text[] NOT NULL,
  created_at      timestamp with time zone NOT NULL,
  expires_at      timestamp with time zone,
  revoked_at      timestamp with time zone,
  last_used_at    timestamp with time zone,
  calls_in_minute integer NOT NULL DEFAULT 0,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_hash_check CHECK (length(hash) = 32),
  CONSTRAINT api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT api_keys_permissions_check CHECK (cardinality(permissions) > 0),
  CONSTRAINT api_keys_suffix_check CHECK (length(suffix) = 4)
);
CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);

CREATE TABLE auth_rate_limits (
  id           uuid NOT NULL DEFAULT gen_random_uuid(),
  key          text NOT NULL,
  count        integer NOT NULL,
  last_request bigint NOT NULL,
  CONSTRAINT auth_rate_limits_pkey PRIMARY KEY (id),
  CONSTRAINT auth_rate_limits_key_key UNIQUE (key),
  CONSTRAINT auth_rate_limits_count_check CHECK (count >= 0)
);
CREATE INDEX auth_rate_limits_last_request_idx ON auth_rate_limits (last_request);

CREATE TABLE background_jobs (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  kind        text NOT NULL,
  label       text NOT NULL DEFAULT ''::text,
  started_by  uuid,
  started_at  timestamp with time zone NOT NULL,
  locale      text NOT NULL DEFAULT 'en'::text,
  request_id  text NOT NULL,
  traceparent text,
  input       jsonb NOT NULL DEFAULT '{}'::jsonb,
  state       text NOT NULL DEFAULT 'waiting'::text,
  steps_done  integer NOT NULL DEFAULT 0,
  steps_total integer,
  attempts    integer NOT NULL DEFAULT 0,
  due_at      timestamp with time zone DEFAULT now(),
  result      jsonb,
  error       text,
  ended_at    timestamp with time zone,
  CONSTRAINT background_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT background_jobs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT background_jobs_due_at_state_check CHECK ((due_at IS NULL) = (state = ANY (ARRAY['done'::text, 'failed'::text]))),
  CONSTRAINT background_jobs_ended_at_state_check CHECK ((ended_at IS NOT NULL) = (state = ANY (ARRAY['done'::text, 'failed'::text]))),
  CONSTRAINT background_jobs_error_state_check CHECK ((error IS NOT NULL) = (state = 'failed'::text)),
  CONSTRAINT background_jobs_kind_check CHECK (kind ~ '^[a-z-]+$'::text),
  CONSTRAINT background_jobs_label_check CHECK (length(label) <= 200),
  CONSTRAINT background_jobs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])),
  CONSTRAINT background_jobs_steps_done_check CHECK (steps_done >= 0),
  CONSTRAINT background_jobs_steps_total_check CHECK (steps_total >= 0)
);
CREATE INDEX background_jobs_due_at_idx ON background_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX background_jobs_started_at_id_idx ON background_jobs (started_at DESC, id DESC);
CREATE INDEX background_jobs_started_by_idx ON background_jobs (started_by) WHERE started_by IS NOT NULL;
CREATE TRIGGER notify_background_job AFTER INSERT OR UPDATE OF state ON background_jobs FOR EACH ROW EXECUTE FUNCTION notify_background_job();

CREATE TABLE backups (
  id                  uuid NOT NULL DEFAULT gen_random_uuid(),
  origin              text NOT NULL,
  state               text NOT NULL DEFAULT 'waiting'::text,
  requested_at        timestamp with time zone NOT NULL,
  due_at              timestamp with time zone DEFAULT now(),
  attempts            integer NOT NULL DEFAULT 0,
  bytes_done          bigint NOT NULL DEFAULT 0,
  bytes_total         bigint,
  ended_at            timestamp with time zone,
  failure             text,
  failure_text        text,
  name                text,
  size_bytes          bigint,
  chain               text,
  first_wal_segment   text,
  copied_at           timestamp with time zone,
  copy_failure        text,
  overdue_notified_at timestamp with time zone,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_name_key UNIQUE (name),
  CONSTRAINT backups_attempts_check CHECK (attempts >= 0),
  CONSTRAINT backups_copy_failure_state_check CHECK (copy_failure IS NULL OR state = 'done'::text AND copied_at IS NULL),
  CONSTRAINT backups_done_check CHECK (state <> 'done'::text OR name IS NOT NULL AND size_bytes IS NOT NULL),
  CONSTRAINT backups_due_at_state_check CHECK ((due_at IS NULL) = (state = ANY (ARRAY['done'::text, 'failed'::text]))),
  CONSTRAINT backups_ended_at_state_check CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  CONSTRAINT backups_failure_state_check CHECK ((state = 'failed'::text) = (failure IS NOT NULL)),
  CONSTRAINT backups_origin_check CHECK (origin = ANY (ARRAY['office'::text, 'schedule'::text, 'command'::text])),
  CONSTRAINT backups_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX backups_requested_at_idx ON backups (requested_at DESC);
CREATE UNIQUE INDEX backups_single_running_key ON backups ((true)) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);

CREATE TABLE bad_debt_reliefs (
  id                    uuid NOT NULL,
  invoice_id            uuid NOT NULL,
  write_off_reversal_id uuid,
  day                   date NOT NULL,
  amount_fils           bigint NOT NULL,
  vat_fils              bigint NOT NULL,
  recorded_by           uuid,
  recorded_at           timestamp with time zone NOT NULL,
  CONSTRAINT bad_debt_reliefs_pkey PRIMARY KEY (id),
  CONSTRAINT bad_debt_reliefs_write_off_reversal_id_key UNIQUE (write_off_reversal_id),
  CONSTRAINT bad_debt_reliefs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT bad_debt_reliefs_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT bad_debt_reliefs_write_off_reversal_id_fkey FOREIGN KEY (write_off_reversal_id) REFERENCES write_off_reversals(id),
  CONSTRAINT bad_debt_reliefs_reversal_check CHECK ((amount_fils < 0) = (write_off_reversal_id IS NOT NULL) AND amount_fils <> 0),
  CONSTRAINT bad_debt_reliefs_sign_check CHECK (sign(vat_fils::double precision) = 0::double precision OR sign(vat_fils::double precision) = sign(amount_fils::double precision))
);
CREATE INDEX bad_debt_reliefs_invoice_id_idx ON bad_debt_reliefs (invoice_id);
CREATE INDEX bad_debt_reliefs_recorded_by_idx ON bad_debt_reliefs (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE CONSTRAINT TRIGGER check_bad_debt_relief AFTER INSERT ON bad_debt_reliefs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_bad_debt_relief();
CREATE CONSTRAINT TRIGGER post_bad_debt_relief AFTER INSERT ON bad_debt_reliefs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_bad_debt_relief();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON bad_debt_reliefs FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE bank_deposits (
  id          uuid NOT NULL,
  day         date NOT NULL,
  amount_fils bigint NOT NULL,
  reference   text NOT NULL,
  recorded_by uuid,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_deposits_pkey PRIMARY KEY (id),
  CONSTRAINT bank_deposits_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT bank_deposits_amount_check CHECK (amount_fils > 0),
  CONSTRAINT bank_deposits_amount_limit_check CHECK (amount_fils <= '10000000000'::bigint),
  CONSTRAINT bank_deposits_slip_check CHECK (length(reference) <= 40)
);
CREATE INDEX bank_deposits_recorded_by_idx ON bank_deposits (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER post_bank_deposit AFTER INSERT ON bank_deposits FOR EACH ROW EXECUTE FUNCTION post_bank_deposit();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON bank_deposits FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE booking_filters (
  id      uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  name    text NOT NULL,
  filter  jsonb NOT NULL,
  CONSTRAINT booking_filters_pkey PRIMARY KEY (id),
  CONSTRAINT booking_filters_user_id_name_key UNIQUE (user_id, name),
  CONSTRAINT booking_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT booking_filters_name_check CHECK (length(name) >= 1 AND length(name) <= 40)
);

CREATE TABLE booking_flows (
  conversation_id uuid NOT NULL,
  step            text NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  language        text NOT NULL,
  phone           text NOT NULL,
  page            integer NOT NULL DEFAULT 0,
  typed_area      text,
  is_hinted       boolean NOT NULL DEFAULT false,
  service_id      text,
  item            text,
  area            text,
  day             date,
  "time"          text,
  street          text,
  landmark        text,
  name            text,
  booking_id      uuid,
  answered_at     timestamp with time zone NOT NULL,
  expires_at      timestamp with time zone NOT NULL,
  CONSTRAINT booking_flows_pkey PRIMARY KEY (conversation_id),
  CONSTRAINT booking_flows_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_flows_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT booking_flows_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE,
  CONSTRAINT booking_flows_answers_check CHECK (
CASE step
    WHEN 'service'::text THEN true
    WHEN 'item'::text THEN service_id IS NOT NULL
    WHEN 'area'::text THEN num_nulls(service_id, item) = 0
    WHEN 'day'::text THEN num_nulls(service_id, item, area) = 0
    WHEN 'time'::text THEN num_nulls(service_id, item, area, day) = 0
    WHEN 'address'::text THEN num_nulls(service_id, item, area, day, "time") = 0
    WHEN 'name'::text THEN num_nulls(service_id, item, area, day, "time", street) = 0
    ELSE num_nulls(service_id, item, area, day, "time", street, name) = 0
END),
  CONSTRAINT booking_flows_booking_id_check CHECK ((step = 'booked'::text) = (booking_id IS NOT NULL)),
  CONSTRAINT booking_flows_page_check CHECK (page >= 0),
  CONSTRAINT booking_flows_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT booking_flows_step_check CHECK (step = ANY (ARRAY['service'::text, 'item'::text, 'area'::text, 'day'::text, 'time'::text, 'alternative'::text, 'address'::text, 'name'::text, 'confirm'::text, 'booked'::text])),
  CONSTRAINT booking_flows_time_check CHECK ("time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  CONSTRAINT booking_flows_version_check CHECK (version > 0)
);
CREATE INDEX booking_flows_booking_id_idx ON booking_flows (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX booking_flows_expires_at_idx ON booking_flows (expires_at);
CREATE INDEX booking_flows_service_id_idx ON booking_flows (service_id) WHERE service_id IS NOT NULL;

CREATE TABLE booking_lines (
  booking_id     uuid NOT NULL,
  "position"     integer NOT NULL,
  kind           text NOT NULL,
  service_id     text NOT NULL,
  price_id       uuid,
  item           text,
  name           text NOT NULL,
  mode           text NOT NULL,
  unit           text NOT NULL,
  quantity       integer NOT NULL,
  unit_fils      bigint,
  next_hour_fils bigint,
  percent        integer,
  gross_fils     bigint,
  covered_fils   bigint NOT NULL DEFAULT 0,
  contract_id    uuid,
  CONSTRAINT booking_lines_pkey PRIMARY KEY (booking_id, "position"),
  CONSTRAINT booking_lines_single_surcharge_excl EXCLUDE USING gist (booking_id WITH =, kind WITH <>) WHERE (kind <> 'work'::text),
  CONSTRAINT booking_lines_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT booking_lines_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  CONSTRAINT booking_lines_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  CONSTRAINT booking_lines_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT booking_lines_covered_contract_check CHECK ((covered_fils > 0) = (contract_id IS NOT NULL)),
  CONSTRAINT booking_lines_covered_limit_check CHECK (covered_fils >= 0 AND covered_fils <= COALESCE(gross_fils, 0::bigint)),
  CONSTRAINT booking_lines_gross_amount_check CHECK (NOT gross_fils IS DISTINCT FROM (unit_fils + (quantity - 1) *
CASE
    WHEN mode = 'hourly'::text THEN COALESCE(next_hour_fils, unit_fils)
    ELSE unit_fils
END)),
  CONSTRAINT booking_lines_gross_fils_check CHECK (gross_fils >= 0),
  CONSTRAINT booking_lines_kind_check CHECK (kind = ANY (ARRAY['work'::text, 'emergency-uplift'::text, 'out-of-hours-uplift'::text])),
  CONSTRAINT booking_lines_mode_check CHECK (mode = ANY (ARRAY['fixed'::text, 'hourly'::text, 'survey'::text])),
  CONSTRAINT booking_lines_name_check CHECK (length(name) <= 80),
  CONSTRAINT booking_lines_next_hour_fils_check CHECK (next_hour_fils >= 0),
  CONSTRAINT booking_lines_percent_check CHECK (percent >= 1 AND percent <= 500),
  CONSTRAINT booking_lines_position_check CHECK ("position" >= 1 AND "position" <= 99),
  CONSTRAINT booking_lines_quantity_check CHECK (quantity >= 1 AND quantity <= 50),
  CONSTRAINT booking_lines_surcharge_percent_check CHECK ((kind = 'work'::text) = (percent IS NULL)),
  CONSTRAINT booking_lines_survey_check CHECK ((mode = 'survey'::text) = (unit_fils IS NULL)),
  CONSTRAINT booking_lines_unit_fils_check CHECK (unit_fils >= 0),
  CONSTRAINT booking_lines_work_price_check CHECK ((kind = 'work'::text) = (price_id IS NOT NULL AND item IS NOT NULL))
);
CREATE INDEX booking_lines_contract_id_idx ON booking_lines (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX booking_lines_price_id_idx ON booking_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX booking_lines_service_id_idx ON booking_lines (service_id);
CREATE TRIGGER refuse_booking_line_change BEFORE UPDATE ON booking_lines FOR EACH ROW EXECUTE FUNCTION refuse_booking_line_change();
CREATE TRIGGER refuse_invoiced_booking_line_change BEFORE INSERT OR DELETE ON booking_lines FOR EACH ROW EXECUTE FUNCTION refuse_invoiced_booking_line_change();

CREATE TABLE booking_photos (
  booking_id uuid NOT NULL,
  "position" integer NOT NULL,
  file_id    uuid NOT NULL,
  CONSTRAINT booking_photos_pkey PRIMARY KEY (booking_id, "position"),
  CONSTRAINT booking_photos_file_id_key UNIQUE (file_id),
  CONSTRAINT booking_photos_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT booking_photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT booking_photos_position_check CHECK ("position" >= 1 AND "position" <= 5)
);

CREATE TABLE booking_years (
  year           integer NOT NULL,
  numbers_before bigint NOT NULL,
  CONSTRAINT booking_years_pkey PRIMARY KEY (year),
  CONSTRAINT booking_years_numbers_before_check CHECK (numbers_before >= 0),
  CONSTRAINT booking_years_year_check CHECK (year >= 2020 AND year <= 2200)
);

CREATE TABLE bookings (
  id                         uuid NOT NULL,
  reference                  text NOT NULL,
  state                      text NOT NULL,
  version                    integer NOT NULL DEFAULT 1,
  service_id                 text NOT NULL,
  emergency                  boolean NOT NULL,
  trade_id                   text,
  customer_id                uuid NOT NULL,
  property_id                uuid NOT NULL,
  user_id                    uuid,
  contact_name               text NOT NULL,
  contact_email              text,
  contact_phone              text NOT NULL,
  address                    text NOT NULL,
  address_parts              jsonb NOT NULL,
  area                       text NOT NULL DEFAULT ''::text,
  message                    text NOT NULL DEFAULT ''::text,
  language                   text NOT NULL DEFAULT 'en'::text,
  preferred_date             date,
  preferred_time             time without time zone,
  preferred_technician_id    uuid,
  warranty_of_id             uuid,
  duration_min               integer,
  buffer_min                 integer,
  crew_size                  smallint NOT NULL DEFAULT 1,
  estimate_fils              bigint,
  link_version               integer NOT NULL DEFAULT 0,
  requested_at               timestamp with time zone NOT NULL,
  contact_due_at             timestamp with time zone,
  responded_at               timestamp with time zone,
  acknowledged_at            timestamp with time zone,
  dispatched_at              timestamp with time zone,
  arrived_at                 timestamp with time zone,
  unacknowledged_notified_at timestamp with time zone,
  not_arrived_notified_at    timestamp with time zone,
  contact_confirmed_at       timestamp with time zone,
  hold_expired_at            timestamp with time zone,
  continue_on                date,
  search_text                text NOT NULL GENERATED ALWAYS AS (fold_search_text((((((((((reference || ' '::text) || contact_name) || ' '::text) || contact_phone) || ' '::text) || COALESCE(contact_email, ''::text)) || ' '::text) || area) || ' '::text) || address)) STORED,
  CONSTRAINT bookings_pkey PRIMARY KEY (id),
  CONSTRAINT bookings_reference_key UNIQUE (reference),
  CONSTRAINT bookings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT bookings_preferred_technician_id_fkey FOREIGN KEY (preferred_technician_id) REFERENCES technicians(id),
  CONSTRAINT bookings_property_id_customer_id_fkey FOREIGN KEY (property_id, customer_id) REFERENCES properties(id, customer_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT bookings_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  CONSTRAINT bookings_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT bookings_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES services(id),
  CONSTRAINT bookings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT bookings_warranty_of_id_fkey FOREIGN KEY (warranty_of_id) REFERENCES bookings(id),
  CONSTRAINT bookings_address_check CHECK (length(address) > 0),
  CONSTRAINT bookings_address_parts_check CHECK (address_parts ? 'street'::text),
  CONSTRAINT bookings_buffer_min_check CHECK (buffer_min >= 0 AND buffer_min <= 240),
  CONSTRAINT bookings_contact_due_after_request_check CHECK (contact_due_at >= requested_at),
  CONSTRAINT bookings_contact_email_check CHECK (contact_email = lower(contact_email)),
  CONSTRAINT bookings_contact_name_check CHECK (length(contact_name) >= 2 AND length(contact_name) <= 50),
  CONSTRAINT bookings_contact_phone_check CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT bookings_crew_size_check CHECK (crew_size >= 1 AND crew_size <= 3),
  CONSTRAINT bookings_duration_min_check CHECK (duration_min >= 15 AND duration_min <= 9600),
  CONSTRAINT bookings_emergency_trade_check CHECK (trade_id IS NULL OR emergency),
  CONSTRAINT bookings_estimate_fils_check CHECK (estimate_fils >= 0),
  CONSTRAINT bookings_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT bookings_message_check CHECK (length(message) <= 500),
  CONSTRAINT bookings_not_own_warranty_check CHECK (warranty_of_id <> id),
  CONSTRAINT bookings_reference_check CHECK (reference ~ '^BK-[0-9]{4}-[0-9]{6}$'::text),
  CONSTRAINT bookings_responded_after_request_check CHECK (responded_at IS NULL OR responded_at >= requested_at),
  CONSTRAINT bookings_state_check CHECK (state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text, 'cancelled'::text, 'scheduled'::text, 'en_route'::text, 'on_site'::text, 'no_access'::text, 'on_hold'::text, 'work_done'::text, 'completed'::text, 'closed'::text])),
  CONSTRAINT bookings_version_check CHECK (version > 0)
);
CREATE INDEX bookings_awaiting_technician_idx ON bookings (state) INCLUDE (id, emergency, requested_at, preferred_date, preferred_time) WHERE state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'on_hold'::text, 'no_access'::text]);
CREATE INDEX bookings_contact_phone_idx ON bookings (contact_phone);
CREATE INDEX bookings_customer_id_requested_at_idx ON bookings (customer_id, requested_at DESC);
CREATE INDEX bookings_guest_email_idx ON bookings (contact_email) WHERE user_id IS NULL;
CREATE INDEX bookings_on_hold ON bookings (continue_on) WHERE state = 'on_hold'::text AND continue_on IS NOT NULL;
CREATE INDEX bookings_preferred_technician_id_idx ON bookings (preferred_technician_id) WHERE preferred_technician_id IS NOT NULL;
CREATE INDEX bookings_property_id_idx ON bookings (property_id);
CREATE INDEX bookings_requested_at_id_idx ON bookings (requested_at DESC, id DESC);
CREATE INDEX bookings_response_due_idx ON bookings (response_due_at(state, emergency, requested_at, responded_at, contact_due_at), id) WHERE response_due_at(state, emergency, requested_at, responded_at, contact_due_at) IS NOT NULL;
CREATE INDEX bookings_running_emergencies_idx ON bookings (requested_at) WHERE emergency AND (state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'scheduled'::text, 'en_route'::text]));
CREATE INDEX bookings_search_idx ON bookings USING gin (search_text gin_trgm_ops);
CREATE INDEX bookings_service_id_requested_at_id_idx ON bookings (service_id, requested_at DESC, id DESC);
CREATE INDEX bookings_sound_idx ON bookings USING gin (requested_at, sound_keys(contact_name));
CREATE INDEX bookings_state_requested_at_id_idx ON bookings (state, requested_at DESC, id DESC);
CREATE INDEX bookings_trade_id_idx ON bookings (trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX bookings_user_id_requested_at_idx ON bookings (user_id, requested_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX bookings_warranty_of_id_idx ON bookings (warranty_of_id) WHERE warranty_of_id IS NOT NULL;
CREATE TRIGGER notify_technicians_of_booking AFTER UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_booking();
CREATE TRIGGER record_work_cancellation AFTER UPDATE OF state ON bookings FOR EACH ROW WHEN ((new.state = ANY (ARRAY['cancelled'::text, 'declined'::text])) <> (old.state = ANY (ARRAY['cancelled'::text, 'declined'::text]))) EXECUTE FUNCTION record_work_cancellation();
CREATE TRIGGER sync_booking_fields AFTER UPDATE OF trade_id, service_id, requested_at ON bookings FOR EACH ROW WHEN (COALESCE(new.trade_id, new.service_id) IS DISTINCT FROM COALESCE(old.trade_id, old.service_id) OR new.requested_at IS DISTINCT FROM old.requested_at) EXECUTE FUNCTION sync_booking_fields();
CREATE TRIGGER sync_booking_fields_on_insert AFTER INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION sync_booking_fields();
CREATE TRIGGER sync_review_service AFTER UPDATE OF service_id ON bookings FOR EACH ROW WHEN (old.service_id IS DISTINCT FROM new.service_id) EXECUTE FUNCTION sync_review_service();
CREATE TRIGGER sync_warranty_outcomes_on_delete AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();
CREATE TRIGGER sync_warranty_outcomes_on_insert AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();
CREATE TRIGGER sync_warranty_outcomes_on_update AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();
CREATE TRIGGER tally_bookings_on_delete AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER tally_bookings_on_insert AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER tally_bookings_on_update AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER withdraw_page_texts AFTER UPDATE OF state ON bookings FOR EACH ROW WHEN (new.emergency AND (old.state = ANY (ARRAY['requested'::text, 'confirmed'::text])) AND (new.state <> ALL (ARRAY['requested'::text, 'confirmed'::text]))) EXECUTE FUNCTION withdraw_texts_of_dispatched_emergency();

CREATE TABLE canned_replies (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  title       text NOT NULL,
  text        text NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  text_ar     text,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text((((title || ' '::text) || text) || ' '::text) || COALESCE(text_ar, ''::text))) STORED,
  CONSTRAINT canned_replies_pkey PRIMARY KEY (id),
  CONSTRAINT canned_replies_text_ar_check CHECK (length(text_ar) >= 1 AND length(text_ar) <= 2000),
  CONSTRAINT canned_replies_text_check CHECK (length(text) >= 1 AND length(text) <= 2000),
  CONSTRAINT canned_replies_title_check CHECK (length(title) >= 1 AND length(title) <= 60),
  CONSTRAINT canned_replies_version_check CHECK (version > 0)
);
CREATE INDEX canned_replies_search_text_idx ON canned_replies USING gin (search_text gin_trgm_ops);
CREATE INDEX canned_replies_title_id_idx ON canned_replies (title, id);

CREATE TABLE certificates (
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL,
  name          text NOT NULL,
  number        text NOT NULL DEFAULT ''::text,
  expires_on    date NOT NULL,
  CONSTRAINT certificates_pkey PRIMARY KEY (id),
  CONSTRAINT certificates_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT certificates_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT certificates_number_check CHECK (length(number) <= 40)
);
CREATE INDEX certificates_technician_id_expires_on_idx ON certificates (technician_id, expires_on);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON certificates FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE channel_choices (
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id   uuid NOT NULL,
  channel       text NOT NULL,
  form          text NOT NULL,
  is_identified boolean NOT NULL,
  chosen_at     timestamp with time zone NOT NULL,
  CONSTRAINT channel_choices_pkey PRIMARY KEY (id),
  CONSTRAINT channel_choices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT channel_choices_channel_check CHECK (channel = ANY (ARRAY['whatsapp'::text, 'sms'::text, 'email'::text])),
  CONSTRAINT channel_choices_form_check CHECK (form = ANY (ARRAY['booking'::text, 'assessment'::text, 'office'::text, 'account'::text])),
  CONSTRAINT channel_choices_identified_check CHECK (is_identified OR (form = ANY (ARRAY['booking'::text, 'assessment'::text])))
);
CREATE INDEX channel_choices_customer_id_is_identified_chosen_at_id_idx ON channel_choices (customer_id, is_identified DESC, chosen_at DESC, id DESC);

CREATE TABLE channel_failures (
  channel   text NOT NULL,
  reason    text NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_failures_pkey PRIMARY KEY (channel),
  CONSTRAINT channel_failures_channel_check CHECK (channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))
);

CREATE TABLE checkouts (
  id          uuid NOT NULL,
  invoice_id  uuid,
  quote_id    uuid,
  provider    text NOT NULL,
  session     text,
  amount_fils bigint NOT NULL,
  state       text NOT NULL DEFAULT 'open'::text,
  request     jsonb,
  url         text,
  expires_at  timestamp with time zone NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  payment_id  uuid,
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
  CONSTRAINT checkouts_payment_id_key UNIQUE (payment_id),
  CONSTRAINT checkouts_provider_session_key UNIQUE (provider, session),
  CONSTRAINT checkouts_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT checkouts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT checkouts_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id),
  CONSTRAINT checkouts_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT checkouts_paid_state_check CHECK ((state = 'paid'::text) = (payment_id IS NOT NULL)),
  CONSTRAINT checkouts_purpose_check CHECK (num_nonnulls(invoice_id, quote_id) = 1),
  CONSTRAINT checkouts_request_state_check CHECK ((state = 'requested'::text) = (request IS NOT NULL)),
  CONSTRAINT checkouts_session_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'expired'::text])) OR session IS NOT NULL),
  CONSTRAINT checkouts_state_check CHECK (state = ANY (ARRAY['requested'::text, 'open'::text, 'paid'::text, 'expired'::text]))
);
CREATE INDEX checkouts_invoice_id_idx ON checkouts (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX checkouts_quote_id_idx ON checkouts (quote_id) WHERE quote_id IS NOT NULL;
CREATE UNIQUE INDEX checkouts_single_unfinished_invoice_key ON checkouts (invoice_id) WHERE state = ANY (ARRAY['requested'::text, 'open'::text]);
CREATE UNIQUE INDEX checkouts_single_unfinished_quote_key ON checkouts (quote_id) WHERE state = ANY (ARRAY['requested'::text, 'open'::text]);
CREATE INDEX checkouts_unfinished_idx ON checkouts (expires_at) WHERE state = ANY (ARRAY['requested'::text, 'open'::text]);

CREATE TABLE cheque_movements (
  cheque_id   uuid NOT NULL,
  number      integer NOT NULL,
  transition  text NOT NULL,
  day         date NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT cheque_movements_pkey PRIMARY KEY (cheque_id, number),
  CONSTRAINT cheque_movements_cheque_id_fkey FOREIGN KEY (cheque_id) REFERENCES cheques(id),
  CONSTRAINT cheque_movements_number_check CHECK (number > 0),
  CONSTRAINT cheque_movements_transition_check CHECK (transition = ANY (ARRAY['deposit'::text, 'clear'::text, 'bounce'::text, 'returnUnused'::text]))
);
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON cheque_movements FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

CREATE TABLE cheques (
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  invoice_id  uuid,
  contract_id uuid,
  quote_id    uuid,
  number      text NOT NULL,
  bank        text NOT NULL,
  dated       date NOT NULL,
  amount_fils bigint NOT NULL,
  state       text NOT NULL DEFAULT 'received'::text,
  version     integer NOT NULL DEFAULT 1,
  payment_id  uuid,
  received_at timestamp with time zone NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text((number || ' '::text) || bank)) STORED,
  instalment  integer,
  kept_at     timestamp with time zone,
  CONSTRAINT cheques_pkey PRIMARY KEY (id),
  CONSTRAINT cheques_customer_id_bank_number_key UNIQUE (customer_id, bank, number),
  CONSTRAINT cheques_payment_id_key UNIQUE (payment_id),
  CONSTRAINT cheques_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  CONSTRAINT cheques_contract_id_instalment_fkey FOREIGN KEY (contract_id, instalment) REFERENCES contract_instalments(contract_id, number),
  CONSTRAINT cheques_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT cheques_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT cheques_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT cheques_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id),
  CONSTRAINT cheques_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT cheques_amount_limit_check CHECK (amount_fils <= '10000000000'::bigint),
  CONSTRAINT cheques_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 80),
  CONSTRAINT cheques_cleared_payment_check CHECK (state <> 'cleared'::text OR payment_id IS NOT NULL),
  CONSTRAINT cheques_instalment_contract_check CHECK (instalment IS NULL OR contract_id IS NOT NULL),
  CONSTRAINT cheques_number_check CHECK (number ~ '^[0-9A-Za-z -]{1,30}$'::text),
  CONSTRAINT cheques_purpose_check CHECK (num_nonnulls(invoice_id, contract_id, quote_id) <= 1),
  CONSTRAINT cheques_state_check CHECK (state = ANY (ARRAY['received'::text, 'deposited'::text, 'cleared'::text, 'bounced'::text, 'returned'::text])),
  CONSTRAINT cheques_version_check CHECK (version > 0)
);
CREATE INDEX cheques_contract_id_idx ON cheques (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX cheques_contract_id_instalment_idx ON cheques (contract_id, instalment) WHERE instalment IS NOT NULL;
CREATE INDEX cheques_dated_id_idx ON cheques (dated DESC, id DESC);
CREATE INDEX cheques_invoice_id_idx ON cheques (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX cheques_quote_id_idx ON cheques (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX cheques_quote_id_received_idx ON cheques (quote_id) WHERE quote_id IS NOT NULL AND state = 'received'::text;
CREATE INDEX cheques_search_idx ON cheques USING gin (search_text gin_trgm_ops);
CREATE INDEX cheques_uncleared_idx ON cheques (dated, id) WHERE state = ANY (ARRAY['received'::text, 'deposited'::text]);
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT OR UPDATE OF state ON cheques DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_to_ledger('cheque');
CREATE TRIGGER record_changed_cheque AFTER UPDATE OF state, invoice_id ON cheques FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.invoice_id IS DISTINCT FROM new.invoice_id) EXECUTE FUNCTION record_held_cheque();
CREATE TRIGGER record_held_cheque AFTER INSERT ON cheques FOR EACH ROW WHEN (new.invoice_id IS NOT NULL) EXECUTE FUNCTION record_held_cheque();

CREATE TABLE client_error_groups (
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  fingerprint   text NOT NULL,
  message       text NOT NULL,
  location      text NOT NULL,
  path          text NOT NULL,
  user_agent    text,
  severity      text NOT NULL,
  occurrences   integer NOT NULL DEFAULT 1,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at  timestamp with time zone NOT NULL,
  fixed_at      timestamp with time zone,
  is_open       boolean NOT NULL GENERATED ALWAYS AS (fixed_at IS NULL OR last_seen_at > fixed_at) STORED,
  search_text   text NOT NULL GENERATED ALWAYS AS (fold_search_text((((message || ' '::text) || location) || ' '::text) || path)) STORED,
  CONSTRAINT client_error_groups_pkey PRIMARY KEY (id),
  CONSTRAINT client_error_groups_fingerprint_key UNIQUE (fingerprint),
  CONSTRAINT client_error_groups_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT client_error_groups_location_check CHECK (length(location) <= 200),
  CONSTRAINT client_error_groups_message_check CHECK (length(message) <= 500),
  CONSTRAINT client_error_groups_occurrences_check CHECK (occurrences > 0),
  CONSTRAINT client_error_groups_path_check CHECK (path ~ '^/[^?#@]{0,199}$'::text),
  CONSTRAINT client_error_groups_severity_check CHECK (severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))
);
CREATE INDEX client_error_groups_last_seen_at_idx ON client_error_groups (last_seen_at);
CREATE INDEX client_error_groups_list_idx ON client_error_groups ((is_open::integer), last_seen_at, id);
CREATE INDEX client_error_groups_search_idx ON client_error_groups USING gin (search_text gin_trgm_ops);

CREATE TABLE client_errors (
  day           date NOT NULL,
  fingerprint   text NOT NULL,
  group_id      uuid,
  message       text NOT NULL,
  stack         text NOT NULL,
  path          text NOT NULL,
  severity      text NOT NULL,
  user_agent    text,
  occurrences   integer NOT NULL DEFAULT 1,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at  timestamp with time zone NOT NULL,
  CONSTRAINT client_errors_pkey PRIMARY KEY (day, fingerprint),
  CONSTRAINT client_errors_group_id_fkey FOREIGN KEY (group_id) REFERENCES client_error_groups(id) ON DELETE CASCADE,
  CONSTRAINT client_errors_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT client_errors_message_check CHECK (length(message) <= 500),
  CONSTRAINT client_errors_occurrences_check CHECK (occurrences > 0),
  CONSTRAINT client_errors_path_check CHECK (path ~ '^/[^?#@]{0,199}$'::text),
  CONSTRAINT client_errors_severity_check CHECK (severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  CONSTRAINT client_errors_stack_check CHECK (length(stack) <= 4000)
);
CREATE INDEX client_errors_group_id_day_idx ON client_errors (group_id, day);
CREATE INDEX client_errors_last_seen_at_idx ON client_errors (last_seen_at DESC);

CREATE TABLE company_certificate_warnings (
  certificate_id uuid NOT NULL,
  expires_on     date NOT NULL,
  days_before    integer NOT NULL,
  CONSTRAINT company_certificate_warnings_pkey PRIMARY KEY (certificate_id, expires_on, days_before),
  CONSTRAINT company_certificate_warnings_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES company_certificates(id) ON DELETE CASCADE,
  CONSTRAINT company_certificate_warnings_days_before_check CHECK (days_before = ANY (ARRAY[7, 30]))
);

CREATE TABLE company_certificates (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  kind       text NOT NULL,
  title      text NOT NULL,
  issuer     text NOT NULL DEFAULT ''::text,
  number     text NOT NULL DEFAULT ''::text,
  expires_on date,
  file_id    uuid,
  "position" integer NOT NULL,
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  title_ar   text,
  issuer_ar  text,
  CONSTRAINT company_certificates_pkey PRIMARY KEY (id),
  CONSTRAINT company_certificates_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT company_certificates_issuer_ar_check CHECK (length(issuer_ar) >= 1 AND length(issuer_ar) <= 80),
  CONSTRAINT company_certificates_issuer_check CHECK (length(issuer) <= 80),
  CONSTRAINT company_certificates_kind_check CHECK (kind = ANY (ARRAY['licence'::text, 'insurance'::text, 'iso'::text, 'other'::text])),
  CONSTRAINT company_certificates_number_check CHECK (length(number) <= 60),
  CONSTRAINT company_certificates_title_ar_check CHECK (length(title_ar) >= 1 AND length(title_ar) <= 80),
  CONSTRAINT company_certificates_title_check CHECK (length(title) >= 1 AND length(title) <= 80)
);
CREATE INDEX company_certificates_file_id_idx ON company_certificates (file_id) WHERE file_id IS NOT NULL;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON company_certificates FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE contact_messages (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  reference   text NOT NULL DEFAULT format_reference('MS'::text, nextval('message_numbers'::regclass), now()),
  name        text NOT NULL,
  email       text NOT NULL,
  phone       text,
  message     text NOT NULL,
  language    text NOT NULL DEFAULT 'en'::text,
  user_id     uuid,
  sent_at     timestamp with time zone NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text((((((reference || ' '::text) || name) || ' '::text) || email) || ' '::text) || COALESCE(phone, ''::text))) STORED,
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_reference_key UNIQUE (reference),
  CONSTRAINT contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT contact_messages_email_check CHECK (email = lower(email)),
  CONSTRAINT contact_messages_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT contact_messages_message_check CHECK (length(message) >= 1 AND length(message) <= 500),
  CONSTRAINT contact_messages_name_check CHECK (length(name) >= 2 AND length(name) <= 50),
  CONSTRAINT contact_messages_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT contact_messages_reference_check CHECK (reference ~ '^MS-[0-9]{4}-[0-9]{6,}$'::text)
);
CREATE INDEX contact_messages_search_idx ON contact_messages USING gin (search_text gin_trgm_ops);
CREATE INDEX contact_messages_sent_at_id_idx ON contact_messages (sent_at DESC, id DESC);
CREATE INDEX contact_messages_user_id_idx ON contact_messages (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE content_changes (
  table_name text NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT content_changes_pkey PRIMARY KEY (table_name),
  CONSTRAINT content_changes_version_check CHECK (version > 0)
);

CREATE TABLE contract_acceptances (
  contract_id       uuid NOT NULL,
  agreement_version integer NOT NULL,
  method            text NOT NULL,
  name              text NOT NULL,
  reason            text NOT NULL DEFAULT ''::text,
  document          jsonb NOT NULL,
  client_ip         inet,
  user_id           uuid,
  at                timestamp with time zone NOT NULL,
  CONSTRAINT contract_acceptances_pkey PRIMARY KEY (contract_id, agreement_version),
  CONSTRAINT contract_acceptances_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  CONSTRAINT contract_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT contract_acceptances_agreement_version_check CHECK (agreement_version > 0),
  CONSTRAINT contract_acceptances_method_check CHECK (method = ANY (ARRAY['online'::text, 'paper'::text])),
  CONSTRAINT contract_acceptances_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT contract_acceptances_paper_reason_check CHECK (method <> 'paper'::text OR reason <> ''::text),
  CONSTRAINT contract_acceptances_reason_check CHECK (length(reason) <= 300)
);
CREATE INDEX contract_acceptances_user_id_idx ON contract_acceptances (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON contract_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{name,reason,document,client_ip,user_id}');

CREATE TABLE contract_entitlements (
  contract_id uuid NOT NULL,
  kind        text NOT NULL,
  total       integer,
  CONSTRAINT contract_entitlements_pkey PRIMARY KEY (contract_id, kind),
  CONSTRAINT contract_entitlements_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT contract_entitlements_kind_check CHECK (kind = ANY (ARRAY['ac-visit'::text, 'check'::text, 'call-out'::text, 'handyman-hour'::text])),
  CONSTRAINT contract_entitlements_total_check CHECK (total > 0)
);

CREATE TABLE contract_instalments (
  contract_id uuid NOT NULL,
  number      integer NOT NULL,
  due_date    date NOT NULL,
  starts_on   date NOT NULL,
  ends_on     date NOT NULL,
  amount_fils bigint NOT NULL,
  CONSTRAINT contract_instalments_pkey PRIMARY KEY (contract_id, number),
  CONSTRAINT contract_instalments_overlap_excl EXCLUDE USING gist (contract_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT contract_instalments_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT contract_instalments_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT contract_instalments_due_in_period_check CHECK (due_date >= starts_on AND due_date <= ends_on),
  CONSTRAINT contract_instalments_number_check CHECK (number >= 1 AND number <= 12),
  CONSTRAINT contract_instalments_period_check CHECK (starts_on <= ends_on)
);
CREATE INDEX contract_instalments_due_date_idx ON contract_instalments (due_date);
CREATE CONSTRAINT TRIGGER check_contract_instalments AFTER INSERT OR DELETE OR UPDATE ON contract_instalments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_instalments();
CREATE TRIGGER refuse_instalment_change BEFORE INSERT OR DELETE OR UPDATE ON contract_instalments FOR EACH ROW EXECUTE FUNCTION refuse_instalment_change();

CREATE TABLE contracts (
  id                         uuid NOT NULL DEFAULT gen_random_uuid(),
  reference                  text NOT NULL DEFAULT format_reference('AMC'::text, nextval('contract_numbers'::regclass), now()),
  state                      text NOT NULL,
  version                    integer NOT NULL DEFAULT 1,
  package_id                 text NOT NULL,
  property_type              text NOT NULL,
  price_id                   uuid NOT NULL,
  customer_id                uuid NOT NULL,
  property_id                uuid NOT NULL,
  user_id                    uuid,
  contact_name               text NOT NULL,
  contact_email              text NOT NULL,
  contact_phone              text NOT NULL,
  address                    text NOT NULL,
  message                    text NOT NULL DEFAULT ''::text,
  language                   text NOT NULL DEFAULT 'en'::text,
  requested_at               timestamp with time zone NOT NULL,
  renews_contract_id         uuid,
  agreed_at                  timestamp with time zone,
  price_fils                 bigint,
  starts_on                  date,
  ends_on                    date,
  call_out_hours             integer,
  emergency_fee              boolean,
  parts_discount             integer,
  parts_included_fils        bigint,
  payment_plan               text NOT NULL DEFAULT 'upfront'::text,
  activated_at               timestamp with time zone,
  ended_on                   date,
  revenue_recognised_through date,
  last_reminder_days         integer,
  search_text                text NOT NULL GENERATED ALWAYS AS (fold_search_text((((((((reference || ' '::text) || contact_name) || ' '::text) || contact_email) || ' '::text) || contact_phone) || ' '::text) || address)) STORED,
  agreement_version          integer NOT NULL DEFAULT 1,
  link_version               smallint NOT NULL DEFAULT 0,
  CONSTRAINT contracts_pkey PRIMARY KEY (id),
  CONSTRAINT contracts_reference_key UNIQUE (reference),
  CONSTRAINT contracts_renews_contract_id_key UNIQUE (renews_contract_id),
  CONSTRAINT contracts_single_active_excl EXCLUDE USING gist (property_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE (state = 'active'::text),
  CONSTRAINT contracts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT contracts_price_id_package_id_property_type_fkey FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices(id, package_id, property_type),
  CONSTRAINT contracts_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  CONSTRAINT contracts_renews_contract_id_fkey FOREIGN KEY (renews_contract_id) REFERENCES contracts(id),
  CONSTRAINT contracts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT contracts_active_terms_check CHECK ((state <> ALL (ARRAY['active'::text, 'expired'::text])) OR agreed_at IS NOT NULL AND activated_at IS NOT NULL),
  CONSTRAINT contracts_address_check CHECK (length(address) > 0),
  CONSTRAINT contracts_agreement_version_positive CHECK (agreement_version > 0),
  CONSTRAINT contracts_amount_limit_check CHECK (price_fils <= '10000000000'::bigint),
  CONSTRAINT contracts_call_out_hours_check CHECK (call_out_hours > 0),
  CONSTRAINT contracts_cancelled_ended_on_check CHECK ((state = 'cancelled'::text) = (ended_on IS NOT NULL)),
  CONSTRAINT contracts_contact_email_check CHECK (contact_email = lower(contact_email)),
  CONSTRAINT contracts_contact_name_check CHECK (length(contact_name) >= 2 AND length(contact_name) <= 50),
  CONSTRAINT contracts_contact_phone_check CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT contracts_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT contracts_message_check CHECK (length(message) <= 500),
  CONSTRAINT contracts_parts_discount_check CHECK (parts_discount >= 0 AND parts_discount <= 100),
  CONSTRAINT contracts_parts_included_fils_check CHECK (parts_included_fils > 0),
  CONSTRAINT contracts_payment_plan_check CHECK (payment_plan = ANY (ARRAY['upfront'::text, 'cheques'::text])),
  CONSTRAINT contracts_period_check CHECK (ends_on > starts_on),
  CONSTRAINT contracts_price_fils_check CHECK (price_fils > 0),
  CONSTRAINT contracts_reference_check CHECK (reference ~ '^AMC-[0-9]{4}-[0-9]{6,}$'::text),
  CONSTRAINT contracts_state_check CHECK (state = ANY (ARRAY['requested'::text, 'active'::text, 'expired'::text, 'cancelled'::text])),
  CONSTRAINT contracts_terms_complete_check CHECK (num_nonnulls(agreed_at, price_fils, starts_on, ends_on, call_out_hours, emergency_fee, parts_discount) = ANY (ARRAY[0, 7])),
  CONSTRAINT contracts_version_check CHECK (version > 0)
);
CREATE INDEX contracts_customer_id_requested_at_idx ON contracts (customer_id, requested_at DESC);
CREATE INDEX contracts_ending_idx ON contracts (ends_on) WHERE state = 'active'::text;
CREATE INDEX contracts_price_id_idx ON contracts (price_id);
CREATE INDEX contracts_property_id_idx ON contracts (property_id);
CREATE INDEX contracts_requested_at_id_idx ON contracts (requested_at DESC, id DESC);
CREATE INDEX contracts_search_idx ON contracts USING gin (search_text gin_trgm_ops);
CREATE INDEX contracts_sound_idx ON contracts USING gin (requested_at, sound_keys(contact_name));
CREATE INDEX contracts_state_requested_at_id_idx ON contracts (state, requested_at DESC, id DESC);
CREATE INDEX contracts_unearned_idx ON contracts (revenue_recognised_through) WHERE activated_at IS NOT NULL;
CREATE INDEX contracts_user_id_requested_at_idx ON contracts (user_id, requested_at DESC) WHERE user_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER check_contract_instalments AFTER UPDATE OF payment_plan, price_fils, starts_on, ends_on ON contracts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_instalments();
CREATE TRIGGER refuse_contract_terms_change BEFORE UPDATE ON contracts FOR EACH ROW WHEN (old.agreed_at IS NOT NULL AND (old.price_fils IS DISTINCT FROM new.price_fils OR old.starts_on IS DISTINCT FROM new.starts_on OR old.ends_on IS DISTINCT FROM new.ends_on OR old.package_id IS DISTINCT FROM new.package_id OR old.property_type IS DISTINCT FROM new.property_type OR old.call_out_hours IS DISTINCT FROM new.call_out_hours OR old.emergency_fee IS DISTINCT FROM new.emergency_fee OR old.parts_discount IS DISTINCT FROM new.parts_discount OR old.parts_included_fils IS DISTINCT FROM new.parts_included_fils)) EXECUTE FUNCTION refuse_contract_terms_change();

CREATE TABLE conversation_files (
  id           uuid NOT NULL DEFAULT gen_random_uuid(),
  message_id   uuid NOT NULL,
  media_id     text,
  content_type text NOT NULL,
  file_name    text,
  file_id      uuid,
  booking_id   uuid,
  state        text NOT NULL DEFAULT 'waiting'::text,
  due_at       timestamp with time zone DEFAULT now(),
  attempts     integer NOT NULL DEFAULT 0,
  last_error   text,
  CONSTRAINT conversation_files_pkey PRIMARY KEY (id),
  CONSTRAINT conversation_files_file_id_key UNIQUE (file_id),
  CONSTRAINT conversation_files_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT conversation_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT conversation_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES conversation_messages(id) ON DELETE CASCADE,
  CONSTRAINT conversation_files_due_at_check CHECK ((state = ANY (ARRAY['waiting'::text, 'fetching'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT conversation_files_file_id_check CHECK ((state = 'stored'::text) = (file_id IS NOT NULL)),
  CONSTRAINT conversation_files_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'fetching'::text, 'stored'::text, 'missing'::text, 'unsupported'::text]))
);
CREATE INDEX conversation_files_booking_id_idx ON conversation_files (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX conversation_files_due_at_idx ON conversation_files (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX conversation_files_message_id_idx ON conversation_files (message_id);
CREATE TRIGGER notify_inbox AFTER INSERT OR UPDATE OF state ON conversation_files FOR EACH ROW WHEN (new.state <> 'fetching'::text) EXECUTE FUNCTION notify_inbox();

CREATE TABLE conversation_messages (
  id                 uuid NOT NULL DEFAULT gen_random_uuid(),
  conversation_id    uuid NOT NULL,
  direction          text NOT NULL,
  channel            text,
  address            text,
  text               text NOT NULL DEFAULT ''::text,
  location           jsonb,
  provider           text,
  provider_id        text,
  trail_id           bigint,
  contact_message_id uuid,
  contract_id        uuid,
  author_id          uuid,
  author_name        text,
  sent_at            timestamp with time zone NOT NULL,
  number             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  search_text        text NOT NULL GENERATED ALWAYS AS (fold_search_text(text)) STORED,
  automatic          boolean NOT NULL DEFAULT false,
  choices            jsonb,
  CONSTRAINT conversation_messages_pkey PRIMARY KEY (id),
  CONSTRAINT conversation_messages_contact_message_id_key UNIQUE (contact_message_id),
  CONSTRAINT conversation_messages_contract_id_key UNIQUE (contract_id),
  CONSTRAINT conversation_messages_trail_id_key UNIQUE (trail_id),
  CONSTRAINT conversation_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT conversation_messages_contact_message_id_fkey FOREIGN KEY (contact_message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  CONSTRAINT conversation_messages_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT conversation_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT conversation_messages_automatic_check CHECK (
CASE
    WHEN automatic THEN direction = 'sent'::text AND author_id IS NULL
    ELSE choices IS NULL
END),
  CONSTRAINT conversation_messages_channel_check CHECK (channel = ANY (ARRAY['whatsapp'::text, 'sms'::text, 'email'::text, 'form'::text, 'contract'::text])),
  CONSTRAINT conversation_messages_direction_check CHECK (direction = ANY (ARRAY['received'::text, 'sent'::text, 'note'::text])),
  CONSTRAINT conversation_messages_note_check CHECK ((direction = 'note'::text) = (channel IS NULL)),
  CONSTRAINT conversation_messages_provider_check CHECK ((provider IS NULL) = (provider_id IS NULL)),
  CONSTRAINT conversation_messages_text_check CHECK (length(text) <= 20000)
);
CREATE INDEX conversation_messages_author_id_idx ON conversation_messages (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX conversation_messages_conversation_id_sent_at_number_idx ON conversation_messages (conversation_id, sent_at DESC, number DESC);
CREATE UNIQUE INDEX conversation_messages_provider_provider_id_idx ON conversation_messages (provider, provider_id);
CREATE INDEX conversation_messages_search_text_idx ON conversation_messages USING gin (search_text gin_trgm_ops);
CREATE INDEX conversation_messages_sent_at_idx ON conversation_messages (sent_at);

CREATE TABLE conversation_writers (
  conversation_id uuid NOT NULL,
  user_id         uuid NOT NULL,
  wrote_at        timestamp with time zone NOT NULL,
  CONSTRAINT conversation_writers_pkey PRIMARY KEY (conversation_id, user_id),
  CONSTRAINT conversation_writers_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT conversation_writers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX conversation_writers_user_id_idx ON conversation_writers (user_id);
CREATE TRIGGER notify_inbox AFTER INSERT OR DELETE OR UPDATE ON conversation_writers FOR EACH ROW EXECUTE FUNCTION notify_inbox();

CREATE TABLE conversations (
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id     uuid,
  name            text,
  phone           text,
  email           text,
  state           text NOT NULL DEFAULT 'open'::text,
  snoozed_until   timestamp with time zone,
  assignee_id     uuid,
  unread_count    integer NOT NULL DEFAULT 0,
  version         integer NOT NULL DEFAULT 1,
  last_message_at timestamp with time zone NOT NULL,
  search_text     text NOT NULL GENERATED ALWAYS AS (fold_search_text((((COALESCE(name, ''::text) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(email, ''::text))) STORED,
  CONSTRAINT conversations_pkey PRIMARY KEY (id),
  CONSTRAINT conversations_customer_id_key UNIQUE (customer_id),
  CONSTRAINT conversations_email_key UNIQUE (email),
  CONSTRAINT conversations_phone_key UNIQUE (phone),
  CONSTRAINT conversations_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT conversations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT conversations_email_check CHECK (email = lower(email)),
  CONSTRAINT conversations_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT conversations_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT conversations_sender_check CHECK (
CASE
    WHEN customer_id IS NULL THEN name IS NOT NULL AND num_nonnulls(phone, email) > 0
    ELSE num_nonnulls(name, phone, email) = 0
END),
  CONSTRAINT conversations_snoozed_until_check CHECK ((state = 'snoozed'::text) = (snoozed_until IS NOT NULL)),
  CONSTRAINT conversations_state_check CHECK (state = ANY (ARRAY['open'::text, 'snoozed'::text, 'closed'::text])),
  CONSTRAINT conversations_unread_count_check CHECK (unread_count >= 0),
  CONSTRAINT conversations_version_check CHECK (version > 0)
);
CREATE INDEX conversations_assignee_id_idx ON conversations (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX conversations_last_message_at_id_idx ON conversations (last_message_at DESC, id DESC);
CREATE INDEX conversations_search_text_idx ON conversations USING gin (search_text gin_trgm_ops);
CREATE INDEX conversations_snoozed_until_idx ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX conversations_sound_idx ON conversations USING gin (last_message_at, sound_keys(name));
CREATE INDEX conversations_state_last_message_at_id_idx ON conversations (state, last_message_at DESC, id DESC);

CREATE TABLE counters (
  kind  text NOT NULL,
  year  integer NOT NULL,
  value integer NOT NULL DEFAULT 0,
  CONSTRAINT counters_pkey PRIMARY KEY (kind, year),
  CONSTRAINT counters_kind_check CHECK (kind = ANY (ARRAY['QT'::text, 'INV'::text, 'CN'::text])),
  CONSTRAINT counters_value_check CHECK (value >= 0 AND value <= 999999),
  CONSTRAINT counters_year_check CHECK (year >= 2020 AND year <= 2200)
);

CREATE TABLE credit_entries (
  id                bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id       uuid NOT NULL,
  amount_fils       bigint NOT NULL,
  payment_id        uuid,
  credit_note_id    uuid,
  refund_id         uuid,
  settlement_id     bigint,
  opening_credit_id uuid,
  at                timestamp with time zone NOT NULL,
  day               date,
  CONSTRAINT credit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT credit_entries_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT credit_entries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT credit_entries_opening_credit_id_fkey FOREIGN KEY (opening_credit_id) REFERENCES opening_credits(id),
  CONSTRAINT credit_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT credit_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT credit_entries_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT credit_entries_amount_fils_check CHECK (amount_fils <> 0),
  CONSTRAINT credit_entries_source_check CHECK (num_nonnulls(payment_id, credit_note_id, refund_id, settlement_id, opening_credit_id) = 1)
);
CREATE INDEX credit_entries_credit_note_id_idx ON credit_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX credit_entries_customer_id_id_idx ON credit_entries (customer_id, id);
CREATE INDEX credit_entries_opening_credit_id_idx ON credit_entries (opening_credit_id) WHERE opening_credit_id IS NOT NULL;
CREATE INDEX credit_entries_payment_id_idx ON credit_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX credit_entries_refund_id_idx ON credit_entries (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX credit_entries_settlement_id_idx ON credit_entries (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE TRIGGER apply_credit_entries AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION apply_credit_entries();
CREATE TRIGGER apply_credit_entries_on_update AFTER UPDATE ON credit_entries REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION apply_credit_entries();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON credit_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON credit_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_to_ledger('credit-entry');
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id}');

CREATE TABLE credit_note_lines (
  credit_note_id       uuid NOT NULL,
  "position"           integer NOT NULL,
  invoice_id           uuid NOT NULL,
  invoice_position     integer,
  description          text NOT NULL,
  quantity_hundredths  integer NOT NULL,
  unit                 text NOT NULL DEFAULT ''::text,
  unit_fils            bigint NOT NULL,
  discount_fils        bigint NOT NULL DEFAULT 0,
  vat_percent          integer NOT NULL,
  gross_fils           bigint NOT NULL,
  vat_fils             bigint NOT NULL,
  net_fils             bigint NOT NULL GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  quantity_thousandths smallint NOT NULL DEFAULT 0,
  vat_treatment        text,
  CONSTRAINT credit_note_lines_pkey PRIMARY KEY (credit_note_id, "position"),
  CONSTRAINT credit_note_lines_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT credit_note_lines_invoice_id_invoice_position_fkey FOREIGN KEY (invoice_id, invoice_position) REFERENCES invoice_lines(invoice_id, "position"),
  CONSTRAINT credit_note_lines_description_check CHECK (length(description) >= 1 AND length(description) <= 500),
  CONSTRAINT credit_note_lines_discount_fils_check CHECK (discount_fils >= 0),
  CONSTRAINT credit_note_lines_gross_of_quantity_check CHECK (gross_fils::numeric = (round((quantity_hundredths::numeric * 10::numeric + quantity_thousandths::numeric) * unit_fils::numeric / 1000::numeric) - discount_fils::numeric)),
  CONSTRAINT credit_note_lines_line_or_treatment_check CHECK ((invoice_position IS NULL) = (vat_treatment IS NOT NULL)),
  CONSTRAINT credit_note_lines_position_check CHECK ("position" >= 1 AND "position" <= 300),
  CONSTRAINT credit_note_lines_quantity_range_check CHECK (abs(quantity_hundredths) <= 10000000 AND quantity_thousandths >= '-9'::integer AND quantity_thousandths <= 9 AND (quantity_hundredths::bigint * quantity_thousandths) >= 0 AND (quantity_hundredths <> 0 OR quantity_thousandths <> 0)),
  CONSTRAINT credit_note_lines_sign_of_quantity_check CHECK (gross_fils <> 0 AND sign(gross_fils::double precision) = sign((quantity_hundredths::bigint * 10 + quantity_thousandths)::double precision)),
  CONSTRAINT credit_note_lines_unit_check CHECK (length(unit) <= 20),
  CONSTRAINT credit_note_lines_unit_fils_check CHECK (unit_fils >= 0),
  CONSTRAINT credit_note_lines_vat_percent_check CHECK (vat_percent >= 0 AND vat_percent <= 50),
  CONSTRAINT credit_note_lines_vat_range_check CHECK ((sign(vat_fils::double precision) * sign(gross_fils::double precision)) >= 0::double precision AND abs(vat_fils) <= abs(gross_fils)),
  CONSTRAINT credit_note_lines_vat_treatment_code_check CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'DL8.45.1'::text, 'DL8.45'::text, 'DL8.46.1'::text, 'DL8.46.2'::text, 'DL8.46.3'::text, 'DL8.46.4'::text, 'DL8.30.7'::text, 'DL8.29'::text]))
);
CREATE INDEX credit_note_lines_invoice_id_invoice_position_idx ON credit_note_lines (invoice_id, invoice_position);
CREATE TRIGGER apply_credit_note_line AFTER INSERT ON credit_note_lines FOR EACH ROW EXECUTE FUNCTION apply_credit_note_line();
CREATE TRIGGER record_credit_note_revenue AFTER INSERT ON credit_note_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_credit_note_revenue();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON credit_note_lines FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

CREATE TABLE credit_notes (
  id            uuid NOT NULL,
  reference     text NOT NULL,
  invoice_id    uuid NOT NULL,
  title         text NOT NULL,
  language      text NOT NULL DEFAULT 'en'::text,
  seller        jsonb NOT NULL,
  buyer         jsonb NOT NULL,
  reason        text NOT NULL,
  event_date    date NOT NULL,
  issue_date    date NOT NULL,
  issued_at     timestamp with time zone NOT NULL,
  net_fils      bigint NOT NULL,
  vat_fils      bigint NOT NULL,
  total_fils    bigint NOT NULL,
  document_id   uuid,
  erased_at     timestamp with time zone,
  original_fils bigint,
  CONSTRAINT credit_notes_pkey PRIMARY KEY (id),
  CONSTRAINT credit_notes_document_id_key UNIQUE (document_id),
  CONSTRAINT credit_notes_reference_key UNIQUE (reference),
  CONSTRAINT credit_notes_document_id_fkey FOREIGN KEY (document_id) REFERENCES files(id),
  CONSTRAINT credit_notes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT credit_notes_dates_check CHECK (event_date <= issue_date),
  CONSTRAINT credit_notes_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT credit_notes_original_value_check CHECK (original_fils >= total_fils),
  CONSTRAINT credit_notes_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 300),
  CONSTRAINT credit_notes_reference_check CHECK (reference ~ '^CN-[0-9]{4}-[0-9]{6}$'::text),
  CONSTRAINT credit_notes_title_check CHECK (title = ANY (ARRAY['tax-credit-note'::text, 'credit-note'::text])),
  CONSTRAINT credit_notes_total_fils_check CHECK (total_fils >= 0),
  CONSTRAINT credit_notes_total_sum_check CHECK (total_fils = (net_fils + vat_fils))
);
CREATE INDEX credit_notes_invoice_id_idx ON credit_notes (invoice_id);
CREATE INDEX credit_notes_issued_at_id_idx ON credit_notes (issued_at DESC, id DESC);
CREATE INDEX credit_notes_retention_idx ON credit_notes (issue_date) WHERE erased_at IS NULL;
CREATE TRIGGER apply_credit_note AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION apply_credit_note();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_to_ledger('credit-note');
CREATE TRIGGER refuse_credit_note_change BEFORE DELETE OR UPDATE ON credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_credit_note_change();

CREATE TABLE customer_balances (
  customer_id uuid NOT NULL,
  credit_fils bigint NOT NULL DEFAULT 0,
  CONSTRAINT customer_balances_pkey PRIMARY KEY (customer_id),
  CONSTRAINT customer_balances_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT customer_balances_credit_fils_check CHECK (credit_fils >= 0)
);

CREATE TABLE customer_notes (
  id             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id    uuid NOT NULL,
  text           text NOT NULL,
  for_technician boolean NOT NULL DEFAULT false,
  author_id      uuid,
  author_name    text,
  at             timestamp with time zone NOT NULL,
  CONSTRAINT customer_notes_pkey PRIMARY KEY (id),
  CONSTRAINT customer_notes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT customer_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 1000)
);
CREATE INDEX customer_notes_customer_id_id_idx ON customer_notes (customer_id, id);
CREATE TRIGGER notify_technicians_of_note AFTER INSERT ON customer_notes FOR EACH ROW WHEN (new.for_technician) EXECUTE FUNCTION notify_technicians_of_note();

CREATE TABLE customers (
  id                uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id           uuid,
  name              text NOT NULL,
  email             text,
  phone             text,
  company           text,
  billing_address   text,
  trn               text,
  billing_street    text,
  billing_city      text,
  billing_emirate   text,
  e_address         text,
  trade_licence     text,
  payment_reminders boolean NOT NULL DEFAULT true,
  created_at        timestamp with time zone NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  merged_into       uuid,
  merged_at         timestamp with time zone,
  search_text       text NOT NULL DEFAULT ''::text,
  billing_country   text,
  billing_region    text,
  tax_number        text,
  licence_authority text,
  language          text,
  CONSTRAINT customers_pkey PRIMARY KEY (id),
  CONSTRAINT customers_user_id_key UNIQUE (user_id),
  CONSTRAINT customers_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES customers(id),
  CONSTRAINT customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT customers_abroad_check CHECK (
CASE
    WHEN billing_country IS NULL THEN num_nonnulls(billing_region, tax_number) = 0
    ELSE billing_emirate IS NULL
END),
  CONSTRAINT customers_billing_address_check CHECK (length(billing_address) >= 1 AND length(billing_address) <= 300),
  CONSTRAINT customers_billing_city_check CHECK (length(billing_city) >= 1 AND length(billing_city) <= 60),
  CONSTRAINT customers_billing_country_format_check CHECK (billing_country ~ '^[A-Z]{2}$'::text AND billing_country <> 'AE'::text),
  CONSTRAINT customers_billing_emirate_check CHECK (billing_emirate = ANY (ARRAY['AUH'::text, 'DXB'::text, 'SHJ'::text, 'AJM'::text, 'UAQ'::text, 'RAK'::text, 'FUJ'::text])),
  CONSTRAINT customers_billing_region_length_check CHECK (length(billing_region) >= 1 AND length(billing_region) <= 60),
  CONSTRAINT customers_billing_street_check CHECK (length(billing_street) >= 1 AND length(billing_street) <= 120),
  CONSTRAINT customers_company_check CHECK (length(company) >= 1 AND length(company) <= 120),
  CONSTRAINT customers_e_address_check CHECK (e_address ~ '^(1[0-9]{9}|9900000098)$'::text),
  CONSTRAINT customers_email_check CHECK (email = lower(email)),
  CONSTRAINT customers_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text) NOT VALID,
  CONSTRAINT customers_licence_authority_length_check CHECK (length(licence_authority) >= 1 AND length(licence_authority) <= 120),
  CONSTRAINT customers_merge_complete_check CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  CONSTRAINT customers_merged_without_user_check CHECK (merged_into IS NULL OR user_id IS NULL),
  CONSTRAINT customers_not_merged_into_self_check CHECK (merged_into <> id),
  CONSTRAINT customers_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT customers_tax_number_length_check CHECK (length(tax_number) >= 1 AND length(tax_number) <= 40),
  CONSTRAINT customers_trade_licence_check CHECK (length(trade_licence) >= 1 AND length(trade_licence) <= 40),
  CONSTRAINT customers_trn_check CHECK (trn ~ '^1[0-9]{14}$'::text),
  CONSTRAINT customers_version_check CHECK (version > 0)
);
CREATE INDEX customers_email_idx ON customers (email);
CREATE INDEX customers_letter_pairs_idx ON customers USING gin (letter_pairs(search_text));
CREATE INDEX customers_merged_into_idx ON customers (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_name_idx ON customers (lower(name), id) WHERE merged_into IS NULL;
CREATE INDEX customers_newest_idx ON customers (created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX customers_phone_idx ON customers (phone);
CREATE INDEX customers_search_idx ON customers USING gin (search_text gin_trgm_ops);
CREATE INDEX customers_sound_idx ON customers USING gin (created_at, sound_keys((name || ' '::text) || COALESCE(company, ''::text)));
CREATE TRIGGER move_duplicate_flag AFTER UPDATE OF merged_into ON customers FOR EACH ROW WHEN (new.merged_into IS NOT NULL) EXECUTE FUNCTION move_duplicate_flag();
CREATE TRIGGER raise_duplicate_flag AFTER UPDATE OF phone, email ON customers FOR EACH ROW EXECUTE FUNCTION flag_duplicate_customers();
CREATE TRIGGER raise_duplicate_flag_of_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION flag_duplicates_of_added();
CREATE CONSTRAINT TRIGGER refresh_search_text_of_kept AFTER INSERT OR UPDATE OF merged_into, name, phone, email, company, trn ON customers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.merged_into IS NOT NULL) EXECUTE FUNCTION refresh_search_text_of_kept();
CREATE TRIGGER write_customer_search_text BEFORE INSERT OR UPDATE OF name, phone, email, company, trn, search_text ON customers FOR EACH ROW EXECUTE FUNCTION write_customer_search_text();

CREATE TABLE daily_page_loads (
  day         date NOT NULL,
  page_loads  integer NOT NULL,
  form_starts integer NOT NULL,
  CONSTRAINT daily_page_loads_pkey PRIMARY KEY (day)
);

CREATE TABLE duplicate_customers (
  customer_id uuid NOT NULL,
  CONSTRAINT duplicate_customers_pkey PRIMARY KEY (customer_id),
  CONSTRAINT duplicate_customers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);

CREATE TABLE e_invoices (
  id               uuid NOT NULL,
  invoice_id       uuid,
  credit_note_id   uuid,
  xml              text NOT NULL,
  created_at       timestamp with time zone NOT NULL,
  state            text NOT NULL DEFAULT 'created'::text,
  failed_attempts  integer NOT NULL DEFAULT 0,
  provider_id      text,
  rejection_reason text,
  sent_at          timestamp with time zone,
  polled_at        timestamp with time zone,
  CONSTRAINT e_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT e_invoices_credit_note_id_key UNIQUE (credit_note_id),
  CONSTRAINT e_invoices_invoice_id_key UNIQUE (invoice_id),
  CONSTRAINT e_invoices_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT e_invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT e_invoices_document_check CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
  CONSTRAINT e_invoices_failed_attempts_check CHECK (failed_attempts >= 0),
  CONSTRAINT e_invoices_polled_check CHECK (state <> 'sent'::text OR polled_at IS NOT NULL),
  CONSTRAINT e_invoices_rejection_reason_check CHECK (length(rejection_reason) <= 1000),
  CONSTRAINT e_invoices_sent_complete_check CHECK ((state <> ALL (ARRAY['sent'::text, 'received'::text])) OR provider_id IS NOT NULL AND sent_at IS NOT NULL),
  CONSTRAINT e_invoices_state_check CHECK (state = ANY (ARRAY['created'::text, 'sent'::text, 'received'::text, 'rejected'::text]))
);
CREATE INDEX e_invoices_sent_idx ON e_invoices (polled_at) WHERE state = 'sent'::text;
CREATE TRIGGER refuse_e_invoice_change BEFORE DELETE OR UPDATE ON e_invoices FOR EACH ROW EXECUTE FUNCTION refuse_e_invoice_change();

CREATE TABLE employment_periods (
  technician_id uuid NOT NULL,
  first_day     date NOT NULL,
  last_day      date,
  CONSTRAINT employment_periods_pkey PRIMARY KEY (technician_id, first_day),
  CONSTRAINT employment_periods_no_overlap_excl EXCLUDE USING gist (technician_id WITH =, daterange(first_day, last_day, '[]'::text) WITH &&),
  CONSTRAINT employment_periods_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT employment_periods_days_check CHECK (last_day >= first_day)
);

CREATE TABLE entitlement_uses (
  booking_id       uuid NOT NULL,
  contract_id      uuid NOT NULL,
  kind             text NOT NULL,
  quantity         integer NOT NULL,
  is_planned_visit boolean NOT NULL,
  CONSTRAINT entitlement_uses_pkey PRIMARY KEY (booking_id, kind),
  CONSTRAINT entitlement_uses_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT entitlement_uses_contract_id_kind_fkey FOREIGN KEY (contract_id, kind) REFERENCES contract_entitlements(contract_id, kind),
  CONSTRAINT entitlement_uses_quantity_check CHECK (quantity > 0)
);
CREATE INDEX entitlement_uses_contract_id_kind_idx ON entitlement_uses (contract_id, kind);
CREATE TRIGGER refuse_entitlement_overuse AFTER INSERT OR UPDATE ON entitlement_uses FOR EACH ROW EXECUTE FUNCTION refuse_entitlement_overuse();

CREATE TABLE erased_mails (
  mail_id   uuid NOT NULL,
  erased_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT erased_mails_pkey PRIMARY KEY (mail_id)
);

CREATE TABLE files (
  id           uuid NOT NULL DEFAULT gen_random_uuid(),
  kind         text NOT NULL,
  owner_id     uuid,
  public       boolean NOT NULL DEFAULT false,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL,
  sha256       text NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_kind_check CHECK (kind ~ '^[a-z-]+$'::text),
  CONSTRAINT files_recording_check CHECK (kind <> 'uploaded-recording'::text OR size_bytes <= 2097152 AND (content_type = ANY (ARRAY['audio/webm'::text, 'audio/ogg'::text, 'audio/mp4'::text])) AND NOT public),
  CONSTRAINT files_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT files_size_bytes_check CHECK (size_bytes > 0)
);
CREATE INDEX files_owner_id_created_at_idx ON files (owner_id, created_at) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unclaimed_idx ON files (created_at) WHERE owner_id IS NULL;

CREATE TABLE financial_years (
  id          uuid NOT NULL,
  starts_on   date NOT NULL,
  ends_on     date NOT NULL,
  profit_fils bigint NOT NULL,
  closed_by   uuid,
  closed_at   timestamp with time zone NOT NULL,
  CONSTRAINT financial_years_pkey PRIMARY KEY (id),
  CONSTRAINT financial_years_no_overlap EXCLUDE USING gist (daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT financial_years_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT financial_years_period_check CHECK (starts_on <= ends_on)
);
CREATE INDEX financial_years_closed_by_idx ON financial_years (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX financial_years_ends_on_idx ON financial_years (ends_on);
CREATE TRIGGER post_year_end AFTER INSERT ON financial_years FOR EACH ROW EXECUTE FUNCTION post_year_end();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON financial_years FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{closed_by}');

CREATE TABLE fully_held_days (
  day       date NOT NULL,
  filled_at timestamp with time zone NOT NULL,
  CONSTRAINT fully_held_days_pkey PRIMARY KEY (day)
);

CREATE TABLE guest_holds (
  visit_id     uuid NOT NULL,
  network      text NOT NULL,
  mailbox      text NOT NULL,
  ends_at      timestamp with time zone NOT NULL,
  mail_domain  text,
  confirmed_at timestamp with time zone,
  CONSTRAINT guest_holds_pkey PRIMARY KEY (visit_id),
  CONSTRAINT guest_holds_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id)
);
CREATE INDEX guest_holds_ends_at_idx ON guest_holds (ends_at);
CREATE INDEX guest_holds_mail_domain_idx ON guest_holds (mail_domain) WHERE confirmed_at IS NOT NULL;
CREATE INDEX guest_holds_mailbox_idx ON guest_holds (mailbox);
CREATE INDEX guest_holds_network_idx ON guest_holds (network);

CREATE TABLE idempotency_keys (
  scope      text NOT NULL,
  key        text NOT NULL,
  body_hash  text NOT NULL,
  status     integer,
  response   jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key),
  CONSTRAINT idempotency_keys_key_check CHECK (length(key) >= 1 AND length(key) <= 255)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE imported_bookings (
  source     text NOT NULL,
  reference  text NOT NULL,
  booking_id uuid NOT NULL,
  CONSTRAINT imported_bookings_pkey PRIMARY KEY (source, reference),
  CONSTRAINT imported_bookings_booking_id_key UNIQUE (booking_id),
  CONSTRAINT imported_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT imported_bookings_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 50),
  CONSTRAINT imported_bookings_source_check CHECK (length(source) >= 1 AND length(source) <= 50)
);
CREATE INDEX imported_bookings_reference_idx ON imported_bookings (lower(reference));

CREATE TABLE inbound_mailboxes (
  name          text NOT NULL,
  uid_validity  bigint,
  last_uid      bigint NOT NULL DEFAULT 0,
  not_before    timestamp with time zone NOT NULL,
  read_at       timestamp with time zone,
  reader_id     uuid,
  lease_ends_at timestamp with time zone,
  failure       text,
  failed_at     timestamp with time zone,
  CONSTRAINT inbound_mailboxes_pkey PRIMARY KEY (name),
  CONSTRAINT inbound_mailboxes_failed_at_check CHECK ((failure IS NULL) = (failed_at IS NULL)),
  CONSTRAINT inbound_mailboxes_failure_check CHECK (failure = ANY (ARRAY['refused'::text, 'no-folder'::text, 'unreachable'::text, 'failed'::text])),
  CONSTRAINT inbound_mailboxes_last_uid_check CHECK (last_uid >= 0),
  CONSTRAINT inbound_mailboxes_lease_check CHECK ((reader_id IS NULL) = (lease_ends_at IS NULL))
);

CREATE TABLE inbox_item_states (
  item_id     uuid NOT NULL GENERATED ALWAYS AS (COALESCE(message_id, contract_id)) STORED,
  message_id  uuid,
  contract_id uuid,
  state       text NOT NULL,
  version     integer NOT NULL,
  CONSTRAINT inbox_item_states_pkey PRIMARY KEY (item_id),
  CONSTRAINT inbox_item_states_contract_id_key UNIQUE (contract_id),
  CONSTRAINT inbox_item_states_message_id_key UNIQUE (message_id),
  CONSTRAINT inbox_item_states_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id) ON DELETE CASCADE,
  CONSTRAINT inbox_item_states_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  CONSTRAINT inbox_item_states_item_check CHECK (num_nonnulls(message_id, contract_id) = 1),
  CONSTRAINT inbox_item_states_state_check CHECK (state = ANY (ARRAY['open'::text, 'in-progress'::text, 'answered'::text])),
  CONSTRAINT inbox_item_states_version_check CHECK (version > 0)
);

CREATE TABLE invoice_lines (
  invoice_id           uuid NOT NULL,
  "position"           integer NOT NULL,
  section              text NOT NULL DEFAULT ''::text,
  description          text NOT NULL,
  quantity_hundredths  integer NOT NULL,
  unit                 text NOT NULL DEFAULT ''::text,
  unit_fils            bigint NOT NULL,
  discount_fils        bigint NOT NULL DEFAULT 0,
  vat_percent          integer NOT NULL,
  gross_fils           bigint NOT NULL,
  vat_fils             bigint NOT NULL,
  net_fils             bigint NOT NULL GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  service_id           text,
  price_id             uuid,
  deducted_deposit_id  uuid,
  part_contract_id     uuid,
  quantity_thousandths smallint NOT NULL DEFAULT 0,
  vat_treatment        text NOT NULL DEFAULT 'standard'::text,
  CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, "position"),
  CONSTRAINT invoice_lines_deducted_deposit_id_fkey FOREIGN KEY (deducted_deposit_id) REFERENCES invoices(id),
  CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  CONSTRAINT invoice_lines_part_contract_id_fkey FOREIGN KEY (part_contract_id) REFERENCES contracts(id),
  CONSTRAINT invoice_lines_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  CONSTRAINT invoice_lines_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT invoice_lines_deduction_check CHECK ((quantity_hundredths < 0) = (deducted_deposit_id IS NOT NULL)),
  CONSTRAINT invoice_lines_description_check CHECK (length(description) >= 1 AND length(description) <= 500),
  CONSTRAINT invoice_lines_discount_fils_check CHECK (discount_fils >= 0),
  CONSTRAINT invoice_lines_gross_of_quantity_check CHECK (gross_fils::numeric = (round((quantity_hundredths::numeric * 10::numeric + quantity_thousandths::numeric) * unit_fils::numeric / 1000::numeric) - discount_fils::numeric)),
  CONSTRAINT invoice_lines_gross_sign_check CHECK (quantity_hundredths < 0 OR gross_fils >= 0),
  CONSTRAINT invoice_lines_part_not_deduction_check CHECK (part_contract_id IS NULL OR deducted_deposit_id IS NULL),
  CONSTRAINT invoice_lines_position_check CHECK ("position" >= 1 AND "position" <= 300),
  CONSTRAINT invoice_lines_quantity_range_check CHECK (abs(quantity_hundredths) <= 10000000 AND quantity_thousandths >= '-9'::integer AND quantity_thousandths <= 9 AND (quantity_hundredths::bigint * quantity_thousandths) >= 0 AND (quantity_hundredths <> 0 OR quantity_thousandths <> 0)),
  CONSTRAINT invoice_lines_section_check CHECK (length(section) <= 80),
  CONSTRAINT invoice_lines_unit_check CHECK (length(unit) <= 20),
  CONSTRAINT invoice_lines_unit_fils_check CHECK (unit_fils >= 0 AND unit_fils <= '10000000000'::bigint),
  CONSTRAINT invoice_lines_untaxed_check CHECK (vat_treatment = 'standard'::text OR vat_percent = 0 AND deducted_deposit_id IS NULL),
  CONSTRAINT invoice_lines_vat_percent_check CHECK (vat_percent >= 0 AND vat_percent <= 50),
  CONSTRAINT invoice_lines_vat_range_check CHECK ((sign(vat_fils::double precision) * sign(gross_fils::double precision)) >= 0::double precision AND abs(vat_fils) <= abs(gross_fils)),
  CONSTRAINT invoice_lines_vat_treatment_code_check CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'DL8.45.1'::text, 'DL8.45'::text, 'DL8.46.1'::text, 'DL8.46.2'::text, 'DL8.46.3'::text, 'DL8.46.4'::text, 'DL8.30.7'::text, 'DL8.29'::text])),
  CONSTRAINT invoice_lines_zero_vat_check CHECK (vat_percent > 0 OR vat_fils = 0)
);
CREATE INDEX invoice_lines_deducted_deposit_id_idx ON invoice_lines (deducted_deposit_id) WHERE deducted_deposit_id IS NOT NULL;
CREATE INDEX invoice_lines_part_contract_id_idx ON invoice_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;
CREATE INDEX invoice_lines_price_id_idx ON invoice_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX invoice_lines_service_id_idx ON invoice_lines (service_id) WHERE service_id IS NOT NULL;
CREATE TRIGGER record_line_revenue AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_line_revenue();
CREATE TRIGGER refuse_issued_line_change BEFORE INSERT OR DELETE OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_issued_line_change();

CREATE TABLE invoice_reminders (
  invoice_id     uuid NOT NULL,
  days_after_due smallint NOT NULL,
  at             timestamp with time zone NOT NULL,
  CONSTRAINT invoice_reminders_pkey PRIMARY KEY (invoice_id, days_after_due),
  CONSTRAINT invoice_reminders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);

CREATE TABLE invoices (
  id               uuid NOT NULL,
  kind             text NOT NULL DEFAULT 'invoice'::text,
  reference        text,
  version          integer NOT NULL DEFAULT 1,
  customer_id      uuid NOT NULL,
  property_id      uuid,
  booking_id       uuid,
  quote_id         uuid,
  contract_id      uuid,
  language         text NOT NULL DEFAULT 'en'::text,
  title            text,
  seller           jsonb,
  buyer            jsonb,
  note             text NOT NULL DEFAULT ''::text,
  created_at       timestamp with time zone NOT NULL,
  issued_at        timestamp with time zone,
  issue_date       date,
  supply_date      date,
  due_date         date,
  net_fils         bigint NOT NULL DEFAULT 0,
  vat_fils         bigint NOT NULL DEFAULT 0,
  total_fils       bigint NOT NULL DEFAULT 0,
  settled_fils     bigint NOT NULL DEFAULT 0,
  credited_fils    bigint NOT NULL DEFAULT 0,
  deducted_fils    bigint NOT NULL DEFAULT 0,
  uncredited_fils  bigint NOT NULL DEFAULT 0,
  open_fils        bigint NOT NULL GENERATED ALWAYS AS (total_fils - settled_fils) STORED,
  state            text NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN issued_at IS NULL THEN 'draft'::text
    WHEN settled_fils >= total_fils THEN 'paid'::text
    WHEN settled_fils > 0 THEN 'part_paid'::text
    ELSE 'issued'::text
END) STORED,
  document_id      uuid,
  reminders        boolean NOT NULL DEFAULT true,
  erased_at        timestamp with time zone,
  search_text      text NOT NULL GENERATED ALWAYS AS (fold_search_text(COALESCE(reference, ''::text))) STORED,
  written_off_fils bigint NOT NULL DEFAULT 0,
  tax_point        date,
  instalment       integer,
  held_fils        bigint NOT NULL DEFAULT 0,
  link_version     smallint NOT NULL DEFAULT 0,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_document_id_key UNIQUE (document_id),
  CONSTRAINT invoices_reference_key UNIQUE (reference),
  CONSTRAINT invoices_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT invoices_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contracts(id),
  CONSTRAINT invoices_contract_id_instalment_fkey FOREIGN KEY (contract_id, instalment) REFERENCES contract_instalments(contract_id, number),
  CONSTRAINT invoices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT invoices_document_id_fkey FOREIGN KEY (document_id) REFERENCES files(id),
  CONSTRAINT invoices_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  CONSTRAINT invoices_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id),
  CONSTRAINT invoices_amount_limit_check CHECK (total_fils <= '10000000000'::bigint),
  CONSTRAINT invoices_credit_limit_check CHECK ((credited_fils + deducted_fils) <= total_fils),
  CONSTRAINT invoices_credited_fils_check CHECK (credited_fils >= 0),
  CONSTRAINT invoices_deducted_deposit_check CHECK (deducted_fils = 0 OR kind = 'deposit'::text),
  CONSTRAINT invoices_deducted_fils_check CHECK (deducted_fils >= 0),
  CONSTRAINT invoices_draft_unsettled_check CHECK (issued_at IS NOT NULL OR settled_fils = 0 AND credited_fils = 0),
  CONSTRAINT invoices_held_fils_limit_check CHECK (held_fils >= 0),
  CONSTRAINT invoices_instalment_contract_check CHECK (instalment IS NULL OR contract_id IS NOT NULL),
  CONSTRAINT invoices_issued_complete_check CHECK ((issued_at IS NULL) = (reference IS NULL) AND (issued_at IS NULL OR issue_date IS NOT NULL AND due_date IS NOT NULL AND (kind = 'opening'::text OR title IS NOT NULL AND seller IS NOT NULL AND buyer IS NOT NULL))),
  CONSTRAINT invoices_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'deposit'::text, 'opening'::text])),
  CONSTRAINT invoices_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT invoices_note_check CHECK (length(note) <= 1000),
  CONSTRAINT invoices_reference_format_check CHECK (kind = 'opening'::text OR reference ~ '^INV-[0-9]{4}-[0-9]{6}$'::text),
  CONSTRAINT invoices_settlement_limit_check CHECK (settled_fils >= 0 AND settled_fils <= total_fils),
  CONSTRAINT invoices_tax_point_limit_check CHECK (tax_point <= issue_date AND tax_point <= supply_date),
  CONSTRAINT invoices_title_check CHECK (title = ANY (ARRAY['tax-invoice'::text, 'simplified-tax-invoice'::text, 'invoice'::text])),
  CONSTRAINT invoices_total_fils_check CHECK (total_fils >= 0),
  CONSTRAINT invoices_total_sum_check CHECK (total_fils = (net_fils + vat_fils)),
  CONSTRAINT invoices_uncredited_fils_check CHECK (uncredited_fils >= 0),
  CONSTRAINT invoices_version_check CHECK (version > 0),
  CONSTRAINT invoices_write_off_limit_check CHECK (written_off_fils >= 0 AND written_off_fils <= settled_fils)
);
CREATE INDEX invoices_booking_id_idx ON invoices (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX invoices_contract_id_idx ON invoices (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX invoices_contract_id_instalment_idx ON invoices (contract_id, instalment) WHERE instalment IS NOT NULL;
CREATE INDEX invoices_created_at_id_idx ON invoices (created_at DESC, id DESC);
CREATE INDEX invoices_customer_id_created_at_id_idx ON invoices (customer_id, created_at DESC, id DESC);
CREATE INDEX invoices_customer_id_issue_date_idx ON invoices (customer_id, issue_date);
CREATE INDEX invoices_held_above_open_idx ON invoices (id) WHERE open_fils < held_fils;
CREATE INDEX invoices_issue_date_idx ON invoices (issue_date DESC, id DESC) INCLUDE (kind, net_fils) WHERE issued_at IS NOT NULL;
CREATE INDEX invoices_issued_here_idx ON invoices (issued_at) WHERE issued_at IS NOT NULL AND kind <> 'opening'::text;
CREATE INDEX invoices_open_idx ON invoices (due_date, id) INCLUDE (customer_id, open_fils) WHERE state = ANY (ARRAY['issued'::text, 'part_paid'::text]);
CREATE INDEX invoices_property_id_idx ON invoices (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX invoices_quote_id_idx ON invoices (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX invoices_retention_idx ON invoices (issue_date) WHERE erased_at IS NULL AND issued_at IS NOT NULL;
CREATE INDEX invoices_search_idx ON invoices USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX invoices_single_instalment_key ON invoices (contract_id, instalment) WHERE instalment IS NOT NULL AND issued_at IS NOT NULL AND uncredited_fils > 0;
CREATE INDEX invoices_state_created_at_id_idx ON invoices (state, created_at DESC, id DESC);
CREATE INDEX invoices_written_off_idx ON invoices (customer_id, issue_date) WHERE written_off_fils > 0;
CREATE TRIGGER apply_invoice_issue AFTER UPDATE OF issued_at ON invoices FOR EACH ROW WHEN (old.issued_at IS NULL AND new.issued_at IS NOT NULL) EXECUTE FUNCTION apply_invoice_issue();
CREATE TRIGGER apply_invoice_issue_on_insert AFTER INSERT ON invoices FOR EACH ROW WHEN (new.issued_at IS NOT NULL) EXECUTE FUNCTION apply_invoice_issue();
CREATE TRIGGER assign_instalment_cheques AFTER UPDATE OF issued_at ON invoices FOR EACH ROW WHEN (old.issued_at IS NULL AND new.issued_at IS NOT NULL AND new.instalment IS NOT NULL) EXECUTE FUNCTION assign_instalment_cheques();
CREATE CONSTRAINT TRIGGER check_deposit_limits AFTER UPDATE OF credited_fils, deducted_fils ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'deposit'::text) EXECUTE FUNCTION check_deposit_limits();
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER UPDATE OF issued_at ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.issued_at IS NULL AND new.issued_at IS NOT NULL) EXECUTE FUNCTION post_to_ledger('invoice');
CREATE CONSTRAINT TRIGGER post_to_ledger_on_insert AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.issued_at IS NOT NULL) EXECUTE FUNCTION post_to_ledger('invoice');
CREATE TRIGGER record_invoice_revenue AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_revenue();
CREATE TRIGGER record_open_amount AFTER INSERT OR DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION record_open_amount();
CREATE TRIGGER refuse_issued_invoice_change BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_issued_invoice_change();
CREATE TRIGGER refuse_late_opening_balance BEFORE INSERT ON invoices FOR EACH ROW WHEN (new.kind = 'opening'::text) EXECUTE FUNCTION refuse_late_opening_balance();

CREATE TABLE late_report_photos (
  report_id   uuid NOT NULL,
  "position"  integer NOT NULL,
  file_id     uuid NOT NULL,
  before_work boolean NOT NULL DEFAULT false,
  CONSTRAINT late_report_photos_pkey PRIMARY KEY (report_id, "position"),
  CONSTRAINT late_report_photos_file_id_key UNIQUE (file_id),
  CONSTRAINT late_report_photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT late_report_photos_report_id_fkey FOREIGN KEY (report_id) REFERENCES late_reports(id),
  CONSTRAINT late_report_photos_position_check CHECK ("position" >= 1 AND "position" <= 8)
);

CREATE TABLE late_reports (
  id             uuid NOT NULL,
  visit_id       uuid NOT NULL,
  technician_id  uuid NOT NULL,
  transition     text NOT NULL,
  reason         text NOT NULL,
  note           text NOT NULL,
  signed_by      text,
  signature_id   uuid,
  tapped_at      timestamp with time zone NOT NULL,
  received_at    timestamp with time zone NOT NULL,
  accepted       boolean,
  decided_at     timestamp with time zone,
  continue_on    date,
  readings       text NOT NULL DEFAULT ''::text,
  parts          text NOT NULL DEFAULT ''::text,
  payment_method text,
  payment_fils   bigint,
  recording_id   uuid,
  CONSTRAINT late_reports_pkey PRIMARY KEY (id),
  CONSTRAINT late_reports_signature_id_key UNIQUE (signature_id),
  CONSTRAINT late_reports_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES files(id),
  CONSTRAINT late_reports_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES files(id),
  CONSTRAINT late_reports_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id),
  CONSTRAINT late_reports_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id),
  CONSTRAINT late_reports_decision_check CHECK ((accepted IS NULL) = (decided_at IS NULL)),
  CONSTRAINT late_reports_note_check CHECK (length(note) <= 2000),
  CONSTRAINT late_reports_parts_check CHECK (length(parts) <= 1000),
  CONSTRAINT late_reports_payment_complete_check CHECK ((payment_method IS NULL) = (payment_fils IS NULL) AND payment_fils > 0),
  CONSTRAINT late_reports_payment_method_check CHECK (payment_method = ANY (ARRAY['cash'::text, 'card'::text, 'transfer'::text, 'cheque'::text])),
  CONSTRAINT late_reports_readings_check CHECK (length(readings) <= 1000),
  CONSTRAINT late_reports_reason_check CHECK (length(reason) <= 500),
  CONSTRAINT late_reports_signature_complete_check CHECK ((signed_by IS NULL) = (signature_id IS NULL)),
  CONSTRAINT late_reports_signed_by_check CHECK (length(signed_by) >= 1 AND length(signed_by) <= 50),
  CONSTRAINT late_reports_transition_check CHECK (transition = ANY (ARRAY['depart'::text, 'arrive'::text, 'reportNoAccess'::text, 'hold'::text, 'finishWork'::text, 'undoDepart'::text, 'undoArrive'::text, 'handOver'::text, 'delay'::text]))
);
CREATE UNIQUE INDEX late_reports_recording_id_key ON late_reports (recording_id) WHERE recording_id IS NOT NULL;
CREATE INDEX late_reports_technician_id_idx ON late_reports (technician_id);
CREATE INDEX late_reports_visit_id_received_at_idx ON late_reports (visit_id, received_at);

CREATE TABLE ledger_closings (
  closed_through date NOT NULL,
  closed_by      uuid,
  closed_at      timestamp with time zone NOT NULL,
  CONSTRAINT ledger_closings_pkey PRIMARY KEY (closed_through),
  CONSTRAINT ledger_closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX ledger_closings_closed_by_idx ON ledger_closings (closed_by) WHERE closed_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON ledger_closings FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{closed_by}');
CREATE TRIGGER refuse_earlier_closing BEFORE INSERT ON ledger_closings FOR EACH ROW EXECUTE FUNCTION refuse_earlier_closing();

CREATE TABLE ledger_days (
  day         date NOT NULL,
  account     text NOT NULL,
  service_id  text NOT NULL,
  vat         text NOT NULL,
  emirate     text NOT NULL,
  debit_fils  bigint NOT NULL,
  credit_fils bigint NOT NULL,
  unmerged    boolean NOT NULL
);
CREATE INDEX ledger_days_day_idx ON ledger_days (day, account) INCLUDE (service_id, vat, emirate, debit_fils, credit_fils);
CREATE UNIQUE INDEX ledger_days_merged_key ON ledger_days (account, day, service_id, vat, emirate) WHERE NOT unmerged;
CREATE INDEX ledger_days_unmerged_idx ON ledger_days (day) WHERE unmerged;

CREATE TABLE ledger_entries (
  id           bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind         text NOT NULL,
  source_id    uuid NOT NULL,
  occurrence   bigint NOT NULL DEFAULT 0,
  reference    text NOT NULL,
  document_day date NOT NULL,
  day          date NOT NULL,
  total_fils   bigint NOT NULL,
  search_text  text NOT NULL GENERATED ALWAYS AS (fold_search_text(reference)) STORED,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_source_id_kind_occurrence_key UNIQUE (source_id, kind, occurrence),
  CONSTRAINT ledger_entries_days_check CHECK (day >= document_day),
  CONSTRAINT ledger_entries_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'deposit'::text, 'opening'::text, 'opening-credit'::text, 'credit-note'::text, 'deposit-forfeited'::text, 'payment'::text, 'payment-reversed'::text, 'payment-restored'::text, 'payment-reallocated'::text, 'advance'::text, 'advance-settled'::text, 'credit-used'::text, 'write-off'::text, 'write-off-reversed'::text, 'bad-debt-recovered'::text, 'bad-debt-relief'::text, 'bad-debt-relief-reversed'::text, 'refund'::text, 'refund-failed'::text, 'cheque-in'::text, 'cheque-out'::text, 'fee'::text, 'provider-fee'::text, 'dispute-fee'::text, 'payout'::text, 'payout-failed'::text, 'contract-revenue'::text, 'year-end'::text, 'journal'::text, 'bank-deposit'::text])),
  CONSTRAINT ledger_entries_total_fils_check CHECK (total_fils > 0)
);
CREATE INDEX ledger_entries_day_id_idx ON ledger_entries (day, id);
CREATE INDEX ledger_entries_late_idx ON ledger_entries (day) WHERE document_day < day;
CREATE INDEX ledger_entries_search_idx ON ledger_entries USING gin (search_text gin_trgm_ops);
CREATE CONSTRAINT TRIGGER check_entry_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balance();
CREATE TRIGGER refuse_ledger_change BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_posting_to_closed_period BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_posting_to_closed_period();

CREATE TABLE ledger_lines (
  entry_id        bigint NOT NULL,
  "position"      integer NOT NULL,
  account         text NOT NULL,
  service_id      text,
  debit_fils      bigint NOT NULL,
  credit_fils     bigint NOT NULL,
  vat             text,
  emirate         text,
  settlement_id   bigint,
  credit_entry_id bigint,
  CONSTRAINT ledger_lines_pkey PRIMARY KEY (entry_id, "position"),
  CONSTRAINT ledger_lines_credit_entry_id_key UNIQUE (credit_entry_id),
  CONSTRAINT ledger_lines_settlement_id_key UNIQUE (settlement_id),
  CONSTRAINT ledger_lines_credit_entry_id_fkey FOREIGN KEY (credit_entry_id) REFERENCES credit_entries(id),
  CONSTRAINT ledger_lines_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  CONSTRAINT ledger_lines_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT ledger_lines_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT ledger_lines_account_check CHECK (account = ANY (ARRAY['cash'::text, 'bank'::text, 'card-clearing'::text, 'cheques-in-hand'::text, 'receivables'::text, 'prepaid-expenses'::text, 'equipment'::text, 'accumulated-depreciation'::text, 'payables'::text, 'output-vat'::text, 'vat-settlement'::text, 'customer-deposits'::text, 'customer-credit'::text, 'uncleared-cheques'::text, 'deferred-contract-revenue'::text, 'bank-loan'::text, 'opening'::text, 'owners-equity'::text, 'owners-drawings'::text, 'retained-earnings'::text, 'profit-carried-forward'::text, 'revenue'::text, 'other-income'::text, 'bad-debts-recovered'::text, 'materials'::text, 'fees'::text, 'dispute-fees'::text, 'bad-debts'::text, 'salaries'::text, 'rent'::text, 'utilities'::text, 'fuel'::text, 'professional-fees'::text, 'bank-charges'::text, 'depreciation'::text, 'other-expenses'::text])),
  CONSTRAINT ledger_lines_credit_fils_check CHECK (credit_fils >= 0),
  CONSTRAINT ledger_lines_debit_fils_check CHECK (debit_fils >= 0),
  CONSTRAINT ledger_lines_emirate_check CHECK (emirate = ANY (ARRAY['AUH'::text, 'DXB'::text, 'SHJ'::text, 'AJM'::text, 'UAQ'::text, 'RAK'::text, 'FUJ'::text])),
  CONSTRAINT ledger_lines_one_side_check CHECK ((debit_fils = 0) <> (credit_fils = 0)),
  CONSTRAINT ledger_lines_position_check CHECK ("position" > 0),
  CONSTRAINT ledger_lines_service_account_check CHECK (service_id IS NULL OR account = 'revenue'::text),
  CONSTRAINT ledger_lines_vat_check CHECK (vat = ANY (ARRAY['standard'::text, 'zero'::text, 'exempt'::text, 'bad-debt'::text])),
  CONSTRAINT ledger_lines_vat_emirate_check CHECK ((vat IS NULL) = (emirate IS NULL))
);
CREATE INDEX ledger_lines_service_id_idx ON ledger_lines (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX ledger_lines_vat_emirate_entry_id_idx ON ledger_lines (vat, emirate, entry_id) WHERE vat IS NOT NULL;
CREATE TRIGGER add_to_ledger_days AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION add_to_ledger_days();
CREATE CONSTRAINT TRIGGER check_entry_balance AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balance();
CREATE TRIGGER refuse_ledger_change BEFORE DELETE OR UPDATE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_truncate BEFORE TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE UNLOGGED TABLE live_notices (
  payload text NOT NULL,
  id      uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT live_notices_pkey PRIMARY KEY (id)
);

CREATE TABLE logos (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  picture     bytea NOT NULL,
  icon        bytea NOT NULL,
  width       integer NOT NULL,
  height      integer NOT NULL,
  plate       text NOT NULL,
  valid_from  timestamp with time zone NOT NULL,
  valid_until timestamp with time zone,
  CONSTRAINT logos_pkey PRIMARY KEY (id),
  CONSTRAINT logos_height_check CHECK (height >= 1 AND height <= 640),
  CONSTRAINT logos_icon_check CHECK (length(icon) <= 1048576),
  CONSTRAINT logos_picture_check CHECK (length(picture) <= 1048576),
  CONSTRAINT logos_plate_check CHECK (plate = ANY (ARRAY['on-dark'::text, 'on-light'::text, 'never'::text])),
  CONSTRAINT logos_width_check CHECK (width >= 1 AND width <= 640)
);
CREATE UNIQUE INDEX logos_single_current_key ON logos ((valid_until IS NULL)) WHERE valid_until IS NULL;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON logos FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE mail_events (
  mail_id  uuid NOT NULL,
  trail_id bigint NOT NULL,
  CONSTRAINT mail_events_pkey PRIMARY KEY (mail_id, trail_id),
  CONSTRAINT mail_events_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE
);
CREATE INDEX mail_events_trail_id_idx ON mail_events (trail_id);

CREATE TABLE mails (
  id                   uuid NOT NULL,
  kind                 text NOT NULL,
  trail_id             bigint,
  recipient            text NOT NULL,
  reply_to             text,
  sender_name          text NOT NULL,
  subject              text NOT NULL,
  html                 text NOT NULL,
  plain                text NOT NULL,
  attachments          jsonb NOT NULL DEFAULT '[]'::jsonb,
  unsubscribe_url      text,
  secret               boolean NOT NULL DEFAULT false,
  is_final             boolean NOT NULL DEFAULT false,
  state                text NOT NULL DEFAULT 'queued'::text,
  due_at               timestamp with time zone DEFAULT now(),
  attempts             integer NOT NULL DEFAULT 0,
  smtp_data_started_at timestamp with time zone,
  unanswered_attempts  integer NOT NULL DEFAULT 0,
  last_error           text,
  traceparent          text,
  created_at           timestamp with time zone NOT NULL DEFAULT now(),
  sent_at              timestamp with time zone,
  digest               text,
  sections             jsonb,
  search_text          text NOT NULL GENERATED ALWAYS AS (fold_search_text((recipient || ' '::text) || subject)) STORED,
  useful_until         timestamp with time zone,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_trail_id_kind_recipient_key UNIQUE (trail_id, kind, recipient),
  CONSTRAINT mails_due_at_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT mails_sections_check CHECK ((digest IS NULL) = (sections IS NULL)),
  CONSTRAINT mails_sent_at_state_check CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  CONSTRAINT mails_smtp_data_state_check CHECK (smtp_data_started_at IS NULL OR state = 'sending'::text),
  CONSTRAINT mails_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT mails_subject_check CHECK (subject !~ '[[:cntrl:]]'::text)
);
CREATE INDEX mails_created_at_id_idx ON mails (created_at DESC, id DESC);
CREATE INDEX mails_due_at_created_at_idx ON mails (due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_recipient_created_at_id_idx ON mails (recipient, created_at DESC, id DESC);
CREATE INDEX mails_recipient_digest_idx ON mails (recipient, digest) WHERE digest IS NOT NULL AND state = 'queued'::text;
CREATE INDEX mails_search_idx ON mails USING gin (search_text gin_trgm_ops);
CREATE INDEX mails_state_created_at_id_idx ON mails (state, created_at DESC, id DESC);
CREATE TRIGGER erase_final_mail BEFORE UPDATE ON mails FOR EACH ROW WHEN (new.is_final AND (new.state = ANY (ARRAY['sent'::text, 'failed'::text]))) EXECUTE FUNCTION erase_final_mail();
CREATE TRIGGER notify_mail_state AFTER INSERT OR UPDATE OF state ON mails FOR EACH ROW WHEN (new.state <> 'sending'::text) EXECUTE FUNCTION notify_mail_state();
CREATE TRIGGER record_deleted_mail AFTER DELETE ON mails FOR EACH ROW EXECUTE FUNCTION record_erased_mail();
CREATE TRIGGER record_erased_mail AFTER UPDATE OF subject ON mails FOR EACH ROW WHEN (new.subject = '-'::text AND old.subject <> '-'::text) EXECUTE FUNCTION record_erased_mail();
CREATE TRIGGER remove_link_keys BEFORE INSERT OR UPDATE OF state ON mails FOR EACH ROW WHEN (new.state = ANY (ARRAY['sent'::text, 'failed'::text])) EXECUTE FUNCTION remove_link_keys();

CREATE TABLE mails_sent_before_restore (
  hash    bytea NOT NULL,
  copies  integer NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT mails_sent_before_restore_pkey PRIMARY KEY (hash),
  CONSTRAINT mails_sent_before_restore_copies_check CHECK (copies > 0)
);

CREATE TABLE manual_journal_lines (
  journal_id  uuid NOT NULL,
  "position"  integer NOT NULL,
  account     text NOT NULL,
  debit_fils  bigint NOT NULL,
  credit_fils bigint NOT NULL,
  CONSTRAINT manual_journal_lines_pkey PRIMARY KEY (journal_id, "position"),
  CONSTRAINT manual_journal_lines_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES manual_journals(id),
  CONSTRAINT manual_journal_lines_amount_check CHECK (LEAST(debit_fils, credit_fils) = 0 AND GREATEST(debit_fils, credit_fils) > 0),
  CONSTRAINT manual_journal_lines_amount_limit_check CHECK (GREATEST(debit_fils, credit_fils) <= '10000000000'::bigint)
);
CREATE TRIGGER post_manual_journal AFTER INSERT ON manual_journal_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION post_manual_journal();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON manual_journal_lines FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

CREATE TABLE manual_journals (
  id        uuid NOT NULL,
  day       date NOT NULL,
  reference text NOT NULL,
  reason    text NOT NULL,
  reverses  uuid,
  posted_by uuid,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT manual_journals_pkey PRIMARY KEY (id),
  CONSTRAINT manual_journals_reverses_key UNIQUE (reverses),
  CONSTRAINT manual_journals_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT manual_journals_reverses_fkey FOREIGN KEY (reverses) REFERENCES manual_journals(id),
  CONSTRAINT manual_journals_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 300),
  CONSTRAINT manual_journals_reference_check CHECK (length(reference) <= 40)
);
CREATE INDEX manual_journals_posted_by_idx ON manual_journals (posted_by) WHERE posted_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON manual_journals FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{posted_by}');

CREATE TABLE message_opt_outs (
  channel      text NOT NULL,
  recipient    text NOT NULL,
  opted_out_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT message_opt_outs_pkey PRIMARY KEY (channel, recipient),
  CONSTRAINT message_opt_outs_channel_check CHECK (channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))
);

CREATE TABLE messages (
  id            uuid NOT NULL,
  kind          text NOT NULL,
  trail_id      bigint,
  channel       text NOT NULL,
  recipient     text NOT NULL,
  content       jsonb NOT NULL,
  next_steps    jsonb NOT NULL DEFAULT '[]'::jsonb,
  state         text NOT NULL DEFAULT 'queued'::text,
  due_at        timestamp with time zone DEFAULT now(),
  deadline_at   timestamp with time zone,
  attempts      integer NOT NULL DEFAULT 0,
  submitted_at  timestamp with time zone,
  provider      text,
  provider_id   text,
  cost_micros   bigint,
  cost_currency text,
  last_error    text,
  traceparent   text,
  created_at    timestamp with time zone NOT NULL DEFAULT now(),
  sent_at       timestamp with time zone,
  delivered_at  timestamp with time zone,
  read_at       timestamp with time zone,
  failed_at     timestamp with time zone,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_trail_id_kind_recipient_channel_key UNIQUE (trail_id, kind, recipient, channel),
  CONSTRAINT messages_channel_check CHECK (channel = ANY (ARRAY['push'::text, 'sms'::text, 'whatsapp'::text])),
  CONSTRAINT messages_cost_check CHECK ((cost_micros IS NULL) = (cost_currency IS NULL)),
  CONSTRAINT messages_cost_micros_check CHECK (cost_micros >= 0),
  CONSTRAINT messages_deadline_state_check CHECK (deadline_at IS NULL OR (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text]))),
  CONSTRAINT messages_due_at_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text])) = (due_at IS NOT NULL)),
  CONSTRAINT messages_provider_check CHECK (provider_id IS NULL OR provider IS NOT NULL),
  CONSTRAINT messages_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'unknown'::text, 'withdrawn'::text]))
);
CREATE INDEX messages_created_at_id_idx ON messages (created_at DESC, id DESC);
CREATE INDEX messages_deadline_at_idx ON messages (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX messages_due_at_created_at_idx ON messages (due_at, created_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX messages_provider_provider_id_idx ON messages (provider, provider_id);
CREATE INDEX messages_recipient_channel_idx ON messages (recipient, channel);
CREATE INDEX messages_recipient_created_at_id_idx ON messages (recipient, created_at DESC, id DESC);
CREATE TRIGGER notify_message_state AFTER INSERT OR UPDATE OF state ON messages FOR EACH ROW WHEN (new.state <> 'sending'::text) EXECUTE FUNCTION notify_mail_state();
CREATE TRIGGER notify_page_text AFTER INSERT OR UPDATE OF state ON messages FOR EACH ROW WHEN (new.kind = 'emergency-page'::text AND new.state <> 'sending'::text) EXECUTE FUNCTION notify_page_text();
CREATE TRIGGER remove_message_link_keys BEFORE INSERT OR UPDATE ON messages FOR EACH ROW WHEN (new.due_at IS NULL AND new.next_steps = '[]'::jsonb) EXECUTE FUNCTION remove_message_link_keys();

CREATE TABLE on_call_pages (
  booking_id      uuid NOT NULL,
  technician_id   uuid NOT NULL,
  paged_at        timestamp with time zone NOT NULL,
  declined_at     timestamp with time zone,
  offered_at      timestamp with time zone,
  ring_started_at timestamp with time zone,
  ring_due_at     timestamp with time zone,
  rings           integer NOT NULL DEFAULT 0,
  rang_at         timestamp with time zone,
  unanswered_at   timestamp with time zone,
  text_trail_id   bigint,
  CONSTRAINT on_call_pages_pkey PRIMARY KEY (booking_id, technician_id),
  CONSTRAINT on_call_pages_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT on_call_pages_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id),
  CONSTRAINT on_call_pages_offer_check CHECK (offered_at >= paged_at),
  CONSTRAINT on_call_pages_order_check CHECK (declined_at >= paged_at),
  CONSTRAINT on_call_pages_ring_started_check CHECK (ring_started_at IS NOT NULL OR ring_due_at IS NULL AND rings = 0 AND rang_at IS NULL AND unanswered_at IS NULL),
  CONSTRAINT on_call_pages_rings_check CHECK (rings >= 0),
  CONSTRAINT on_call_pages_text_check CHECK (text_trail_id IS NULL OR unanswered_at IS NOT NULL)
);
CREATE INDEX on_call_pages_ring_due_at_idx ON on_call_pages (ring_due_at) WHERE ring_due_at IS NOT NULL;
CREATE INDEX on_call_pages_technician_id_paged_at_idx ON on_call_pages (technician_id, paged_at DESC);
CREATE TRIGGER notify_paged_technicians AFTER INSERT OR UPDATE OF declined_at, offered_at ON on_call_pages FOR EACH ROW EXECUTE FUNCTION notify_paged_technicians();
CREATE TRIGGER withdraw_texts AFTER UPDATE OF declined_at, offered_at ON on_call_pages FOR EACH ROW WHEN (new.text_trail_id IS NOT NULL AND num_nonnulls(new.declined_at, new.offered_at) > 0) EXECUTE FUNCTION withdraw_texts_of_answered_page();

CREATE TABLE on_call_shifts (
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL,
  during        tstzrange NOT NULL,
  CONSTRAINT on_call_shifts_pkey PRIMARY KEY (id),
  CONSTRAINT on_call_shifts_no_overlap_excl EXCLUDE USING gist (technician_id WITH =, during WITH &&),
  CONSTRAINT on_call_shifts_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT on_call_shifts_during_check CHECK (NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during))
);

CREATE TABLE open_amounts (
  due_date   date NOT NULL,
  open_fils  bigint NOT NULL,
  open_count integer
);

CREATE TABLE opening_credits (
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  amount_fils bigint NOT NULL,
  as_of       date NOT NULL,
  recorded_by uuid,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT opening_credits_pkey PRIMARY KEY (id),
  CONSTRAINT opening_credits_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT opening_credits_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT opening_credits_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT opening_credits_amount_limit_check CHECK (amount_fils <= '10000000000'::bigint)
);
CREATE UNIQUE INDEX opening_credits_customer_id_idx ON opening_credits (customer_id);
CREATE INDEX opening_credits_recorded_by_idx ON opening_credits (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON opening_credits FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id,recorded_by}');
CREATE TRIGGER refuse_late_opening_balance BEFORE INSERT ON opening_credits FOR EACH ROW EXECUTE FUNCTION refuse_late_opening_balance();

CREATE TABLE outbox (
  trail_id     bigint NOT NULL,
  type         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text,
  data         jsonb NOT NULL,
  actor_role   text NOT NULL,
  request_id   text NOT NULL,
  traceparent  text,
  CONSTRAINT outbox_pkey PRIMARY KEY (trail_id)
);
CREATE TRIGGER notify_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION notify_event();
CREATE TRIGGER notify_record_owner AFTER INSERT ON outbox FOR EACH ROW WHEN (new.subject_type = ANY (ARRAY['booking'::text, 'contract'::text, 'quote'::text, 'invoice'::text, 'payment'::text])) EXECUTE FUNCTION notify_record_owner();

CREATE TABLE package_prices (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  package_id     text NOT NULL,
  property_type  text NOT NULL,
  price_fils     bigint NOT NULL,
  effective_from date NOT NULL,
  CONSTRAINT package_prices_pkey PRIMARY KEY (id),
  CONSTRAINT package_prices_id_package_id_property_type_key UNIQUE (id, package_id, property_type),
  CONSTRAINT package_prices_package_id_property_type_effective_from_key UNIQUE (package_id, property_type, effective_from),
  CONSTRAINT package_prices_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  CONSTRAINT package_prices_amount_limit_check CHECK (price_fils <= 100000000),
  CONSTRAINT package_prices_price_fils_check CHECK (price_fils > 0),
  CONSTRAINT package_prices_property_type_check CHECK (property_type = ANY (ARRAY['apartment-1br'::text, 'apartment-3br'::text, 'villa-3br'::text, 'villa-4br'::text]))
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON package_prices FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
CREATE TRIGGER refuse_price_change BEFORE UPDATE ON package_prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();

CREATE TABLE packages (
  id                  text NOT NULL,
  name                text NOT NULL,
  summary             text NOT NULL,
  ac_visits           integer NOT NULL,
  checks              integer NOT NULL,
  call_outs           integer,
  call_out_hours      integer NOT NULL,
  handyman_hours      integer NOT NULL,
  emergency_fee       boolean NOT NULL,
  parts_discount      integer NOT NULL DEFAULT 0,
  parts_included_fils bigint,
  recommended         boolean NOT NULL DEFAULT false,
  "position"          integer NOT NULL,
  active              boolean NOT NULL DEFAULT true,
  name_ar             text,
  summary_ar          text,
  version             integer NOT NULL DEFAULT 1,
  CONSTRAINT packages_pkey PRIMARY KEY (id),
  CONSTRAINT packages_ac_visits_check CHECK (ac_visits >= 0 AND ac_visits <= 12),
  CONSTRAINT packages_call_out_hours_check CHECK (call_out_hours >= 1 AND call_out_hours <= 8),
  CONSTRAINT packages_call_outs_check CHECK (call_outs >= 0),
  CONSTRAINT packages_checks_check CHECK (checks >= 0 AND checks <= 12),
  CONSTRAINT packages_handyman_hours_check CHECK (handyman_hours >= 0),
  CONSTRAINT packages_id_check CHECK (id ~ '^[a-z-]+$'::text),
  CONSTRAINT packages_name_ar_check CHECK (length(name_ar) >= 1 AND length(name_ar) <= 40),
  CONSTRAINT packages_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  CONSTRAINT packages_parts_discount_check CHECK (parts_discount >= 0 AND parts_discount <= 100),
  CONSTRAINT packages_parts_included_fils_check CHECK (parts_included_fils > 0),
  CONSTRAINT packages_summary_ar_check CHECK (length(summary_ar) >= 1 AND length(summary_ar) <= 300),
  CONSTRAINT packages_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX packages_single_recommended_key ON packages (recommended) WHERE recommended;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON packages FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE payments (
  id               uuid NOT NULL,
  reference        text NOT NULL DEFAULT format_reference('RC'::text, nextval('receipt_numbers'::regclass), now()),
  customer_id      uuid NOT NULL,
  method           text NOT NULL,
  amount_fils      bigint NOT NULL,
  received_on      date NOT NULL,
  note             text NOT NULL DEFAULT ''::text,
  provider         text,
  provider_payment text,
  fee_fils         bigint,
  payout_id        uuid,
  recorded_by      uuid,
  recorded_at      timestamp with time zone NOT NULL,
  reversed_fils    bigint NOT NULL DEFAULT 0,
  refunded_fils    bigint NOT NULL DEFAULT 0,
  search_text      text NOT NULL GENERATED ALWAYS AS (fold_search_text((reference || ' '::text) || note)) STORED,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_provider_provider_payment_key UNIQUE (provider, provider_payment),
  CONSTRAINT payments_reference_key UNIQUE (reference),
  CONSTRAINT payments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT payments_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT payments_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT payments_amount_limit_check CHECK (amount_fils <= '10000000000'::bigint),
  CONSTRAINT payments_fee_fils_check CHECK (fee_fils >= 0),
  CONSTRAINT payments_method_check CHECK (method = ANY (ARRAY['card'::text, 'cash'::text, 'transfer'::text, 'cheque'::text])),
  CONSTRAINT payments_note_check CHECK (length(note) <= 200),
  CONSTRAINT payments_provider_check CHECK (provider ~ '^[a-z]+$'::text),
  CONSTRAINT payments_provider_complete_check CHECK ((provider IS NULL) = (provider_payment IS NULL)),
  CONSTRAINT payments_provider_method_check CHECK (method = 'card'::text OR provider IS NULL),
  CONSTRAINT payments_reference_check CHECK (reference ~ '^RC-[0-9]{4}-[0-9]{6,}$'::text),
  CONSTRAINT payments_refund_limit_check CHECK ((refunded_fils + reversed_fils) <= amount_fils),
  CONSTRAINT payments_refunded_fils_check CHECK (refunded_fils >= 0),
  CONSTRAINT payments_reversal_limit_check CHECK (reversed_fils >= 0 AND reversed_fils <= amount_fils)
);
CREATE INDEX payments_customer_id_received_on_idx ON payments (customer_id, received_on);
CREATE INDEX payments_payout_id_idx ON payments (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX payments_received_on_reference_idx ON payments (received_on DESC, reference DESC);
CREATE INDEX payments_recorded_by_idx ON payments (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX payments_search_idx ON payments USING gin (search_text gin_trgm_ops);
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT OR UPDATE OF reversed_fils ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER post_fee_to_ledger AFTER INSERT OR UPDATE OF fee_fils ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.fee_fils IS NOT NULL) EXECUTE FUNCTION post_to_ledger('fee');
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id,fee_fils,payout_id,reversed_fils,refunded_fils,recorded_by,note}');

CREATE TABLE payouts (
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  provider        text NOT NULL,
  provider_payout text NOT NULL,
  amount_fils     bigint NOT NULL,
  arrived_on      date NOT NULL,
  failed_on       date,
  acknowledged_at timestamp with time zone,
  reserve_fils    bigint NOT NULL DEFAULT 0,
  top_up_fils     bigint NOT NULL DEFAULT 0,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_provider_provider_payout_key UNIQUE (provider, provider_payout),
  CONSTRAINT payouts_acknowledged_failure_check CHECK (acknowledged_at IS NULL OR failed_on IS NOT NULL),
  CONSTRAINT payouts_failure_day_check CHECK (failed_on >= arrived_on)
);
CREATE INDEX payouts_failed_on_idx ON payouts (failed_on) WHERE failed_on IS NOT NULL AND acknowledged_at IS NULL;
CREATE CONSTRAINT TRIGGER post_failed_payout AFTER UPDATE OF failed_on ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.failed_on IS NULL AND new.failed_on IS NOT NULL) EXECUTE FUNCTION post_failed_payout();
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_to_ledger('payout');

CREATE TABLE pending_alerts (
  stream    text NOT NULL,
  trail_id  bigint NOT NULL,
  queued_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pending_alerts_pkey PRIMARY KEY (stream, trail_id),
  CONSTRAINT pending_alerts_stream_fkey FOREIGN KEY (stream) REFERENCES alert_streams(stream)
);
CREATE INDEX pending_alerts_trail_id_idx ON pending_alerts (trail_id);

CREATE TABLE pending_correction_notifications (
  booking_id     uuid NOT NULL,
  notified_facts jsonb NOT NULL,
  due_at         timestamp with time zone NOT NULL,
  CONSTRAINT pending_correction_notifications_pkey PRIMARY KEY (booking_id),
  CONSTRAINT pending_correction_notifications_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);
CREATE INDEX pending_correction_notifications_due_at_idx ON pending_correction_notifications (due_at);

CREATE TABLE pending_visit_notifications (
  visit_id               uuid NOT NULL,
  technician_id          uuid,
  notified_starts_at     timestamp with time zone,
  notified_technician_id uuid,
  confirms_booking       boolean NOT NULL DEFAULT false,
  due_at                 timestamp with time zone,
  queued                 boolean NOT NULL DEFAULT false,
  manual                 boolean NOT NULL DEFAULT false,
  guest_hold             jsonb,
  CONSTRAINT pending_visit_notifications_visit_id_technician_id_key UNIQUE NULLS NOT DISTINCT (visit_id, technician_id),
  CONSTRAINT pending_visit_notifications_notified_technician_id_fkey FOREIGN KEY (notified_technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT pending_visit_notifications_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT pending_visit_notifications_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  CONSTRAINT pending_visit_notifications_confirms_booking_check CHECK (technician_id IS NULL OR NOT confirms_booking),
  CONSTRAINT pending_visit_notifications_guest_hold_check CHECK (guest_hold IS NULL OR confirms_booking),
  CONSTRAINT pending_visit_notifications_manual_check CHECK (NOT manual OR technician_id IS NULL AND due_at IS NULL AND NOT queued),
  CONSTRAINT pending_visit_notifications_notified_check CHECK (notified_starts_at IS NOT NULL OR notified_technician_id IS NULL),
  CONSTRAINT pending_visit_notifications_queued_check CHECK (NOT (queued AND due_at IS NOT NULL))
);
CREATE INDEX pending_visit_notifications_due_at_idx ON pending_visit_notifications (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX pending_visit_notifications_notified_technician_id_idx ON pending_visit_notifications (notified_technician_id);
CREATE INDEX pending_visit_notifications_technician_id_idx ON pending_visit_notifications (technician_id);

CREATE TABLE portfolio_items (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id     text NOT NULL,
  title          text NOT NULL,
  area           text NOT NULL,
  summary        text NOT NULL,
  duration       text NOT NULL,
  drawing        text,
  before_file_id uuid,
  after_file_id  uuid,
  booking_id     uuid,
  consent        text,
  "position"     integer NOT NULL,
  published      boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  title_ar       text,
  area_ar        text,
  summary_ar     text,
  duration_ar    text,
  CONSTRAINT portfolio_items_pkey PRIMARY KEY (id),
  CONSTRAINT portfolio_items_after_file_id_fkey FOREIGN KEY (after_file_id) REFERENCES files(id),
  CONSTRAINT portfolio_items_before_file_id_fkey FOREIGN KEY (before_file_id) REFERENCES files(id),
  CONSTRAINT portfolio_items_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT portfolio_items_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT portfolio_items_area_ar_check CHECK (length(area_ar) >= 1 AND length(area_ar) <= 50),
  CONSTRAINT portfolio_items_area_check CHECK (length(area) >= 1 AND length(area) <= 50),
  CONSTRAINT portfolio_items_consent_check CHECK (length(consent) >= 1 AND length(consent) <= 200),
  CONSTRAINT portfolio_items_consent_required_check CHECK (booking_id IS NULL OR consent IS NOT NULL),
  CONSTRAINT portfolio_items_drawing_check CHECK (drawing ~ '^[a-z-]+$'::text),
  CONSTRAINT portfolio_items_duration_ar_check CHECK (length(duration_ar) >= 1 AND length(duration_ar) <= 40),
  CONSTRAINT portfolio_items_duration_check CHECK (length(duration) >= 1 AND length(duration) <= 40),
  CONSTRAINT portfolio_items_picture_check CHECK (drawing IS NOT NULL OR before_file_id IS NOT NULL AND after_file_id IS NOT NULL),
  CONSTRAINT portfolio_items_summary_ar_check CHECK (length(summary_ar) >= 1 AND length(summary_ar) <= 400),
  CONSTRAINT portfolio_items_summary_check CHECK (length(summary) >= 1 AND length(summary) <= 400),
  CONSTRAINT portfolio_items_title_ar_check CHECK (length(title_ar) >= 1 AND length(title_ar) <= 80),
  CONSTRAINT portfolio_items_title_check CHECK (length(title) >= 1 AND length(title) <= 80)
);
CREATE INDEX portfolio_items_after_file_id_idx ON portfolio_items (after_file_id) WHERE after_file_id IS NOT NULL;
CREATE INDEX portfolio_items_before_file_id_idx ON portfolio_items (before_file_id) WHERE before_file_id IS NOT NULL;
CREATE INDEX portfolio_items_booking_id_idx ON portfolio_items (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX portfolio_items_service_id_idx ON portfolio_items (service_id);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON portfolio_items FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE prices (
  id                     uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id             text NOT NULL,
  item                   text NOT NULL,
  name                   text NOT NULL,
  mode                   text NOT NULL,
  unit                   text NOT NULL,
  price_fils             bigint,
  next_hour_fils         bigint,
  emergency_surcharge    integer NOT NULL DEFAULT 50,
  out_of_hours_surcharge integer NOT NULL DEFAULT 25,
  duration_min           integer,
  buffer_min             integer,
  is_headline            boolean NOT NULL DEFAULT false,
  "position"             integer NOT NULL DEFAULT 0,
  effective_from         date NOT NULL,
  name_ar                text,
  unit_ar                text,
  version                integer NOT NULL DEFAULT 1,
  CONSTRAINT prices_pkey PRIMARY KEY (id),
  CONSTRAINT prices_service_id_item_effective_from_key UNIQUE (service_id, item, effective_from),
  CONSTRAINT prices_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT prices_amount_limit_check CHECK (GREATEST(price_fils, next_hour_fils) <= 100000000),
  CONSTRAINT prices_buffer_min_check CHECK (buffer_min >= 0 AND buffer_min <= 240),
  CONSTRAINT prices_duration_min_check CHECK (duration_min >= 15 AND duration_min <= 9600),
  CONSTRAINT prices_emergency_surcharge_check CHECK (emergency_surcharge >= 0 AND emergency_surcharge <= 500),
  CONSTRAINT prices_item_check CHECK (item ~ '^[a-z0-9-]{1,40}$'::text),
  CONSTRAINT prices_mode_check CHECK (mode = ANY (ARRAY['fixed'::text, 'hourly'::text, 'survey'::text])),
  CONSTRAINT prices_name_ar_check CHECK (length(name_ar) >= 1 AND length(name_ar) <= 80),
  CONSTRAINT prices_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT prices_next_hour_fils_check CHECK (next_hour_fils >= 0),
  CONSTRAINT prices_next_hourly_check CHECK (next_hour_fils IS NULL OR mode = 'hourly'::text),
  CONSTRAINT prices_out_of_hours_surcharge_check CHECK (out_of_hours_surcharge >= 0 AND out_of_hours_surcharge <= 500),
  CONSTRAINT prices_price_fils_check CHECK (price_fils >= 0),
  CONSTRAINT prices_survey_check CHECK ((mode = 'survey'::text) = (price_fils IS NULL)),
  CONSTRAINT prices_unit_ar_check CHECK (length(unit_ar) >= 1 AND length(unit_ar) <= 20),
  CONSTRAINT prices_unit_mode_check CHECK (length(unit) <= 20 AND (unit <> ''::text OR mode = 'survey'::text)),
  CONSTRAINT prices_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX prices_single_headline_key ON prices (service_id, effective_from) WHERE is_headline;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON prices FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
CREATE TRIGGER refuse_price_change BEFORE UPDATE OF service_id, item, mode, unit, price_fils, next_hour_fils, emergency_surcharge, out_of_hours_surcharge, effective_from ON prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();

CREATE TABLE profiles (
  user_id              uuid NOT NULL,
  phone                text,
  language             text NOT NULL DEFAULT 'en'::text,
  marketing            boolean NOT NULL DEFAULT false,
  marketing_changed_at timestamp with time zone,
  weekly_summary       boolean NOT NULL DEFAULT false,
  visit_changes        text NOT NULL DEFAULT 'push-email'::text,
  CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT profiles_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'::text),
  CONSTRAINT profiles_marketing_consent_check CHECK (marketing_changed_at IS NOT NULL OR NOT marketing),
  CONSTRAINT profiles_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT profiles_visit_changes_check CHECK (visit_changes = ANY (ARRAY['push-email'::text, 'push'::text, 'email'::text]))
);
CREATE INDEX profiles_weekly_summary_idx ON profiles (user_id) WHERE weekly_summary;

CREATE TABLE properties (
  id                  uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id         uuid NOT NULL,
  street              text NOT NULL,
  building            text NOT NULL DEFAULT ''::text,
  unit                text NOT NULL DEFAULT ''::text,
  area                text NOT NULL DEFAULT ''::text,
  landmark            text NOT NULL DEFAULT ''::text,
  makani              text,
  added_by            uuid,
  created_at          timestamp with time zone NOT NULL,
  address_search_text text NOT NULL GENERATED ALWAYS AS (fold_search_text((((((((((street || ' '::text) || building) || ' '::text) || unit) || ' '::text) || area) || ' '::text) || landmark) || ' '::text) || COALESCE(makani, ''::text))) STORED,
  CONSTRAINT properties_pkey PRIMARY KEY (id),
  CONSTRAINT properties_customer_id_street_building_unit_area_key UNIQUE (customer_id, street, building, unit, area),
  CONSTRAINT properties_id_customer_id_key UNIQUE (id, customer_id),
  CONSTRAINT properties_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT properties_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  CONSTRAINT properties_area_check CHECK (length(area) <= 50),
  CONSTRAINT properties_building_check CHECK (length(building) <= 50),
  CONSTRAINT properties_landmark_check CHECK (length(landmark) <= 100),
  CONSTRAINT properties_makani_check CHECK (makani ~ '^[0-9]{10}$'::text),
  CONSTRAINT properties_street_check CHECK (length(street) >= 1 AND length(street) <= 100),
  CONSTRAINT properties_unit_check CHECK (length(unit) <= 10)
);
CREATE INDEX properties_added_by_idx ON properties (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX properties_created_at_idx ON properties (created_at);
CREATE INDEX properties_sound_idx ON properties USING gin (created_at, sound_keys((((((street || ' '::text) || building) || ' '::text) || area) || ' '::text) || landmark));
CREATE CONSTRAINT TRIGGER refresh_search_text_of_owner AFTER INSERT OR DELETE OR UPDATE OF customer_id, street, building, unit, area, landmark, makani ON properties DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refresh_search_text_of_owner();

CREATE TABLE provider_events (
  provider    text NOT NULL,
  event       text NOT NULL,
  type        text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_events_pkey PRIMARY KEY (provider, event)
);
CREATE INDEX provider_events_received_at_idx ON provider_events (received_at);

CREATE TABLE provider_fees (
  id                   uuid NOT NULL DEFAULT gen_random_uuid(),
  provider             text NOT NULL,
  provider_transaction text NOT NULL,
  kind                 text NOT NULL,
  amount_fils          bigint NOT NULL,
  charged_on           date NOT NULL,
  payout_id            uuid,
  CONSTRAINT provider_fees_pkey PRIMARY KEY (id),
  CONSTRAINT provider_fees_transaction_key UNIQUE (provider, provider_transaction),
  CONSTRAINT provider_fees_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT provider_fees_amount_check CHECK (amount_fils <> 0),
  CONSTRAINT provider_fees_kinds_check CHECK (kind = ANY (ARRAY['dispute'::text, 'other'::text]))
);
CREATE INDEX provider_fees_payout_id_idx ON provider_fees (payout_id) WHERE payout_id IS NOT NULL;
CREATE TRIGGER post_provider_fee AFTER INSERT ON provider_fees FOR EACH ROW EXECUTE FUNCTION post_provider_fee();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON provider_fees FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{payout_id}');

CREATE TABLE public_holidays (
  day       date NOT NULL,
  name      text NOT NULL,
  tentative boolean NOT NULL DEFAULT false,
  open      boolean NOT NULL DEFAULT false,
  CONSTRAINT public_holidays_pkey PRIMARY KEY (day),
  CONSTRAINT public_holidays_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public_holidays FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE push_messages (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id    uuid NOT NULL,
  kind       text NOT NULL,
  lines      jsonb NOT NULL,
  message    jsonb NOT NULL,
  urgency    text NOT NULL,
  state      text NOT NULL DEFAULT 'queued'::text,
  attempts   integer NOT NULL DEFAULT 0,
  due_at     timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_messages_pkey PRIMARY KEY (id),
  CONSTRAINT push_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_expires_check CHECK (expires_at > created_at),
  CONSTRAINT push_messages_lines_check CHECK (jsonb_typeof(lines) = 'array'::text AND jsonb_array_length(lines) > 0),
  CONSTRAINT push_messages_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text])),
  CONSTRAINT push_messages_urgency_check CHECK (urgency = ANY (ARRAY['very-low'::text, 'low'::text, 'normal'::text, 'high'::text]))
);
CREATE INDEX push_messages_due_at_idx ON push_messages (due_at);
CREATE INDEX push_messages_user_id_kind_idx ON push_messages (user_id, kind);
CREATE TRIGGER notify_push_message AFTER INSERT ON push_messages FOR EACH STATEMENT EXECUTE FUNCTION notify_push_message();

CREATE TABLE push_subscriptions (
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid NOT NULL,
  session_id      uuid NOT NULL,
  endpoint        text NOT NULL,
  p256dh          text NOT NULL,
  auth            text NOT NULL,
  user_agent      text,
  language        text NOT NULL,
  created_at      timestamp with time zone NOT NULL,
  last_success_at timestamp with time zone,
  failures        integer NOT NULL DEFAULT 0,
  paused_until    timestamp with time zone,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_auth_check CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'::text),
  CONSTRAINT push_subscriptions_endpoint_check CHECK (length(endpoint) <= 2000 AND endpoint ~ '^https?://'::text),
  CONSTRAINT push_subscriptions_failures_check CHECK (failures >= 0),
  CONSTRAINT push_subscriptions_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'::text),
  CONSTRAINT push_subscriptions_p256dh_check CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'::text),
  CONSTRAINT push_subscriptions_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);

CREATE TABLE quote_answers (
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  quote_id   uuid NOT NULL,
  revision   integer NOT NULL,
  answer     text NOT NULL,
  name       text NOT NULL,
  comment    text NOT NULL DEFAULT ''::text,
  chosen     integer[] NOT NULL DEFAULT '{}'::integer[],
  total_fils bigint,
  client_ip  inet,
  user_id    uuid,
  at         timestamp with time zone NOT NULL,
  CONSTRAINT quote_answers_pkey PRIMARY KEY (id),
  CONSTRAINT quote_answers_quote_id_revision_fkey FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions(quote_id, number),
  CONSTRAINT quote_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT quote_answers_answer_check CHECK (answer = ANY (ARRAY['approved'::text, 'changes_requested'::text, 'declined'::text])),
  CONSTRAINT quote_answers_comment_check CHECK (length(comment) <= 1000),
  CONSTRAINT quote_answers_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT quote_answers_total_fils_check CHECK (total_fils >= 0)
);
CREATE INDEX quote_answers_quote_id_revision_idx ON quote_answers (quote_id, revision);
CREATE UNIQUE INDEX quote_answers_single_approval_key ON quote_answers (quote_id) WHERE answer = 'approved'::text;
CREATE INDEX quote_answers_user_id_idx ON quote_answers (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON quote_answers FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{name,comment,client_ip,user_id}');

CREATE TABLE quote_documents (
  quote_id uuid NOT NULL,
  variant  text NOT NULL,
  file_id  uuid NOT NULL,
  CONSTRAINT quote_documents_pkey PRIMARY KEY (quote_id, variant),
  CONSTRAINT quote_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  CONSTRAINT quote_documents_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE
);
CREATE INDEX quote_documents_file_id_idx ON quote_documents (file_id);

CREATE TABLE quote_lines (
  quote_id             uuid NOT NULL,
  revision             integer NOT NULL,
  "position"           integer NOT NULL,
  section              text NOT NULL DEFAULT ''::text,
  description          text NOT NULL,
  quantity_hundredths  integer NOT NULL,
  unit                 text NOT NULL DEFAULT ''::text,
  unit_fils            bigint NOT NULL,
  discount_fils        bigint NOT NULL DEFAULT 0,
  optional             boolean NOT NULL DEFAULT false,
  service_id           text,
  price_id             uuid,
  part_contract_id     uuid,
  quantity_thousandths smallint NOT NULL DEFAULT 0,
  CONSTRAINT quote_lines_pkey PRIMARY KEY (quote_id, revision, "position"),
  CONSTRAINT quote_lines_part_contract_id_fkey FOREIGN KEY (part_contract_id) REFERENCES contracts(id),
  CONSTRAINT quote_lines_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  CONSTRAINT quote_lines_quote_id_revision_fkey FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions(quote_id, number) ON DELETE CASCADE,
  CONSTRAINT quote_lines_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT quote_lines_description_check CHECK (length(description) >= 1 AND length(description) <= 500),
  CONSTRAINT quote_lines_discount_fils_check CHECK (discount_fils >= 0),
  CONSTRAINT quote_lines_discount_of_quantity_check CHECK (discount_fils::numeric <= round((quantity_hundredths::numeric * 10::numeric + quantity_thousandths::numeric) * unit_fils::numeric / 1000::numeric)),
  CONSTRAINT quote_lines_part_discount_check CHECK (discount_fils = 0 OR part_contract_id IS NOT NULL),
  CONSTRAINT quote_lines_position_check CHECK ("position" >= 1 AND "position" <= 200),
  CONSTRAINT quote_lines_quantity_range_check CHECK (quantity_hundredths >= 0 AND quantity_hundredths <= 10000000 AND quantity_thousandths >= 0 AND quantity_thousandths <= 9 AND (quantity_hundredths > 0 OR quantity_thousandths > 0)),
  CONSTRAINT quote_lines_section_check CHECK (length(section) <= 80),
  CONSTRAINT quote_lines_unit_check CHECK (length(unit) <= 20),
  CONSTRAINT quote_lines_unit_fils_check CHECK (unit_fils >= 0 AND unit_fils <= '10000000000'::bigint)
);
CREATE INDEX quote_lines_part_contract_id_idx ON quote_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;
CREATE INDEX quote_lines_price_id_idx ON quote_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX quote_lines_service_id_idx ON quote_lines (service_id) WHERE service_id IS NOT NULL;
CREATE TRIGGER refuse_sent_quote_change BEFORE INSERT OR DELETE OR UPDATE ON quote_lines FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();

CREATE TABLE quote_photos (
  quote_id   uuid NOT NULL,
  revision   integer NOT NULL,
  "position" integer NOT NULL,
  file_id    uuid NOT NULL,
  CONSTRAINT quote_photos_pkey PRIMARY KEY (quote_id, revision, "position"),
  CONSTRAINT quote_photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT quote_photos_quote_id_revision_fkey FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions(quote_id, number) ON DELETE CASCADE,
  CONSTRAINT quote_photos_position_check CHECK ("position" >= 1 AND "position" <= 20)
);
CREATE INDEX quote_photos_file_id_idx ON quote_photos (file_id);
CREATE TRIGGER refuse_sent_quote_change BEFORE INSERT OR DELETE OR UPDATE ON quote_photos FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();

CREATE TABLE quote_revisions (
  quote_id        uuid NOT NULL,
  number          integer NOT NULL,
  title           text NOT NULL,
  introduction    text NOT NULL DEFAULT ''::text,
  terms           text NOT NULL DEFAULT ''::text,
  discount_kind   text NOT NULL DEFAULT 'none'::text,
  discount        bigint NOT NULL DEFAULT 0,
  deposit_percent integer NOT NULL DEFAULT 0,
  deposit_rule    text NOT NULL DEFAULT 'refunded'::text,
  valid_days      integer NOT NULL DEFAULT 30,
  sent_at         timestamp with time zone,
  search_text     text NOT NULL GENERATED ALWAYS AS (fold_search_text(title)) STORED,
  vat_treatment   text NOT NULL DEFAULT 'standard'::text,
  CONSTRAINT quote_revisions_pkey PRIMARY KEY (quote_id, number),
  CONSTRAINT quote_revisions_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE,
  CONSTRAINT quote_revisions_deposit_percent_check CHECK (deposit_percent >= 0 AND deposit_percent <= 100),
  CONSTRAINT quote_revisions_deposit_rule_check CHECK (deposit_rule = ANY (ARRAY['refunded'::text, 'forfeited'::text])),
  CONSTRAINT quote_revisions_discount_check CHECK (discount >= 0),
  CONSTRAINT quote_revisions_discount_kind_check CHECK (discount_kind = ANY (ARRAY['none'::text, 'amount'::text, 'percent'::text])),
  CONSTRAINT quote_revisions_introduction_check CHECK (length(introduction) <= 4000),
  CONSTRAINT quote_revisions_no_discount_check CHECK (discount_kind <> 'none'::text OR discount = 0),
  CONSTRAINT quote_revisions_number_check CHECK (number > 0),
  CONSTRAINT quote_revisions_percent_limit_check CHECK (discount_kind <> 'percent'::text OR discount <= 10000),
  CONSTRAINT quote_revisions_terms_check CHECK (length(terms) <= 4000),
  CONSTRAINT quote_revisions_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
  CONSTRAINT quote_revisions_untaxed_deposit_check CHECK (vat_treatment = 'standard'::text OR deposit_percent = 0) NOT VALID,
  CONSTRAINT quote_revisions_valid_days_check CHECK (valid_days >= 1 AND valid_days <= 365),
  CONSTRAINT quote_revisions_vat_treatment_code_check CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'DL8.45.1'::text, 'DL8.45'::text, 'DL8.46.1'::text, 'DL8.46.2'::text, 'DL8.46.3'::text, 'DL8.46.4'::text, 'DL8.30.7'::text, 'DL8.29'::text])) NOT VALID
);
CREATE INDEX quote_revisions_search_idx ON quote_revisions USING gin (search_text gin_trgm_ops);
CREATE INDEX quote_revisions_unsent_idx ON quote_revisions (quote_id) WHERE sent_at IS NULL;
CREATE TRIGGER refuse_sent_quote_change BEFORE DELETE OR UPDATE ON quote_revisions FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();

CREATE TABLE quotes (
  id                 uuid NOT NULL,
  reference          text NOT NULL,
  state              text NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  customer_id        uuid NOT NULL,
  property_id        uuid,
  booking_id         uuid,
  work_booking_id    uuid,
  work_cancelled     boolean NOT NULL DEFAULT false,
  service_id         text,
  renews_contract_id uuid,
  language           text NOT NULL DEFAULT 'en'::text,
  revision           integer NOT NULL DEFAULT 1,
  total_fils         bigint NOT NULL DEFAULT 0,
  deposit_fils       bigint NOT NULL DEFAULT 0,
  valid_until        date,
  created_at         timestamp with time zone NOT NULL,
  sent_at            timestamp with time zone,
  viewed_at          timestamp with time zone,
  answered_at        timestamp with time zone,
  expiry_reminded_at timestamp with time zone,
  search_text        text NOT NULL GENERATED ALWAYS AS (fold_search_text(reference)) STORED,
  link_version       smallint NOT NULL DEFAULT 0,
  CONSTRAINT quotes_pkey PRIMARY KEY (id),
  CONSTRAINT quotes_reference_key UNIQUE (reference),
  CONSTRAINT quotes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT quotes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT quotes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id),
  CONSTRAINT quotes_renews_contract_id_fkey FOREIGN KEY (renews_contract_id) REFERENCES contracts(id),
  CONSTRAINT quotes_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT quotes_work_booking_id_fkey FOREIGN KEY (work_booking_id) REFERENCES bookings(id),
  CONSTRAINT quotes_amount_limit_check CHECK (total_fils <= '10000000000'::bigint),
  CONSTRAINT quotes_answered_complete_check CHECK ((state <> ALL (ARRAY['approved'::text, 'declined'::text, 'changes_requested'::text, 'converted'::text])) OR answered_at IS NOT NULL),
  CONSTRAINT quotes_deposit_limit_check CHECK (deposit_fils >= 0 AND deposit_fils <= total_fils),
  CONSTRAINT quotes_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text),
  CONSTRAINT quotes_reference_check CHECK (reference ~ '^QT-[0-9]{4}-[0-9]{6}$'::text),
  CONSTRAINT quotes_renewal_deposit_check CHECK (renews_contract_id IS NULL OR deposit_fils = 0),
  CONSTRAINT quotes_renewal_total_check CHECK (renews_contract_id IS NULL OR (state = ANY (ARRAY['draft'::text, 'withdrawn'::text])) OR total_fils > 0),
  CONSTRAINT quotes_revision_check CHECK (revision > 0),
  CONSTRAINT quotes_sent_complete_check CHECK ((state = ANY (ARRAY['draft'::text, 'withdrawn'::text])) OR sent_at IS NOT NULL AND valid_until IS NOT NULL),
  CONSTRAINT quotes_state_check CHECK (state = ANY (ARRAY['draft'::text, 'sent'::text, 'viewed'::text, 'approved'::text, 'changes_requested'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text, 'converted'::text, 'cancelled'::text])),
  CONSTRAINT quotes_total_fils_check CHECK (total_fils >= 0),
  CONSTRAINT quotes_version_check CHECK (version > 0)
);
CREATE INDEX quotes_booking_id_idx ON quotes (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX quotes_created_at_id_idx ON quotes (created_at DESC, id DESC);
CREATE INDEX quotes_customer_id_created_at_idx ON quotes (customer_id, created_at DESC);
CREATE INDEX quotes_open_idx ON quotes (valid_until) INCLUDE (state, total_fils) WHERE state = ANY (ARRAY['sent'::text, 'viewed'::text]);
CREATE INDEX quotes_property_id_idx ON quotes (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX quotes_renews_contract_id_idx ON quotes (renews_contract_id) WHERE renews_contract_id IS NOT NULL;
CREATE INDEX quotes_search_idx ON quotes USING gin (search_text gin_trgm_ops);
CREATE INDEX quotes_sent_idx ON quotes (sent_at) INCLUDE (state, total_fils) WHERE sent_at IS NOT NULL;
CREATE INDEX quotes_service_id_idx ON quotes (service_id) WHERE service_id IS NOT NULL;
CREATE UNIQUE INDEX quotes_single_open_renewal_key ON quotes (renews_contract_id) WHERE state = ANY (ARRAY['draft'::text, 'sent'::text, 'viewed'::text, 'changes_requested'::text]);
CREATE INDEX quotes_state_created_at_id_idx ON quotes (state, created_at DESC, id DESC);
CREATE INDEX quotes_work_booking_id_idx ON quotes (work_booking_id) WHERE work_booking_id IS NOT NULL;
CREATE INDEX quotes_work_cancelled_idx ON quotes (created_at DESC, id DESC) WHERE state = 'converted'::text AND work_cancelled;
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER UPDATE OF state ON quotes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'cancelled'::text AND old.state <> 'cancelled'::text) EXECUTE FUNCTION post_to_ledger('quote');
CREATE TRIGGER refuse_second_renewal BEFORE UPDATE OF state ON quotes FOR EACH ROW WHEN (new.renews_contract_id IS NOT NULL AND (new.state = ANY (ARRAY['sent'::text, 'approved'::text])) AND old.state <> new.state) EXECUTE FUNCTION refuse_second_renewal();
CREATE TRIGGER tally_quotes_on_delete AFTER DELETE ON quotes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_quotes_on_insert AFTER INSERT ON quotes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_quotes_on_update AFTER UPDATE ON quotes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

CREATE TABLE rate_limits (
  key          text NOT NULL,
  attempts     timestamp with time zone[] NOT NULL,
  last_allowed boolean NOT NULL,
  expires_at   timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expires_at_idx ON rate_limits (expires_at);

CREATE TABLE reaction_jobs (
  id       bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  trail_id bigint NOT NULL,
  reaction text NOT NULL,
  event    jsonb NOT NULL,
  state    text NOT NULL DEFAULT 'waiting'::text,
  due_at   timestamp with time zone DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  ended_at timestamp with time zone,
  CONSTRAINT reaction_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT reaction_jobs_trail_id_reaction_key UNIQUE (trail_id, reaction),
  CONSTRAINT reaction_jobs_due_at_state_check CHECK ((due_at IS NULL) = (state = 'failed'::text)),
  CONSTRAINT reaction_jobs_ended_at_state_check CHECK ((ended_at IS NOT NULL) = (state = 'failed'::text)),
  CONSTRAINT reaction_jobs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'failed'::text]))
);
CREATE INDEX reaction_jobs_due_at_idx ON reaction_jobs (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE recurring_booking_visits (
  recurring_booking_id uuid NOT NULL,
  number               integer NOT NULL,
  booking_id           uuid NOT NULL,
  CONSTRAINT recurring_booking_visits_pkey PRIMARY KEY (recurring_booking_id, number),
  CONSTRAINT recurring_booking_visits_booking_id_key UNIQUE (booking_id),
  CONSTRAINT recurring_booking_visits_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT recurring_booking_visits_recurring_booking_id_fkey FOREIGN KEY (recurring_booking_id) REFERENCES recurring_bookings(id) ON DELETE CASCADE,
  CONSTRAINT recurring_booking_visits_number_check CHECK (number > 0)
);

CREATE TABLE recurring_bookings (
  id                      uuid NOT NULL DEFAULT gen_random_uuid(),
  version                 integer NOT NULL DEFAULT 1,
  recurrence_interval     text NOT NULL,
  start_time              text NOT NULL,
  anchor_number           integer NOT NULL,
  anchor_day              date NOT NULL,
  next_number             integer NOT NULL,
  next_day                date NOT NULL,
  preferred_technician_id uuid,
  started_at              timestamp with time zone NOT NULL,
  failures                smallint NOT NULL DEFAULT 0,
  retry_at                timestamp with time zone,
  gave_up_at              timestamp with time zone,
  ended_at                timestamp with time zone,
  ended_by                text,
  CONSTRAINT recurring_bookings_pkey PRIMARY KEY (id),
  CONSTRAINT recurring_bookings_preferred_technician_id_fkey FOREIGN KEY (preferred_technician_id) REFERENCES technicians(id),
  CONSTRAINT recurring_bookings_anchor_number_check CHECK (anchor_number > 0),
  CONSTRAINT recurring_bookings_ended_by_check CHECK (ended_by = ANY (ARRAY['office'::text, 'service'::text, 'erased'::text])),
  CONSTRAINT recurring_bookings_ended_complete_check CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT recurring_bookings_failures_check CHECK (failures >= 0),
  CONSTRAINT recurring_bookings_next_number_check CHECK (next_number > 1),
  CONSTRAINT recurring_bookings_recurrence_interval_check CHECK (recurrence_interval = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'twice-yearly'::text])),
  CONSTRAINT recurring_bookings_start_time_check CHECK (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  CONSTRAINT recurring_bookings_version_check CHECK (version > 0)
);
CREATE INDEX recurring_bookings_due_idx ON recurring_bookings (next_day, id) WHERE ended_at IS NULL AND gave_up_at IS NULL;
CREATE INDEX recurring_bookings_preferred_technician_id_idx ON recurring_bookings (preferred_technician_id) WHERE preferred_technician_id IS NOT NULL;

CREATE TABLE refunds (
  id              uuid NOT NULL,
  reference       text NOT NULL DEFAULT format_reference('RF'::text, nextval('refund_numbers'::regclass), now()),
  customer_id     uuid NOT NULL,
  method          text NOT NULL,
  payment_id      uuid,
  amount_fils     bigint NOT NULL,
  reason          text NOT NULL,
  state           text NOT NULL,
  provider_refund text,
  recorded_by     uuid,
  recorded_at     timestamp with time zone NOT NULL,
  paid_on         date,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_provider_refund_key UNIQUE (provider_refund),
  CONSTRAINT refunds_reference_key UNIQUE (reference),
  CONSTRAINT refunds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT refunds_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT refunds_amount_limit_check CHECK (amount_fils <= '10000000000'::bigint),
  CONSTRAINT refunds_card_payment_check CHECK ((method = 'card'::text) = (payment_id IS NOT NULL)),
  CONSTRAINT refunds_method_check CHECK (method = ANY (ARRAY['card'::text, 'cash'::text, 'transfer'::text, 'cheque'::text])),
  CONSTRAINT refunds_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 300),
  CONSTRAINT refunds_reference_check CHECK (reference ~ '^RF-[0-9]{4}-[0-9]{6,}$'::text),
  CONSTRAINT refunds_state_check CHECK (state = ANY (ARRAY['requested'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX refunds_customer_id_recorded_at_idx ON refunds (customer_id, recorded_at);
CREATE INDEX refunds_payment_id_idx ON refunds (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX refunds_recorded_by_idx ON refunds (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX refunds_requested_idx ON refunds (recorded_at) WHERE state = 'requested'::text;

CREATE TABLE refused_instalments (
  contract_id uuid NOT NULL,
  number      integer NOT NULL,
  obstacle    text NOT NULL,
  refused_at  timestamp with time zone NOT NULL,
  CONSTRAINT refused_instalments_pkey PRIMARY KEY (contract_id, number),
  CONSTRAINT refused_instalments_contract_id_number_fkey FOREIGN KEY (contract_id, number) REFERENCES contract_instalments(contract_id, number) ON DELETE CASCADE,
  CONSTRAINT refused_instalments_obstacle_check CHECK (obstacle = ANY (ARRAY['address-required'::text, 'company-details-missing'::text, 'error'::text]))
);

CREATE TABLE renewal_offers (
  quote_id            uuid NOT NULL,
  package_id          text NOT NULL,
  property_type       text NOT NULL,
  price_id            uuid NOT NULL,
  starts_on           date NOT NULL,
  payment_plan        text NOT NULL,
  ac_visits           integer NOT NULL,
  checks              integer NOT NULL,
  call_outs           integer,
  call_out_hours      integer NOT NULL,
  handyman_hours      integer NOT NULL,
  emergency_fee       boolean NOT NULL,
  parts_discount      integer NOT NULL,
  parts_included_fils bigint,
  renewed_contract_id uuid,
  CONSTRAINT renewal_offers_pkey PRIMARY KEY (quote_id),
  CONSTRAINT renewal_offers_renewed_contract_id_key UNIQUE (renewed_contract_id),
  CONSTRAINT renewal_offers_price_id_package_id_property_type_fkey FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices(id, package_id, property_type),
  CONSTRAINT renewal_offers_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE,
  CONSTRAINT renewal_offers_renewed_contract_id_fkey FOREIGN KEY (renewed_contract_id) REFERENCES contracts(id),
  CONSTRAINT renewal_offers_ac_visits_check CHECK (ac_visits >= 0),
  CONSTRAINT renewal_offers_call_out_hours_check CHECK (call_out_hours > 0),
  CONSTRAINT renewal_offers_call_outs_check CHECK (call_outs >= 0),
  CONSTRAINT renewal_offers_checks_check CHECK (checks >= 0),
  CONSTRAINT renewal_offers_handyman_hours_check CHECK (handyman_hours >= 0),
  CONSTRAINT renewal_offers_parts_discount_check CHECK (parts_discount >= 0 AND parts_discount <= 100),
  CONSTRAINT renewal_offers_parts_included_fils_check CHECK (parts_included_fils > 0),
  CONSTRAINT renewal_offers_payment_plan_check CHECK (payment_plan = ANY (ARRAY['upfront'::text, 'cheques'::text]))
);
CREATE INDEX renewal_offers_price_id_package_id_property_type_idx ON renewal_offers (price_id, package_id, property_type);

CREATE TABLE restores (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  restored_at timestamp with time zone NOT NULL,
  target_time timestamp with time zone,
  archive     text NOT NULL,
  released_at timestamp with time zone,
  CONSTRAINT restores_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX restores_single_unreleased_key ON restores ((true)) WHERE released_at IS NULL;

CREATE TABLE revenue_entries (
  id             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  invoice_id     uuid NOT NULL,
  credit_note_id uuid,
  "position"     integer NOT NULL,
  day            date NOT NULL,
  service        text NOT NULL,
  area           text NOT NULL,
  technician_id  uuid,
  fils           bigint NOT NULL,
  CONSTRAINT revenue_entries_pkey PRIMARY KEY (id),
  CONSTRAINT revenue_entries_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT revenue_entries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT revenue_entries_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id),
  CONSTRAINT revenue_entries_fils_check CHECK (fils <> 0)
);
CREATE INDEX revenue_entries_area_idx ON revenue_entries (area, day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_credit_note_id_idx ON revenue_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX revenue_entries_day_idx ON revenue_entries (day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_service_idx ON revenue_entries (service, day, id) INCLUDE (fils);
CREATE UNIQUE INDEX revenue_entries_single_line_key ON revenue_entries (invoice_id, credit_note_id, "position") NULLS NOT DISTINCT;
CREATE INDEX revenue_entries_technician_idx ON revenue_entries (technician_id, day, id) INCLUDE (fils) WHERE technician_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON revenue_entries FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');
CREATE TRIGGER tally_revenue_entries AFTER INSERT ON revenue_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_revenue_entries();

CREATE TABLE reviews (
  id                        uuid NOT NULL DEFAULT gen_random_uuid(),
  booking_id                uuid NOT NULL,
  service_id                text NOT NULL,
  finished_by_technician_id uuid,
  rating                    integer NOT NULL,
  comment                   text NOT NULL DEFAULT ''::text,
  created_at                timestamp with time zone NOT NULL,
  published_at              timestamp with time zone,
  answer                    text,
  answered_at               timestamp with time zone,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_booking_id_key UNIQUE (booking_id),
  CONSTRAINT reviews_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT reviews_finished_by_technician_id_fkey FOREIGN KEY (finished_by_technician_id) REFERENCES technicians(id),
  CONSTRAINT reviews_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT reviews_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 1000),
  CONSTRAINT reviews_answer_complete_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT reviews_comment_check CHECK (length(comment) <= 1000),
  CONSTRAINT reviews_rating_check CHECK (rating >= 1 AND rating <= 5)
);
CREATE INDEX reviews_created_at_id_idx ON reviews (created_at DESC, id DESC);
CREATE INDEX reviews_published_idx ON reviews (service_id, created_at DESC, id) WHERE published_at IS NOT NULL;
CREATE INDEX reviews_service_idx ON reviews (service_id) INCLUDE (rating);
CREATE INDEX reviews_technician_idx ON reviews (finished_by_technician_id, created_at DESC, id DESC) INCLUDE (rating) WHERE finished_by_technician_id IS NOT NULL;
CREATE INDEX reviews_unanswered_idx ON reviews (created_at DESC, id DESC) WHERE answer IS NULL;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
CREATE TRIGGER set_review_service BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION set_review_service();
CREATE TRIGGER sync_review_outcomes AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_reviews();
CREATE TRIGGER tally_reviews_on_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_reviews_on_insert AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_reviews_on_update AFTER UPDATE ON reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

CREATE TABLE seasons (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  name           text NOT NULL,
  first_day      date NOT NULL,
  last_day       date NOT NULL,
  shorter_by_min integer NOT NULL,
  CONSTRAINT seasons_pkey PRIMARY KEY (id),
  CONSTRAINT seasons_no_overlap_excl EXCLUDE USING gist (daterange(first_day, last_day, '[]'::text) WITH &&),
  CONSTRAINT seasons_days_check CHECK (first_day <= last_day),
  CONSTRAINT seasons_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT seasons_shorter_by_min_check CHECK (shorter_by_min >= 15 AND shorter_by_min <= 480)
);

CREATE TABLE security_cases (
  id                  uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id             uuid,
  client_ip           inet,
  reported_by_browser boolean NOT NULL,
  subject             text NOT NULL GENERATED ALWAYS AS (COALESCE(user_id::text, host(client_ip), ''::text)) STORED,
  auth_failures       integer NOT NULL DEFAULT 0,
  rate_limits         integer NOT NULL DEFAULT 0,
  many_failures       boolean NOT NULL DEFAULT false,
  many_limits         boolean NOT NULL DEFAULT false,
  first_event_at      timestamp with time zone NOT NULL,
  last_event_at       timestamp with time zone NOT NULL,
  closed_at           timestamp with time zone,
  is_open             boolean NOT NULL GENERATED ALWAYS AS (closed_at IS NULL) STORED,
  is_suspicious       boolean NOT NULL GENERATED ALWAYS AS ((many_failures OR many_limits) AND NOT reported_by_browser) STORED,
  CONSTRAINT security_cases_pkey PRIMARY KEY (id),
  CONSTRAINT security_cases_auth_failures_check CHECK (auth_failures >= 0),
  CONSTRAINT security_cases_rate_limits_check CHECK (rate_limits >= 0)
);
CREATE INDEX security_cases_address_idx ON security_cases (host(client_ip) text_pattern_ops);
CREATE INDEX security_cases_last_event_at_idx ON security_cases (last_event_at);
CREATE INDEX security_cases_list_idx ON security_cases ((is_open::integer), ((NOT reported_by_browser)::integer), last_event_at, id);
CREATE UNIQUE INDEX security_cases_single_open_key ON security_cases (subject, reported_by_browser) WHERE closed_at IS NULL AND subject <> ''::text;
CREATE INDEX security_cases_suspicious_idx ON security_cases ((is_open::integer), ((NOT reported_by_browser)::integer), last_event_at, id) WHERE is_suspicious;
CREATE INDEX security_cases_user_id_last_event_at_idx ON security_cases (user_id, last_event_at) WHERE user_id IS NOT NULL;

CREATE TABLE security_checks (
  id         uuid NOT NULL,
  a          integer NOT NULL,
  b          integer NOT NULL,
  wrong      integer NOT NULL DEFAULT 0,
  used_at    timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT security_checks_pkey PRIMARY KEY (id),
  CONSTRAINT security_checks_a_check CHECK (a >= 1 AND a <= 10),
  CONSTRAINT security_checks_b_check CHECK (b >= 1 AND b <= 10)
);
CREATE INDEX security_checks_expires_at_idx ON security_checks (expires_at);

CREATE TABLE security_events (
  id          bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  case_id     uuid,
  type        text NOT NULL,
  message     text NOT NULL,
  user_id     uuid,
  metadata    jsonb NOT NULL DEFAULT '{}'::jsonb,
  user_agent  text,
  client_ip   inet,
  request_id  text NOT NULL,
  reported_at timestamp with time zone,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_case_id_fkey FOREIGN KEY (case_id) REFERENCES security_cases(id) ON DELETE CASCADE,
  CONSTRAINT security_events_type_check CHECK (type = ANY (ARRAY['auth_failure'::text, 'rate_limit'::text, 'suspicious_activity'::text]))
);
CREATE INDEX security_events_address_idx ON security_events (client_ip, received_at) WHERE user_id IS NULL;
CREATE INDEX security_events_case_id_id_idx ON security_events (case_id, id);
CREATE INDEX security_events_received_at_id_idx ON security_events (received_at DESC, id DESC);
CREATE INDEX security_events_user_id_received_at_idx ON security_events (user_id, received_at) WHERE user_id IS NOT NULL;

CREATE TABLE service_faqs (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id  text NOT NULL,
  "position"  integer NOT NULL,
  question    text NOT NULL,
  answer      text NOT NULL,
  published   boolean NOT NULL DEFAULT false,
  version     integer NOT NULL DEFAULT 1,
  question_ar text,
  answer_ar   text,
  CONSTRAINT service_faqs_pkey PRIMARY KEY (id),
  CONSTRAINT service_faqs_service_id_fkey FOREIGN KEY (service_id) REFERENCES service_pages(service_id) ON DELETE CASCADE,
  CONSTRAINT service_faqs_answer_ar_check CHECK (length(answer_ar) >= 1 AND length(answer_ar) <= 800),
  CONSTRAINT service_faqs_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 800),
  CONSTRAINT service_faqs_question_ar_check CHECK (length(question_ar) >= 1 AND length(question_ar) <= 160),
  CONSTRAINT service_faqs_question_check CHECK (length(question) >= 1 AND length(question) <= 160)
);
CREATE INDEX service_faqs_service_id_position_idx ON service_faqs (service_id, "position");
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_faqs FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE service_jobs (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  service_id text NOT NULL,
  "position" integer NOT NULL,
  title      text NOT NULL,
  price_item text NOT NULL,
  quantity   integer NOT NULL DEFAULT 1,
  published  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  title_ar   text,
  CONSTRAINT service_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT service_jobs_service_id_fkey FOREIGN KEY (service_id) REFERENCES service_pages(service_id) ON DELETE CASCADE,
  CONSTRAINT service_jobs_quantity_check CHECK (quantity >= 1 AND quantity <= 100),
  CONSTRAINT service_jobs_title_ar_check CHECK (length(title_ar) >= 1 AND length(title_ar) <= 80),
  CONSTRAINT service_jobs_title_check CHECK (length(title) >= 1 AND length(title) <= 80)
);
CREATE INDEX service_jobs_service_id_position_idx ON service_jobs (service_id, "position");
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_jobs FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE service_pages (
  service_id      text NOT NULL,
  category        text NOT NULL,
  headline        text NOT NULL,
  introduction    text NOT NULL,
  description     text NOT NULL,
  duration        text NOT NULL,
  warranty        text NOT NULL,
  included        text[] NOT NULL,
  not_included    text[] NOT NULL DEFAULT '{}'::text[],
  package_id      text,
  version         integer NOT NULL DEFAULT 1,
  headline_ar     text,
  introduction_ar text,
  description_ar  text,
  duration_ar     text,
  warranty_ar     text,
  included_ar     text[],
  not_included_ar text[],
  CONSTRAINT service_pages_pkey PRIMARY KEY (service_id),
  CONSTRAINT service_pages_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id),
  CONSTRAINT service_pages_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE,
  CONSTRAINT service_pages_category_check CHECK (category = ANY (ARRAY['systems'::text, 'finishes'::text, 'upkeep'::text, 'emergency'::text])),
  CONSTRAINT service_pages_description_ar_check CHECK (length(description_ar) >= 50 AND length(description_ar) <= 170),
  CONSTRAINT service_pages_description_check CHECK (length(description) >= 50 AND length(description) <= 170),
  CONSTRAINT service_pages_duration_ar_check CHECK (length(duration_ar) >= 1 AND length(duration_ar) <= 80),
  CONSTRAINT service_pages_duration_check CHECK (length(duration) >= 1 AND length(duration) <= 80),
  CONSTRAINT service_pages_headline_ar_check CHECK (length(headline_ar) >= 1 AND length(headline_ar) <= 80),
  CONSTRAINT service_pages_headline_check CHECK (length(headline) >= 1 AND length(headline) <= 80),
  CONSTRAINT service_pages_included_ar_check CHECK (cardinality(included_ar) = cardinality(included) AND NOT (''::text = ANY (included_ar))),
  CONSTRAINT service_pages_included_check CHECK (cardinality(included) >= 1 AND cardinality(included) <= 12 AND NOT (''::text = ANY (included))),
  CONSTRAINT service_pages_introduction_ar_check CHECK (length(introduction_ar) >= 1 AND length(introduction_ar) <= 400),
  CONSTRAINT service_pages_introduction_check CHECK (length(introduction) >= 1 AND length(introduction) <= 400),
  CONSTRAINT service_pages_not_included_ar_check CHECK (cardinality(not_included_ar) = cardinality(not_included) AND NOT (''::text = ANY (not_included_ar))),
  CONSTRAINT service_pages_not_included_check CHECK (cardinality(not_included) <= 12 AND NOT (''::text = ANY (not_included))),
  CONSTRAINT service_pages_warranty_ar_check CHECK (length(warranty_ar) >= 1 AND length(warranty_ar) <= 80),
  CONSTRAINT service_pages_warranty_check CHECK (length(warranty) >= 1 AND length(warranty) <= 80)
);
CREATE INDEX service_pages_package_id_idx ON service_pages (package_id) WHERE package_id IS NOT NULL;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_pages FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE service_steps (
  service_id text NOT NULL,
  "position" integer NOT NULL,
  title      text NOT NULL,
  body       text NOT NULL,
  title_ar   text,
  body_ar    text,
  CONSTRAINT service_steps_pkey PRIMARY KEY (service_id, "position"),
  CONSTRAINT service_steps_service_id_fkey FOREIGN KEY (service_id) REFERENCES service_pages(service_id) ON DELETE CASCADE,
  CONSTRAINT service_steps_body_ar_check CHECK (length(body_ar) >= 1 AND length(body_ar) <= 300),
  CONSTRAINT service_steps_body_check CHECK (length(body) >= 1 AND length(body) <= 300),
  CONSTRAINT service_steps_title_ar_check CHECK (length(title_ar) >= 1 AND length(title_ar) <= 60),
  CONSTRAINT service_steps_title_check CHECK (length(title) >= 1 AND length(title) <= 60)
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_steps FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE services (
  id              text NOT NULL,
  name            text NOT NULL,
  summary         text NOT NULL,
  icon            text NOT NULL,
  accounting_code text,
  page            boolean NOT NULL DEFAULT true,
  duration_min    integer NOT NULL,
  buffer_min      integer NOT NULL DEFAULT 0,
  outdoor         boolean NOT NULL DEFAULT false,
  emergency       boolean NOT NULL DEFAULT false,
  "position"      integer NOT NULL,
  active          boolean NOT NULL DEFAULT true,
  version         integer NOT NULL DEFAULT 1,
  name_ar         text,
  summary_ar      text,
  CONSTRAINT services_pkey PRIMARY KEY (id),
  CONSTRAINT services_accounting_code_check CHECK (accounting_code ~ '^[0-9]{4,12}$'::text),
  CONSTRAINT services_buffer_min_check CHECK (buffer_min >= 0 AND buffer_min <= 240),
  CONSTRAINT services_duration_min_check CHECK (duration_min >= 15 AND duration_min <= 720),
  CONSTRAINT services_id_check CHECK (id ~ '^[a-z-]+$'::text),
  CONSTRAINT services_name_ar_check CHECK (length(name_ar) >= 1 AND length(name_ar) <= 80),
  CONSTRAINT services_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT services_summary_ar_check CHECK (length(summary_ar) >= 1 AND length(summary_ar) <= 300),
  CONSTRAINT services_summary_check CHECK (length(summary) <= 300),
  CONSTRAINT services_version_check CHECK (version > 0)
);
CREATE INDEX services_position_id_idx ON services ("position", id);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON services FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE sessions (
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  token           text NOT NULL,
  user_id         uuid NOT NULL,
  expires_at      timestamp with time zone NOT NULL,
  ip_address      text,
  user_agent      text,
  impersonated_by uuid,
  created_at      timestamp with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_key UNIQUE (token),
  CONSTRAINT sessions_impersonated_by_fkey FOREIGN KEY (impersonated_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_impersonated_by_idx ON sessions (impersonated_by) WHERE impersonated_by IS NOT NULL;
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE TRIGGER notify_access_change AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_access_change();

CREATE TABLE settings (
  name    text NOT NULL,
  value   jsonb NOT NULL,
  version integer NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (name),
  CONSTRAINT settings_name_check CHECK (name ~ '^[a-z]+$'::text),
  CONSTRAINT settings_value_check CHECK (jsonb_typeof(value) = 'object'::text),
  CONSTRAINT settings_version_check CHECK (version > 0)
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE settlements (
  id                    bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  invoice_id            uuid NOT NULL,
  kind                  text NOT NULL,
  amount_fils           bigint NOT NULL,
  payment_id            uuid,
  credit_note_id        uuid,
  write_off_id          uuid,
  at                    timestamp with time zone NOT NULL,
  write_off_reversal_id uuid,
  day                   date,
  CONSTRAINT settlements_pkey PRIMARY KEY (id),
  CONSTRAINT settlements_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT settlements_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT settlements_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT settlements_write_off_id_fkey FOREIGN KEY (write_off_id) REFERENCES write_offs(id),
  CONSTRAINT settlements_write_off_reversal_id_fkey FOREIGN KEY (write_off_reversal_id) REFERENCES write_off_reversals(id),
  CONSTRAINT settlements_amount_fils_check CHECK (amount_fils <> 0),
  CONSTRAINT settlements_credit_note_check CHECK ((kind = 'credit-note'::text) = (credit_note_id IS NOT NULL)),
  CONSTRAINT settlements_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'credit-note'::text, 'credit'::text, 'write-off'::text])),
  CONSTRAINT settlements_payment_check CHECK ((kind = 'payment'::text) = (payment_id IS NOT NULL)),
  CONSTRAINT settlements_write_off_check CHECK ((kind = 'write-off'::text) = (write_off_id IS NOT NULL)),
  CONSTRAINT settlements_write_off_reversal_check CHECK ((kind = 'write-off'::text AND amount_fils < 0) = (write_off_reversal_id IS NOT NULL))
);
CREATE INDEX settlements_credit_note_id_idx ON settlements (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX settlements_invoice_id_id_idx ON settlements (invoice_id, id);
CREATE INDEX settlements_payment_id_idx ON settlements (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX settlements_write_off_id_idx ON settlements (write_off_id) WHERE write_off_id IS NOT NULL;
CREATE UNIQUE INDEX settlements_write_off_reversal_id_idx ON settlements (write_off_reversal_id) WHERE write_off_reversal_id IS NOT NULL;
CREATE TRIGGER apply_settlement AFTER INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION apply_settlement();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER check_bad_debt_relief AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'write-off'::text) EXECUTE FUNCTION check_bad_debt_relief();
CREATE CONSTRAINT TRIGGER post_advance AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.payment_id IS NOT NULL) EXECUTE FUNCTION post_advance();
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_to_ledger('settlement');
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

CREATE TABLE shifts (
  technician_id uuid NOT NULL,
  weekday       integer NOT NULL,
  start_min     integer NOT NULL,
  end_min       integer NOT NULL,
  CONSTRAINT shifts_pkey PRIMARY KEY (technician_id, weekday, start_min),
  CONSTRAINT shifts_no_overlap_excl EXCLUDE USING gist (technician_id WITH =, weekday WITH =, int4range(start_min, end_min) WITH &&),
  CONSTRAINT shifts_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT shifts_end_min_check CHECK (end_min >= 1 AND end_min <= 1440),
  CONSTRAINT shifts_start_min_check CHECK (start_min >= 0 AND start_min <= 1439),
  CONSTRAINT shifts_times_check CHECK (start_min < end_min),
  CONSTRAINT shifts_weekday_check CHECK (weekday >= 1 AND weekday <= 7)
);

CREATE TABLE tallies (
  figure   text NOT NULL,
  span     text NOT NULL,
  day      date NOT NULL,
  key      text NOT NULL,
  bucket   integer NOT NULL,
  value    bigint NOT NULL,
  unmerged boolean NOT NULL,
  CONSTRAINT tallies_span_check CHECK (span = ANY (ARRAY['day'::text, 'month'::text]))
);
CREATE INDEX tallies_day_idx ON tallies (figure, span, day) INCLUDE (key, bucket, value);
CREATE UNIQUE INDEX tallies_merged_key ON tallies (figure, span, day, key, bucket) WHERE NOT unmerged;
CREATE INDEX tallies_unmerged_idx ON tallies (figure) WHERE unmerged;

CREATE TABLE technician_pictures (
  technician_id uuid NOT NULL,
  active        boolean NOT NULL GENERATED ALWAYS AS (true) STORED,
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  small         bytea NOT NULL,
  large         bytea NOT NULL,
  created_at    timestamp with time zone NOT NULL,
  CONSTRAINT technician_pictures_pkey PRIMARY KEY (technician_id),
  CONSTRAINT technician_pictures_active_technician_fkey FOREIGN KEY (technician_id, active) REFERENCES technicians(id, active) ON DELETE CASCADE,
  CONSTRAINT technician_pictures_large_check CHECK (length(large) >= 1 AND length(large) <= 65536),
  CONSTRAINT technician_pictures_small_check CHECK (length(small) >= 1 AND length(small) <= 32768)
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON technician_pictures FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE technician_skills (
  technician_id uuid NOT NULL,
  service_id    text NOT NULL,
  CONSTRAINT technician_skills_pkey PRIMARY KEY (technician_id, service_id),
  CONSTRAINT technician_skills_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  CONSTRAINT technician_skills_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE
);
CREATE INDEX technician_skills_service_id_technician_id_idx ON technician_skills (service_id, technician_id);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON technician_skills FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE technician_tallies (
  span             integer NOT NULL,
  day              date NOT NULL,
  technician_id    uuid NOT NULL,
  finished_visits  bigint NOT NULL,
  warranty_returns bigint NOT NULL,
  worked_sec       bigint NOT NULL,
  arrivals         bigint NOT NULL,
  on_time_arrivals bigint NOT NULL,
  ratings          bigint NOT NULL,
  rating_sum       bigint NOT NULL,
  invoiced_fils    bigint NOT NULL,
  unmerged         boolean NOT NULL,
  CONSTRAINT technician_tallies_span_check CHECK (span = ANY (ARRAY[1, 4, 16, 64, 256, 1024]))
);
CREATE INDEX technician_tallies_day_idx ON technician_tallies (span, day) INCLUDE (technician_id, finished_visits, warranty_returns, worked_sec, arrivals, on_time_arrivals, ratings, rating_sum, invoiced_fils);
CREATE UNIQUE INDEX technician_tallies_merged_key ON technician_tallies (span, day, technician_id) WHERE NOT unmerged;
CREATE INDEX technician_tallies_unmerged_idx ON technician_tallies (span, day) WHERE unmerged;

CREATE TABLE technician_zones (
  technician_id uuid NOT NULL,
  area          text NOT NULL,
  CONSTRAINT technician_zones_pkey PRIMARY KEY (technician_id, area),
  CONSTRAINT technician_zones_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT technician_zones_area_check CHECK (length(area) >= 1 AND length(area) <= 50)
);

CREATE TABLE technicians (
  id                 uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id            uuid,
  name               text NOT NULL,
  email              text NOT NULL,
  phone              text NOT NULL,
  on_call            boolean NOT NULL DEFAULT false,
  active             boolean NOT NULL DEFAULT true,
  calendar_seed      uuid,
  created_at         timestamp with time zone NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  search_text        text NOT NULL GENERATED ALWAYS AS (fold_search_text((((name || ' '::text) || phone) || ' '::text) || email)) STORED,
  website_consent_at timestamp with time zone,
  CONSTRAINT technicians_pkey PRIMARY KEY (id),
  CONSTRAINT technicians_id_active_key UNIQUE (id, active),
  CONSTRAINT technicians_user_id_key UNIQUE (user_id),
  CONSTRAINT technicians_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT technicians_email_check CHECK (email = lower(email)),
  CONSTRAINT technicians_name_check CHECK (length(name) >= 2 AND length(name) <= 50),
  CONSTRAINT technicians_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  CONSTRAINT technicians_version_check CHECK (version > 0),
  CONSTRAINT technicians_website_consent_check CHECK (website_consent_at IS NULL OR active)
);
CREATE INDEX technicians_search_idx ON technicians USING gin (search_text gin_trgm_ops);
CREATE INDEX technicians_sound_idx ON technicians USING gin (sound_keys(name));
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON technicians FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
CREATE TRIGGER start_employment AFTER INSERT ON technicians FOR EACH ROW WHEN (new.active) EXECUTE FUNCTION start_employment();

CREATE TABLE testimonials (
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  quote          text NOT NULL,
  client_name    text NOT NULL,
  role           text NOT NULL,
  photo_id       uuid,
  "position"     integer NOT NULL,
  published      boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  quote_ar       text,
  client_name_ar text,
  role_ar        text,
  CONSTRAINT testimonials_pkey PRIMARY KEY (id),
  CONSTRAINT testimonials_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES files(id),
  CONSTRAINT testimonials_client_name_ar_check CHECK (length(client_name_ar) >= 1 AND length(client_name_ar) <= 60),
  CONSTRAINT testimonials_client_name_check CHECK (length(client_name) >= 1 AND length(client_name) <= 60),
  CONSTRAINT testimonials_quote_ar_check CHECK (length(quote_ar) >= 1 AND length(quote_ar) <= 400),
  CONSTRAINT testimonials_quote_check CHECK (length(quote) >= 1 AND length(quote) <= 400),
  CONSTRAINT testimonials_role_ar_check CHECK (length(role_ar) >= 1 AND length(role_ar) <= 80),
  CONSTRAINT testimonials_role_check CHECK (length(role) >= 1 AND length(role) <= 80)
);
CREATE INDEX testimonials_photo_id_idx ON testimonials (photo_id) WHERE photo_id IS NOT NULL;
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE time_off (
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL,
  during        tstzrange NOT NULL,
  reason        text NOT NULL DEFAULT ''::text,
  CONSTRAINT time_off_pkey PRIMARY KEY (id),
  CONSTRAINT time_off_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT time_off_during_check CHECK (NOT isempty(during))
);
CREATE INDEX time_off_technician_id_during_idx ON time_off USING gist (technician_id, during);

CREATE TABLE timeline_entries (
  id           bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  booking_id   uuid NOT NULL,
  event        text NOT NULL,
  from_state   text,
  to_state     text NOT NULL,
  from_version integer NOT NULL,
  reason       text,
  detail       jsonb NOT NULL DEFAULT '{}'::jsonb,
  actor_id     uuid,
  actor_role   text NOT NULL,
  actor_name   text,
  at           timestamp with time zone NOT NULL,
  CONSTRAINT timeline_entries_pkey PRIMARY KEY (id),
  CONSTRAINT timeline_entries_booking_id_from_version_key UNIQUE (booking_id, from_version),
  CONSTRAINT timeline_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT timeline_entries_event_check CHECK (event = ANY (ARRAY['confirm'::text, 'undoConfirm'::text, 'decline'::text, 'cancel'::text, 'assign'::text, 'unassign'::text, 'depart'::text, 'arrive'::text, 'undoDepart'::text, 'undoArrive'::text, 'reportNoAccess'::text, 'hold'::text, 'finishWork'::text, 'handOver'::text, 'complete'::text, 'close'::text, 'request'::text, 'import'::text, 'reschedule'::text, 'resize'::text, 'cancelVisit'::text, 'expireHold'::text, 'bookWarrantyVisit'::text, 'correct'::text, 'correctContact'::text, 'note'::text, 'contact'::text, 'acknowledge'::text, 'declinePage'::text, 'addHelper'::text, 'removeHelper'::text, 'setCrewSize'::text, 'setContinuationDate'::text, 'planDays'::text, 'delay'::text, 'confirmVisit'::text])),
  CONSTRAINT timeline_entries_states_check CHECK ((COALESCE(from_state, 'requested'::text) = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text, 'cancelled'::text, 'scheduled'::text, 'en_route'::text, 'on_site'::text, 'no_access'::text, 'on_hold'::text, 'work_done'::text, 'completed'::text, 'closed'::text])) AND (to_state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text, 'cancelled'::text, 'scheduled'::text, 'en_route'::text, 'on_site'::text, 'no_access'::text, 'on_hold'::text, 'work_done'::text, 'completed'::text, 'closed'::text])))
);

CREATE TABLE trail (
  id           bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at           timestamp with time zone NOT NULL,
  type         text NOT NULL,
  actor_id     uuid,
  actor_role   text NOT NULL,
  api_key_id   uuid,
  subject_type text NOT NULL,
  subject_id   text,
  fields       text[] NOT NULL DEFAULT '{}'::text[],
  data         jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_id   text NOT NULL,
  CONSTRAINT trail_pkey PRIMARY KEY (id),
  CONSTRAINT trail_subject_type_check CHECK (subject_type ~ '^[a-z-]+$'::text),
  CONSTRAINT trail_type_check CHECK (type ~ '^[a-z-]+\.[a-z-]+$'::text)
) PARTITION BY RANGE (id);
CREATE INDEX trail_actor_id_at_id_idx ON trail (actor_id, at, id);
CREATE INDEX trail_at_id_idx ON trail (at, id);
CREATE INDEX trail_subject_id_id_idx ON trail (subject_id, id);
CREATE INDEX trail_subject_type_at_id_idx ON trail (subject_type, at, id);
CREATE INDEX trail_type_at_id_idx ON trail (type, at, id);
CREATE TRIGGER refuse_trail_change BEFORE DELETE OR UPDATE ON trail FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

CREATE TABLE trail_values (
  trail_id   bigint NOT NULL,
  actor_name text,
  client_ip  inet,
  reason     text,
  before     jsonb,
  after      jsonb,
  CONSTRAINT trail_values_pkey PRIMARY KEY (trail_id)
) PARTITION BY RANGE (trail_id);
CREATE TRIGGER refuse_trail_values_change BEFORE UPDATE ON trail_values FOR EACH ROW EXECUTE FUNCTION refuse_trail_values_change();

CREATE TABLE two_factors (
  id                        uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id                   uuid NOT NULL,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamp with time zone,
  CONSTRAINT two_factors_pkey PRIMARY KEY (id),
  CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT two_factors_failed_verification_count_check CHECK (failed_verification_count >= 0)
);
CREATE INDEX two_factors_secret_idx ON two_factors (secret);
CREATE INDEX two_factors_user_id_idx ON two_factors (user_id);

CREATE TABLE undeliverable_addresses (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  email      text NOT NULL,
  reason     text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT undeliverable_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT undeliverable_addresses_email_key UNIQUE (email),
  CONSTRAINT undeliverable_addresses_email_check CHECK (email = lower(email))
);
CREATE INDEX undeliverable_addresses_refused_at_id_idx ON undeliverable_addresses (refused_at DESC, id DESC);

CREATE TABLE users (
  id                  uuid NOT NULL DEFAULT gen_random_uuid(),
  name                text NOT NULL,
  email               text NOT NULL,
  email_verified      boolean NOT NULL DEFAULT false,
  image               text,
  role                text NOT NULL DEFAULT 'customer'::text,
  banned              boolean NOT NULL DEFAULT false,
  ban_reason          text,
  ban_expires         timestamp with time zone,
  two_factor_enabled  boolean NOT NULL DEFAULT false,
  two_factor_required boolean NOT NULL DEFAULT false,
  signed_in_at        timestamp with time zone,
  created_at          timestamp with time zone NOT NULL DEFAULT now(),
  updated_at          timestamp with time zone NOT NULL DEFAULT now(),
  search_text         text NOT NULL GENERATED ALWAYS AS (fold_search_text((name || ' '::text) || email)) STORED,
  granted_permissions text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_email_check CHECK (email = lower(email)),
  CONSTRAINT users_name_check CHECK (length(name) <= 200),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['admin'::text, 'dispatcher'::text, 'accountant'::text, 'technician'::text, 'customer'::text]))
);
CREATE INDEX users_office_idx ON users (role, id) WHERE role = ANY (ARRAY['admin'::text, 'dispatcher'::text, 'accountant'::text]);
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_sound_idx ON users USING gin (sound_keys(name));
CREATE TRIGGER notify_access_change AFTER UPDATE ON users FOR EACH ROW WHEN (old.role <> new.role OR old.two_factor_enabled <> new.two_factor_enabled OR old.granted_permissions <> new.granted_permissions) EXECUTE FUNCTION notify_access_change();
CREATE TRIGGER revoke_api_keys AFTER UPDATE OF banned ON users FOR EACH ROW WHEN (new.banned AND NOT old.banned) EXECUTE FUNCTION revoke_api_keys();

CREATE TABLE vat_disclosure_entries (
  entry_id      bigint NOT NULL,
  disclosure_id uuid NOT NULL,
  CONSTRAINT vat_disclosure_entries_pkey PRIMARY KEY (entry_id),
  CONSTRAINT vat_disclosure_entries_disclosure_id_fkey FOREIGN KEY (disclosure_id) REFERENCES vat_disclosures(id),
  CONSTRAINT vat_disclosure_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id)
);
CREATE INDEX vat_disclosure_entries_disclosure_id_idx ON vat_disclosure_entries (disclosure_id);
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON vat_disclosure_entries FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

CREATE TABLE vat_disclosures (
  id             uuid NOT NULL,
  return_ends_on date NOT NULL,
  disclosed_on   date NOT NULL,
  reference      text NOT NULL,
  vat_fils       bigint NOT NULL,
  recorded_by    uuid,
  recorded_at    timestamp with time zone NOT NULL,
  CONSTRAINT vat_disclosures_pkey PRIMARY KEY (id),
  CONSTRAINT vat_disclosures_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT vat_disclosures_return_ends_on_fkey FOREIGN KEY (return_ends_on) REFERENCES vat_returns(ends_on),
  CONSTRAINT vat_disclosures_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 40)
);
CREATE INDEX vat_disclosures_recorded_by_idx ON vat_disclosures (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX vat_disclosures_return_ends_on_idx ON vat_disclosures (return_ends_on);
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON vat_disclosures FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE vat_rates (
  first_day date NOT NULL,
  percent   integer NOT NULL,
  CONSTRAINT vat_rates_pkey PRIMARY KEY (first_day),
  CONSTRAINT vat_rates_percent_check CHECK (percent >= 0 AND percent <= 50)
);
CREATE TRIGGER record_content_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON vat_rates FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();

CREATE TABLE vat_returns (
  ends_on     date NOT NULL,
  starts_on   date NOT NULL,
  filed_on    date NOT NULL,
  paid_on     date,
  net_fils    bigint NOT NULL,
  vat_fils    bigint NOT NULL,
  filed_by    uuid,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT vat_returns_pkey PRIMARY KEY (ends_on),
  CONSTRAINT vat_returns_no_overlap EXCLUDE USING gist (daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT vat_returns_filed_by_fkey FOREIGN KEY (filed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT vat_returns_period_check CHECK (starts_on <= ends_on AND filed_on > ends_on AND paid_on > ends_on)
);
CREATE INDEX vat_returns_filed_by_idx ON vat_returns (filed_by) WHERE filed_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON vat_returns FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{filed_by,paid_on}');

CREATE TABLE verifications (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);

CREATE TABLE visit_reminders (
  visit_id  uuid NOT NULL,
  kind      text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  due_at    timestamp with time zone NOT NULL,
  state     text NOT NULL,
  CONSTRAINT visit_reminders_pkey PRIMARY KEY (visit_id, kind, starts_at),
  CONSTRAINT visit_reminders_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  CONSTRAINT visit_reminders_kind_check CHECK (kind = ANY (ARRAY['day-before'::text, 'hours-before'::text])),
  CONSTRAINT visit_reminders_state_check CHECK (state = ANY (ARRAY['planned'::text, 'sent'::text, 'skipped'::text]))
);
CREATE INDEX visit_reminders_due_at_idx ON visit_reminders (due_at) WHERE state = 'planned'::text;

CREATE TABLE visit_report_photos (
  report_id   uuid NOT NULL,
  "position"  integer NOT NULL,
  file_id     uuid NOT NULL,
  before_work boolean NOT NULL DEFAULT false,
  CONSTRAINT visit_report_photos_pkey PRIMARY KEY (report_id, "position"),
  CONSTRAINT visit_report_photos_file_id_key UNIQUE (file_id),
  CONSTRAINT visit_report_photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT visit_report_photos_report_id_fkey FOREIGN KEY (report_id) REFERENCES visit_reports(id),
  CONSTRAINT visit_report_photos_position_check CHECK ("position" >= 1 AND "position" <= 8)
);

CREATE TABLE visit_reports (
  id             uuid NOT NULL,
  visit_id       uuid NOT NULL,
  technician_id  uuid NOT NULL,
  transition     text NOT NULL,
  note           text NOT NULL,
  signed_by      text,
  signature_id   uuid,
  at             timestamp with time zone NOT NULL,
  readings       text NOT NULL DEFAULT ''::text,
  parts          text NOT NULL DEFAULT ''::text,
  payment_method text,
  payment_fils   bigint,
  recording_id   uuid,
  CONSTRAINT visit_reports_pkey PRIMARY KEY (id),
  CONSTRAINT visit_reports_signature_id_key UNIQUE (signature_id),
  CONSTRAINT visit_reports_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES files(id),
  CONSTRAINT visit_reports_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES files(id),
  CONSTRAINT visit_reports_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id),
  CONSTRAINT visit_reports_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id),
  CONSTRAINT visit_reports_note_check CHECK (length(note) <= 2000),
  CONSTRAINT visit_reports_parts_check CHECK (length(parts) <= 1000),
  CONSTRAINT visit_reports_payment_complete_check CHECK ((payment_method IS NULL) = (payment_fils IS NULL) AND payment_fils > 0),
  CONSTRAINT visit_reports_payment_method_check CHECK (payment_method = ANY (ARRAY['cash'::text, 'card'::text, 'transfer'::text, 'cheque'::text])),
  CONSTRAINT visit_reports_readings_check CHECK (length(readings) <= 1000),
  CONSTRAINT visit_reports_signature_complete_check CHECK ((signed_by IS NULL) = (signature_id IS NULL)),
  CONSTRAINT visit_reports_signed_by_check CHECK (length(signed_by) >= 1 AND length(signed_by) <= 50),
  CONSTRAINT visit_reports_transition_check CHECK (transition = ANY (ARRAY['reportNoAccess'::text, 'hold'::text, 'finishWork'::text, 'handOver'::text]))
);
CREATE UNIQUE INDEX visit_reports_recording_id_key ON visit_reports (recording_id) WHERE recording_id IS NOT NULL;
CREATE INDEX visit_reports_technician_id_idx ON visit_reports (technician_id);
CREATE INDEX visit_reports_visit_id_at_idx ON visit_reports (visit_id, at);

CREATE TABLE visits (
  id                uuid NOT NULL,
  booking_id        uuid NOT NULL,
  technician_id     uuid,
  state             text NOT NULL,
  starts_at         timestamp with time zone NOT NULL,
  ends_at           timestamp with time zone NOT NULL,
  buffer_min        integer NOT NULL DEFAULT 0,
  departed_at       timestamp with time zone,
  arrived_at        timestamp with time zone,
  ended_at          timestamp with time zone,
  delay_min         smallint NOT NULL DEFAULT 0,
  area              text NOT NULL DEFAULT ''::text,
  crew_size         smallint NOT NULL DEFAULT 1,
  lead_visit_id     uuid,
  multi_day         boolean NOT NULL DEFAULT false,
  trade             text,
  requested_at      timestamp with time zone,
  last_visit_start  timestamp with time zone,
  superseded        boolean NOT NULL DEFAULT false,
  led_to_warranty   boolean NOT NULL DEFAULT false,
  during            tstzrange NOT NULL,
  created_at        timestamp with time zone NOT NULL,
  live              boolean NOT NULL GENERATED ALWAYS AS (state <> ALL (ARRAY['cancelled'::text, 'no_access'::text, 'handed_over'::text])) STORED,
  grace_min         smallint NOT NULL DEFAULT 15,
  replaces_visit_id uuid,
  CONSTRAINT visits_pkey PRIMARY KEY (id),
  CONSTRAINT visits_no_double_booking_excl EXCLUDE USING gist (technician_id WITH =, during WITH &&) WHERE (live),
  CONSTRAINT visits_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT visits_lead_visit_id_fkey FOREIGN KEY (lead_visit_id) REFERENCES visits(id),
  CONSTRAINT visits_replaces_visit_id_fkey FOREIGN KEY (replaces_visit_id) REFERENCES visits(id),
  CONSTRAINT visits_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id),
  CONSTRAINT visits_area_check CHECK (length(area) <= 100),
  CONSTRAINT visits_buffer_min_check CHECK (buffer_min >= 0 AND buffer_min <= 240),
  CONSTRAINT visits_crew_size_check CHECK (crew_size >= 1 AND crew_size <= 3),
  CONSTRAINT visits_delay_min_check CHECK (delay_min >= 0 AND delay_min <= 1440),
  CONSTRAINT visits_ended_state_check CHECK (ended_at IS NULL OR (state = ANY (ARRAY['on_hold'::text, 'work_done'::text, 'no_access'::text, 'handed_over'::text, 'cancelled'::text]))),
  CONSTRAINT visits_grace_min_check CHECK (grace_min >= 0 AND grace_min <= 120),
  CONSTRAINT visits_helper_check CHECK (lead_visit_id IS NULL OR technician_id IS NOT NULL AND crew_size = 1),
  CONSTRAINT visits_lead_not_self_check CHECK (lead_visit_id <> id),
  CONSTRAINT visits_multi_day_lead_check CHECK (NOT multi_day OR lead_visit_id IS NULL),
  CONSTRAINT visits_replaces_not_self_check CHECK (replaces_visit_id <> id),
  CONSTRAINT visits_scheduled_technician_check CHECK (technician_id IS NOT NULL OR (state <> ALL (ARRAY['scheduled'::text, 'en_route'::text, 'on_site'::text]))),
  CONSTRAINT visits_state_check CHECK (state = ANY (ARRAY['held'::text, 'scheduled'::text, 'en_route'::text, 'on_site'::text, 'on_hold'::text, 'work_done'::text, 'no_access'::text, 'handed_over'::text, 'cancelled'::text])),
  CONSTRAINT visits_times_check CHECK (starts_at < ends_at)
);
CREATE INDEX visits_arrived_idx ON visits (arrived_at) INCLUDE (booking_id, technician_id) WHERE arrived_at IS NOT NULL;
CREATE INDEX visits_board_idx ON visits (starts_at) INCLUDE (technician_id, booking_id, state, ends_at, lead_visit_id, trade, requested_at, last_visit_start) WHERE live;
CREATE INDEX visits_booking_idx ON visits (booking_id, starts_at, id) INCLUDE (live, lead_visit_id);
CREATE INDEX visits_ended_idx ON visits (ended_at) WHERE live AND ended_at IS NOT NULL;
CREATE INDEX visits_finished_idx ON visits (ended_at) INCLUDE (booking_id, technician_id) WHERE state = 'work_done'::text AND ended_at IS NOT NULL;
CREATE INDEX visits_held_idx ON visits (booking_id) WHERE state = 'held'::text;
CREATE INDEX visits_lead_visit_id_idx ON visits (lead_visit_id) WHERE lead_visit_id IS NOT NULL;
CREATE INDEX visits_missed_days_idx ON visits (booking_id, starts_at) WHERE multi_day AND state = 'no_access'::text;
CREATE INDEX visits_newest_bookings_idx ON visits (technician_id, requested_at, booking_id) INCLUDE (state, led_to_warranty, last_visit_start) WHERE live;
CREATE INDEX visits_replaces_visit_id_idx ON visits (replaces_visit_id) WHERE replaces_visit_id IS NOT NULL;
CREATE INDEX visits_returned_idx ON visits (ended_at) INCLUDE (booking_id) WHERE led_to_warranty;
CREATE INDEX visits_technician_idx ON visits (technician_id, starts_at) INCLUDE (booking_id, live);
CREATE INDEX visits_upcoming_idx ON visits (booking_id) WHERE technician_id IS NOT NULL AND (state = ANY (ARRAY['scheduled'::text, 'en_route'::text, 'on_site'::text]));
CREATE TRIGGER copy_lead_visit_fields BEFORE INSERT OR UPDATE ON visits FOR EACH ROW WHEN (new.lead_visit_id IS NOT NULL) EXECUTE FUNCTION copy_lead_visit_fields();
CREATE TRIGGER delete_guest_hold AFTER UPDATE OF state ON visits FOR EACH ROW WHEN (old.state = 'held'::text AND new.state <> 'held'::text) EXECUTE FUNCTION delete_guest_hold();
CREATE TRIGGER fill_booking_fields BEFORE INSERT OR UPDATE OF booking_id, trade, requested_at ON visits FOR EACH ROW EXECUTE FUNCTION fill_booking_fields();
CREATE TRIGGER notify_paged_technicians AFTER INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION notify_paged_technicians();
CREATE TRIGGER notify_technicians_of_visit AFTER INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_visit();
CREATE TRIGGER set_arrival_grace BEFORE UPDATE OF arrived_at ON visits FOR EACH ROW WHEN (old.arrived_at IS NULL AND new.arrived_at IS NOT NULL) EXECUTE FUNCTION set_arrival_grace();
CREATE TRIGGER set_last_visit_start BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION set_last_visit_start();
CREATE TRIGGER set_occupied_time BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION set_occupied_time();
CREATE TRIGGER sync_helper_visits AFTER UPDATE ON visits FOR EACH ROW WHEN (new.lead_visit_id IS NULL AND (new.crew_size > 1 OR old.crew_size > 1)) EXECUTE FUNCTION sync_helper_visits();
CREATE TRIGGER sync_last_visit_start AFTER UPDATE ON visits FOR EACH ROW WHEN (new.starts_at IS DISTINCT FROM old.starts_at OR new.live IS DISTINCT FROM old.live) EXECUTE FUNCTION sync_last_visit_start();
CREATE TRIGGER sync_last_visit_start_on_insert_or_delete AFTER INSERT OR DELETE ON visits FOR EACH ROW EXECUTE FUNCTION sync_last_visit_start();
CREATE TRIGGER sync_visit_outcomes_on_delete AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();
CREATE TRIGGER sync_visit_outcomes_on_insert AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();
CREATE TRIGGER sync_visit_outcomes_on_update AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();
CREATE TRIGGER tally_visits_on_delete AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER tally_visits_on_insert AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER tally_visits_on_update AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();

CREATE TABLE wal_archive (
  singleton      boolean NOT NULL DEFAULT true,
  chain          text,
  copied_at      timestamp with time zone,
  failure        text,
  failure_text   text,
  bucket_segment text,
  CONSTRAINT wal_archive_pkey PRIMARY KEY (singleton),
  CONSTRAINT wal_archive_singleton_check CHECK (singleton)
);

CREATE TABLE wal_chain_ends (
  chain          text NOT NULL,
  archived_until timestamp with time zone NOT NULL,
  CONSTRAINT wal_chain_ends_pkey PRIMARY KEY (chain)
);

CREATE TABLE warranty_visit_requests (
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  booking_id uuid NOT NULL,
  message    text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT warranty_visit_requests_pkey PRIMARY KEY (id),
  CONSTRAINT warranty_visit_requests_booking_id_key UNIQUE (booking_id),
  CONSTRAINT warranty_visit_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT warranty_visit_requests_message_check CHECK (length(message) >= 1 AND length(message) <= 500)
);

CREATE TABLE web_tracking_events (
  id        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  day       date NOT NULL,
  page_load text NOT NULL,
  name      text NOT NULL,
  path      text NOT NULL,
  details   jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT web_tracking_events_pkey PRIMARY KEY (id),
  CONSTRAINT web_tracking_events_details_check CHECK (jsonb_typeof(details) = 'object'::text AND length(details::text) <= 1000),
  CONSTRAINT web_tracking_events_name_check CHECK (name ~ '^[a-z_]{1,40}$'::text),
  CONSTRAINT web_tracking_events_page_load_check CHECK (page_load ~ '^[0-9a-f]{32}$'::text),
  CONSTRAINT web_tracking_events_path_check CHECK (path ~ '^/[^?#@]{0,199}$'::text)
);
CREATE INDEX web_tracking_events_day_name_path_idx ON web_tracking_events (day, name, path);

CREATE TABLE webhook_attempts (
  id            bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  delivery_id   uuid NOT NULL,
  at            timestamp with time zone NOT NULL,
  duration_ms   integer NOT NULL,
  status        integer,
  response_body text NOT NULL DEFAULT ''::text,
  error         text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_response_body_check CHECK (length(response_body) <= 1000)
);
CREATE INDEX webhook_attempts_delivery_id_id_idx ON webhook_attempts (delivery_id, id);

CREATE TABLE webhook_deliveries (
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id  uuid NOT NULL,
  trail_id    bigint NOT NULL,
  event       text NOT NULL,
  body        text NOT NULL,
  traceparent text,
  state       text NOT NULL DEFAULT 'waiting'::text,
  attempts    integer NOT NULL DEFAULT 0,
  due_at      timestamp with time zone DEFAULT now(),
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_trail_id_key UNIQUE (webhook_id, trail_id),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_due_at_state_check CHECK ((due_at IS NULL) = (state <> 'waiting'::text)),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))
);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due_at_idx ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (webhook_id, created_at) WHERE state = 'failed'::text;
CREATE INDEX webhook_deliveries_webhook_id_created_at_id_idx ON webhook_deliveries (webhook_id, created_at DESC, id DESC);

CREATE TABLE webhooks (
  id                         uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id                    uuid NOT NULL,
  url                        text NOT NULL,
  events                     text[] NOT NULL,
  secret                     bytea NOT NULL,
  previous_secret            bytea,
  previous_secret_expires_at timestamp with time zone,
  created_at                 timestamp with time zone NOT NULL,
  failing_since              timestamp with time zone,
  disabled_at                timestamp with time zone,
  disabled_reason            text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['failing'::text, 'manual'::text])),
  CONSTRAINT webhooks_events_check CHECK (cardinality(events) > 0),
  CONSTRAINT webhooks_off_complete_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT webhooks_old_secret_complete_check CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT webhooks_url_check CHECK (length(url) <= 500)
);
CREATE INDEX webhooks_user_id_idx ON webhooks (user_id);

CREATE TABLE weekly_summaries (
  user_id uuid NOT NULL,
  day     date NOT NULL,
  CONSTRAINT weekly_summaries_pkey PRIMARY KEY (user_id, day),
  CONSTRAINT weekly_summaries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT weekly_summaries_day_check CHECK (EXTRACT(isodow FROM day) = 1::numeric)
);

CREATE UNLOGGED TABLE worker_heartbeats (
  id      uuid NOT NULL,
  beat_at timestamp with time zone NOT NULL,
  CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (id)
);

CREATE TABLE write_off_notices (
  id          uuid NOT NULL,
  invoice_id  uuid NOT NULL,
  sent_by     text NOT NULL,
  sent_on     date NOT NULL,
  amount_fils bigint NOT NULL,
  recorded_by uuid,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT write_off_notices_pkey PRIMARY KEY (id),
  CONSTRAINT write_off_notices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT write_off_notices_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT write_off_notices_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT write_off_notices_sent_by_check CHECK (sent_by = ANY (ARRAY['email'::text, 'letter'::text]))
);
CREATE INDEX write_off_notices_invoice_id_idx ON write_off_notices (invoice_id);
CREATE INDEX write_off_notices_recorded_by_idx ON write_off_notices (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON write_off_notices FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE write_off_reversals (
  id             uuid NOT NULL,
  write_off_id   uuid NOT NULL,
  kind           text NOT NULL,
  amount_fils    bigint NOT NULL,
  credit_note_id uuid,
  payment_id     uuid,
  reason         text,
  day            date NOT NULL,
  recorded_by    uuid,
  recorded_at    timestamp with time zone NOT NULL,
  CONSTRAINT write_off_reversals_pkey PRIMARY KEY (id),
  CONSTRAINT write_off_reversals_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES credit_notes(id),
  CONSTRAINT write_off_reversals_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT write_off_reversals_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT write_off_reversals_write_off_id_fkey FOREIGN KEY (write_off_id) REFERENCES write_offs(id),
  CONSTRAINT write_off_reversals_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT write_off_reversals_credited_check CHECK ((kind = 'credited'::text) = (credit_note_id IS NOT NULL)),
  CONSTRAINT write_off_reversals_kind_check CHECK (kind = ANY (ARRAY['credited'::text, 'recovered'::text, 'undone'::text])),
  CONSTRAINT write_off_reversals_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 300),
  CONSTRAINT write_off_reversals_recovered_check CHECK ((kind = 'recovered'::text) = (payment_id IS NOT NULL)),
  CONSTRAINT write_off_reversals_undone_check CHECK ((kind = 'undone'::text) = (reason IS NOT NULL))
);
CREATE INDEX write_off_reversals_credit_note_id_idx ON write_off_reversals (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX write_off_reversals_payment_id_idx ON write_off_reversals (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX write_off_reversals_recorded_by_idx ON write_off_reversals (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX write_off_reversals_write_off_id_idx ON write_off_reversals (write_off_id);
CREATE CONSTRAINT TRIGGER check_write_off_reversal AFTER INSERT ON write_off_reversals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_write_off_reversal();
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON write_off_reversals FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE TABLE write_offs (
  id          uuid NOT NULL,
  invoice_id  uuid NOT NULL,
  amount_fils bigint NOT NULL,
  reason      text NOT NULL,
  recorded_by uuid,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT write_offs_pkey PRIMARY KEY (id),
  CONSTRAINT write_offs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT write_offs_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT write_offs_amount_fils_check CHECK (amount_fils > 0),
  CONSTRAINT write_offs_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 300)
);
CREATE INDEX write_offs_invoice_id_idx ON write_offs (invoice_id);
CREATE INDEX write_offs_recorded_by_idx ON write_offs (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE DELETE OR UPDATE ON write_offs FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

CREATE VIEW assigned_visits AS
 SELECT visits.id,
    visits.booking_id,
    visits.technician_id,
    visits.starts_at,
    visits.ends_at,
    visits.buffer_min,
    visits.area,
    bookings.reference,
    bookings.emergency,
    bookings.service_id,
    services.name || COALESCE((' ('::text || trades.name) || ')'::text, ''::text) AS service_name,
    services.outdoor,
    ARRAY( SELECT COALESCE(bookings.trade_id, bookings.service_id) AS "coalesce"
        UNION
         SELECT booking_lines.service_id
           FROM booking_lines
          WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency) AS skills,
    services.name_ar || COALESCE((' ('::text || COALESCE(trades.name_ar, trades.name)) || ')'::text, ''::text) AS service_name_ar
   FROM visits
     JOIN bookings ON bookings.id = visits.booking_id
     JOIN services ON services.id = bookings.service_id
     LEFT JOIN services trades ON trades.id = bookings.trade_id
  WHERE (visits.state = ANY (ARRAY['held'::text, 'scheduled'::text])) AND visits.technician_id IS NOT NULL;

CREATE VIEW entitlement_balances AS
 SELECT entitled.contract_id,
    entitled.kind,
    entitled.total,
    COALESCE(sum(used.quantity) FILTER (WHERE bookings.state = ANY (ARRAY['work_done'::text, 'completed'::text, 'closed'::text])), 0::bigint)::integer AS used,
    COALESCE(sum(used.quantity) FILTER (WHERE bookings.state <> ALL (ARRAY['work_done'::text, 'completed'::text, 'closed'::text, 'cancelled'::text, 'declined'::text])), 0::bigint)::integer AS planned
   FROM contract_entitlements entitled
     LEFT JOIN entitlement_uses used ON used.contract_id = entitled.contract_id AND used.kind = entitled.kind
     LEFT JOIN bookings ON bookings.id = used.booking_id
  GROUP BY entitled.contract_id, entitled.kind;

CREATE VIEW last_numbers AS
 SELECT counters.kind,
    counters.year,
    counters.value
   FROM counters
UNION ALL
 SELECT 'BK'::text AS kind,
    booking_years.year,
    (last_booking_number() - booking_years.numbers_before)::integer AS value
   FROM booking_years
  WHERE booking_years.year = (( SELECT max(booking_years_1.year) AS max
           FROM booking_years booking_years_1));

CREATE VIEW late_supplies AS
 SELECT entry.id AS entry_id,
    vat_returns.starts_on,
    vat_returns.ends_on,
    taxed.net_fils,
    taxed.vat_fils,
        CASE entry.kind
            WHEN 'credit-note'::text THEN ( SELECT credit_notes.issue_date
               FROM credit_notes
              WHERE credit_notes.id = entry.source_id)
            WHEN 'advance'::text THEN ( SELECT dubai_day(settlements.at) AS dubai_day
               FROM settlements
              WHERE settlements.id = entry.occurrence)
            WHEN 'bad-debt-relief-reversed'::text THEN ( SELECT dubai_day(bad_debt_reliefs.recorded_at) AS dubai_day
               FROM bad_debt_reliefs
              WHERE bad_debt_reliefs.id = entry.source_id)
            ELSE ( SELECT invoices.issue_date
               FROM invoices
              WHERE invoices.id = entry.source_id)
        END AS noticed_on
   FROM ledger_entries entry
     JOIN vat_returns ON entry.document_day >= vat_returns.starts_on AND entry.document_day <= vat_returns.ends_on
     JOIN LATERAL ( SELECT COALESCE(sum(ledger_lines.credit_fils - ledger_lines.debit_fils) FILTER (WHERE ledger_lines.account <> 'output-vat'::text), 0::numeric)::bigint AS net_fils,
            COALESCE(sum(ledger_lines.credit_fils - ledger_lines.debit_fils) FILTER (WHERE ledger_lines.account = 'output-vat'::text), 0::numeric)::bigint AS vat_fils
           FROM ledger_lines
          WHERE ledger_lines.entry_id = entry.id AND ledger_lines.vat IS NOT NULL
         HAVING count(*) > 0) taxed ON true
  WHERE entry.document_day < entry.day AND entry.day > (( SELECT max(vat_returns_1.ends_on) AS max
           FROM vat_returns vat_returns_1)) AND NOT (EXISTS ( SELECT
           FROM vat_disclosure_entries
          WHERE vat_disclosure_entries.entry_id = entry.id));

CREATE VIEW visit_outcomes AS
 SELECT id,
    booking_id,
    counts AND place > 1 AS superseded,
    counts AND place = 1 AND (EXISTS ( SELECT
           FROM bookings again
          WHERE again.warranty_of_id = done.booking_id AND again.requested_at >= done.ended_at AND again.requested_at < (done.ended_at + '720:00:00'::interval))) AS led_to_warranty
   FROM ( SELECT visits.id,
            visits.booking_id,
            visits.ended_at,
            counted.counts,
            row_number() OVER (PARTITION BY visits.booking_id, counted.counts ORDER BY visits.ended_at DESC NULLS LAST, visits.id) AS place
           FROM visits
             CROSS JOIN LATERAL ( SELECT visits.state = 'work_done'::text AND visits.technician_id IS NOT NULL AND visits.lead_visit_id IS NULL AS counts) counted) done;

CREATE FUNCTION add_tallies(changes tally[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT changed.figure, spans.span, CASE spans.span WHEN 'day' THEN changed.day ELSE date_trunc('month', changed.day)::date END AS since,
    changed.key, changed.bucket, sum(changed.value), true
  FROM unnest(changes) AS changed CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  WHERE changed.figure <> ALL (technician_figures())
  GROUP BY changed.figure, spans.span, since, changed.key, changed.bucket HAVING sum(changed.value) <> 0;
  IF EXISTS (SELECT FROM unnest(changes) AS changed WHERE changed.figure = ANY (technician_figures())) THEN
    PERFORM add_technician_tallies(changes);
  END IF;
END $function$;

CREATE FUNCTION add_technician_tallies(changes tally[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO technician_tallies (span, day, technician_id, finished_visits, warranty_returns, worked_sec, arrivals, on_time_arrivals,
    ratings, rating_sum, invoiced_fils, unmerged)
  SELECT blocks.span, first_day_of_block(change.day, blocks.span), change.key::uuid,
    coalesce(sum(n) FILTER (WHERE figure = 'finished-visit'), 0), coalesce(sum(n) FILTER (WHERE figure = 'warranty-return'), 0),
    coalesce(sum(n) FILTER (WHERE figure = 'worked-seconds'), 0), coalesce(sum(n) FILTER (WHERE figure = 'arrival'), 0),
    coalesce(sum(n) FILTER (WHERE figure = 'arrival' AND bucket = 1), 0), coalesce(sum(n) FILTER (WHERE figure = 'rating'), 0),
    coalesce(sum(n * bucket) FILTER (WHERE figure = 'rating'), 0), coalesce(sum(n) FILTER (WHERE figure = 'revenue-technician'), 0), true
  FROM (
    SELECT changed.figure, changed.day, changed.key, changed.bucket, sum(changed.value) AS n FROM unnest(changes) AS changed
    WHERE changed.figure = ANY (technician_figures())
    GROUP BY changed.figure, changed.day, changed.key, changed.bucket HAVING sum(changed.value) <> 0
  ) AS change CROSS JOIN (VALUES (1), (4), (16), (64), (256), (1024)) AS blocks (span)
  GROUP BY blocks.span, first_day_of_block(change.day, blocks.span), change.key;
END $function$;

CREATE FUNCTION add_to_ledger_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_days (day, account, service_id, vat, emirate, debit_fils, credit_fils, unmerged)
  SELECT day, account, coalesce(service_id, ''), coalesce(vat, ''), coalesce(emirate, ''), sum(debit_fils), sum(credit_fils), true
  FROM new_lines JOIN ledger_entries ON ledger_entries.id = entry_id GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $function$;

CREATE FUNCTION ageing_date(invoice invoices)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN invoice.held_fils >= invoice.open_fils THEN date 'infinity' ELSE invoice.due_date END
$function$;

CREATE FUNCTION apply_credit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE customer_balances SET credit_fils = credit_fils - gone.fils
      FROM (SELECT customer_id, sum(amount_fils) AS fils FROM old_entries GROUP BY customer_id) AS gone
      WHERE customer_balances.customer_id = gone.customer_id;
  END IF;
  -- Always in the same order to avoid deadlocks.
  INSERT INTO customer_balances (customer_id)
    SELECT DISTINCT customer_id FROM new_entries ORDER BY customer_id ON CONFLICT DO NOTHING;
  UPDATE customer_balances SET credit_fils = credit_fils + come.fils
    FROM (SELECT customer_id, sum(amount_fils) AS fils FROM new_entries GROUP BY customer_id) AS come
    WHERE customer_balances.customer_id = come.customer_id;
  RETURN NULL;
END $function$;

CREATE FUNCTION apply_credit_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE invoices SET credited_fils = credited_fils + NEW.total_fils, version = version + 1 WHERE id = NEW.invoice_id AND issued_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Only issued invoices can be credited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION apply_credit_note_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  line record;
BEGIN
  IF NEW.invoice_position IS NULL THEN
    IF NOT EXISTS (SELECT FROM invoices WHERE id = NEW.invoice_id AND kind = 'opening') THEN
      RAISE EXCEPTION 'Only opening balances are credited without a line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END IF;
  SELECT invoice_lines.gross_fils, invoice_lines.vat_fils, deducted_deposit_id, sum(credited.gross_fils) AS gross, sum(credited.vat_fils) AS vat
    INTO line FROM invoice_lines JOIN credit_note_lines AS credited
      ON credited.invoice_id = invoice_lines.invoice_id AND credited.invoice_position = invoice_lines.position
    WHERE invoice_lines.invoice_id = NEW.invoice_id AND invoice_lines.position = NEW.invoice_position
    GROUP BY invoice_lines.gross_fils, invoice_lines.vat_fils, deducted_deposit_id;
  IF sign(NEW.gross_fils) <> sign(line.gross_fils) OR abs(line.gross) > abs(line.gross_fils) OR abs(line.vat) > abs(line.vat_fils)
    OR (line.gross = line.gross_fils AND line.vat <> line.vat_fils)
  THEN
    RAISE EXCEPTION 'Line % of invoice % would be credited by more than its amount', NEW.invoice_position, NEW.invoice_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF line.deducted_deposit_id IS NULL THEN
    UPDATE invoices SET uncredited_fils = uncredited_fils - NEW.gross_fils WHERE id = NEW.invoice_id;
  ELSE
    UPDATE invoices SET deducted_fils = deducted_fils + NEW.gross_fils, version = version + 1 WHERE id = line.deducted_deposit_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION apply_invoice_issue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  in_lines record;
BEGIN
  IF NEW.kind <> 'opening' THEN
    SELECT count(*) AS lines, coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat,
      coalesce(sum(gross_fils) FILTER (WHERE deducted_deposit_id IS NULL), 0) AS charged INTO in_lines
      FROM invoice_lines WHERE invoice_id = NEW.id;
    IF in_lines.lines = 0 OR in_lines.gross <> NEW.total_fils OR in_lines.vat <> NEW.vat_fils THEN
      RAISE EXCEPTION 'Invoice % differs from its lines', NEW.reference USING ERRCODE = 'check_violation';
    END IF;
    UPDATE invoices SET uncredited_fils = in_lines.charged WHERE id = NEW.id;
    UPDATE invoices SET deducted_fils = deducted_fils - deducted.gross
      FROM (SELECT deducted_deposit_id, sum(gross_fils) AS gross FROM invoice_lines WHERE invoice_id = NEW.id AND deducted_deposit_id IS NOT NULL
        GROUP BY deducted_deposit_id) AS deducted
      WHERE id = deducted.deducted_deposit_id AND issued_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION apply_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE invoices SET settled_fils = settled_fils + NEW.amount_fils,
    written_off_fils = written_off_fils + CASE NEW.kind WHEN 'write-off' THEN NEW.amount_fils ELSE 0 END,
    version = version + 1
    WHERE id = NEW.invoice_id;
  RETURN NULL;
END $function$;

CREATE FUNCTION assign_instalment_cheques()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE cheques SET invoice_id = NEW.id, contract_id = NULL, instalment = NULL
    WHERE contract_id = NEW.contract_id AND instalment = NEW.instalment AND state IN ('received', 'deposited', 'bounced');
  RETURN NULL;
END $function$;

CREATE FUNCTION check_allocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN
    PERFORM check_payment_allocation(NEW.id);
  ELSIF TG_TABLE_NAME = 'credit_notes' THEN
    PERFORM check_credit_note_allocation(NEW.id);
  ELSIF NEW.payment_id IS NOT NULL THEN
    PERFORM check_payment_allocation(NEW.payment_id);
  ELSIF NEW.credit_note_id IS NOT NULL THEN
    PERFORM check_credit_note_allocation(NEW.credit_note_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION check_bad_debt_relief()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT sum(amount_fils) NOT BETWEEN 0 AND (SELECT written_off_fils FROM invoices WHERE id = NEW.invoice_id)
      FROM bad_debt_reliefs WHERE invoice_id = NEW.invoice_id)
  THEN
    RAISE EXCEPTION 'Relief of invoice % exceeds what is written off', NEW.invoice_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION check_contract_instalments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  of_contract uuid := CASE WHEN TG_TABLE_NAME = 'contracts' THEN to_jsonb(NEW) ->> 'id'
    ELSE to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> 'contract_id' END;
BEGIN
  IF EXISTS (
    SELECT FROM contracts JOIN (
      SELECT contract_id, count(*) AS parts, max(number) AS last, sum(amount_fils) AS fils, min(starts_on) AS first_day, max(ends_on) AS last_day,
        sum(ends_on - starts_on + 1) AS days
      FROM contract_instalments WHERE contract_id = of_contract GROUP BY contract_id
    ) AS planned ON contract_id = contracts.id
    WHERE (payment_plan, fils, first_day, last_day, days, last)
      IS DISTINCT FROM ('cheques', price_fils, starts_on, ends_on, ends_on - starts_on + 1, parts))
  THEN
    RAISE EXCEPTION 'The instalments of contract % differ from its price or year', of_contract USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION check_credit_note_allocation(note uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted record;
  found bigint;
  in_lines record;
BEGIN
  SELECT total_fils, vat_fils INTO wanted FROM credit_notes WHERE id = note;
  SELECT coalesce((SELECT sum(amount_fils) FROM settlements WHERE credit_note_id = note), 0)
    + coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE credit_note_id = note), 0) INTO found;
  SELECT coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat INTO in_lines
    FROM credit_note_lines WHERE credit_note_id = note;
  IF found <> wanted.total_fils OR in_lines.gross <> wanted.total_fils OR in_lines.vat <> wanted.vat_fils THEN
    RAISE EXCEPTION 'Credit note % is % fils, its allocations are %, its lines %', note, wanted.total_fils, found, in_lines.gross
      USING ERRCODE = 'check_violation';
  END IF;
END $function$;

CREATE FUNCTION check_deposit_limits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  now_is record;
  vat_taken bigint := deposit_vat_used(NEW.id);
BEGIN
  SELECT total_fils, vat_fils, credited_fils + deducted_fils AS taken INTO now_is FROM invoices WHERE id = NEW.id;
  IF vat_taken < 0 OR vat_taken > now_is.vat_fils OR (now_is.taken = now_is.total_fils AND vat_taken <> now_is.vat_fils) THEN
    RAISE EXCEPTION 'Deposit %: VAT used is %, limit is %', NEW.id, vat_taken, now_is.vat_fils USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION check_entry_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  entry bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW)->>'id')::bigint ELSE (to_jsonb(NEW)->>'entry_id')::bigint END;
  sides record;
BEGIN
  SELECT coalesce(sum(debit_fils), 0) AS debit, coalesce(sum(credit_fils), 0) AS credit,
    (SELECT total_fils FROM ledger_entries WHERE id = entry) AS total INTO sides
    FROM ledger_lines WHERE entry_id = entry;
  IF sides.debit <> sides.credit OR sides.debit <> sides.total THEN
    RAISE EXCEPTION 'Entry % has % fils debit, % credit and % in total', entry, sides.debit, sides.credit, sides.total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION check_payment_allocation(payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted bigint;
  found bigint;
BEGIN
  SELECT amount_fils - reversed_fils INTO wanted FROM payments WHERE id = payment;
  SELECT coalesce((SELECT sum(amount_fils) FROM settlements WHERE payment_id = payment), 0)
    + coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE payment_id = payment), 0) INTO found;
  IF wanted IS DISTINCT FROM found THEN
    RAISE EXCEPTION 'Payment % is % fils, its allocations are %', payment, wanted, found USING ERRCODE = 'check_violation';
  END IF;
END $function$;

CREATE FUNCTION check_write_off_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM settlements WHERE write_off_reversal_id = NEW.id AND write_off_id = NEW.write_off_id AND amount_fils = -NEW.amount_fils)
    OR (SELECT sum(amount_fils) FROM write_off_reversals WHERE write_off_id = NEW.write_off_id)
      > (SELECT amount_fils FROM write_offs WHERE id = NEW.write_off_id)
  THEN
    RAISE EXCEPTION 'Reversal % of a write-off is not settled, or exceeds it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION compute_revenue_entry(invoice uuid, note uuid, line integer, issued date, line_service text, net bigint)
 RETURNS TABLE(invoice_id uuid, credit_note_id uuid, "position" integer, day date, service text, area text, technician_id uuid, fils bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT invoice, note, line, issued, max(key) FILTER (WHERE figure = 'revenue'), max(key) FILTER (WHERE figure = 'revenue-area'),
    (max(key) FILTER (WHERE figure = 'revenue-technician'))::uuid, net
  FROM compute_revenue_tallies(invoice, issued, line_service, net) WHERE net <> 0 HAVING count(*) > 0
$function$;

CREATE FUNCTION compute_revenue_tallies(invoice uuid, issued date, line_service text, fils bigint)
 RETURNS SETOF tally
 LANGUAGE sql
 STABLE
AS $function$
  SELECT figure, issued, key, 0, fils
  FROM invoices
  LEFT JOIN bookings ON bookings.id = invoices.booking_id
  LEFT JOIN quotes ON quotes.id = invoices.quote_id
  LEFT JOIN properties ON properties.id = invoices.property_id
  CROSS JOIN LATERAL (VALUES
    ('revenue', coalesce(line_service, bookings.service_id, quotes.service_id, '')),
    ('revenue-area', coalesce(bookings.area, properties.area, '')),
    ('revenue-technician', finishing_technician(invoices.booking_id)::text)
  ) AS figures (figure, key)
  WHERE invoices.id = invoice AND invoices.kind <> 'opening' AND key IS NOT NULL
$function$;

CREATE FUNCTION compute_tallies(b bookings)
 RETURNS SETOF tally
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT figure, dubai_day(b.requested_at), key, bucket, 1
  FROM (VALUES
    ('requested', b.service_id, 0, true),
    ('requested-area', b.area, 0, true),
    ('requested-hour', '', dubai_hour(b.requested_at), true),
    ('submitted', '', 0, b.contact_due_at IS NOT NULL),
    ('confirmed', '', 0, b.contact_due_at IS NOT NULL AND b.state NOT IN ('requested', 'declined', 'cancelled')),
    ('completed', '', 0, b.contact_due_at IS NOT NULL AND b.state = 'completed'),
    ('response', CASE WHEN b.responded_at <= b.contact_due_at THEN 'met' ELSE 'late' END,
      whole_minutes(b.requested_at, b.responded_at),
      NOT b.emergency AND b.contact_due_at IS NOT NULL AND b.responded_at IS NOT NULL),
    ('emergency-arrival', CASE WHEN b.arrived_at <= b.requested_at + interval '120 minutes' THEN 'met' ELSE 'late' END,
      whole_minutes(b.requested_at, b.arrived_at), b.emergency AND b.arrived_at IS NOT NULL)
  ) AS figures (figure, key, bucket, counts)
  WHERE counts
$function$;

CREATE FUNCTION compute_tallies(entry revenue_entries)
 RETURNS SETOF tally
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT figure, entry.day, key, 0, entry.fils
  FROM (VALUES ('revenue', entry.service), ('revenue-area', entry.area), ('revenue-technician', entry.technician_id::text)) AS figures (figure, key)
  WHERE key IS NOT NULL
$function$;

CREATE FUNCTION compute_tallies(q quotes)
 RETURNS SETOF tally
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT figure, dubai_day(q.sent_at), outcome, 0, value
  FROM (SELECT CASE WHEN q.state IN ('approved', 'converted', 'cancelled') THEN 'won'
    WHEN q.state IN ('declined', 'expired') THEN 'lost' ELSE 'open' END AS outcome) AS known
  CROSS JOIN LATERAL (VALUES ('quotes', 1), ('quoted-fils', q.total_fils)) AS figures (figure, value)
  WHERE q.sent_at IS NOT NULL AND q.state <> 'withdrawn'
$function$;

CREATE FUNCTION compute_tallies(r reviews)
 RETURNS SETOF tally
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT 'rating', dubai_day(r.created_at), r.finished_by_technician_id::text, r.rating, 1 WHERE r.finished_by_technician_id IS NOT NULL
$function$;

CREATE FUNCTION compute_tallies(v visits)
 RETURNS SETOF tally
 LANGUAGE sql
 STABLE
AS $function$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'booked-seconds', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'finished-visit', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'warranty-return', dubai_day(v.ended_at), v.technician_id::text, 0, 1 WHERE v.led_to_warranty
  UNION ALL
  -- Sum over all technicians, so that reports add up a hundred times fewer rows.
  SELECT 'finished-work', dubai_day(v.ended_at), CASE WHEN v.led_to_warranty THEN 'warranty-return' ELSE 'fixed' END, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'worked-seconds', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'arrival', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + make_interval(mins => v.grace_min) END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL AND v.lead_visit_id IS NULL
$function$;

CREATE FUNCTION copy_lead_visit_fields()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  lead visits;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = 'cancelled' THEN
    RETURN NEW;
  END IF;
  SELECT * INTO lead FROM visits WHERE id = NEW.lead_visit_id FOR NO KEY UPDATE;
  IF lead.lead_visit_id IS NOT NULL THEN
    RAISE EXCEPTION 'A helper visit cannot lead other visits' USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT count(*) FROM visits WHERE lead_visit_id = lead.id AND id <> NEW.id AND state <> 'cancelled') + 2 > lead.crew_size THEN
    RAISE EXCEPTION 'The crew of the visit is complete' USING ERRCODE = 'check_violation';
  END IF;
  NEW.booking_id := lead.booking_id;
  NEW.state := lead.state;
  NEW.starts_at := lead.starts_at;
  NEW.ends_at := lead.ends_at;
  NEW.buffer_min := lead.buffer_min;
  NEW.area := lead.area;
  NEW.departed_at := lead.departed_at;
  NEW.arrived_at := lead.arrived_at;
  NEW.ended_at := lead.ended_at;
  RETURN NEW;
END $function$;

CREATE FUNCTION create_trail_month(day date)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  month date := date_trunc('month', day::timestamp)::date;
  next_month date := (month + interval '1 month')::date;
  entries text := 'trail_' || to_char(month, 'YYYY_MM');
  entry_values text := 'trail_values_' || to_char(month, 'YYYY_MM');
  first_id bigint := first_trail_id(month);
  next_id bigint := first_trail_id(next_month);
BEGIN
  -- Writers wait, because an entry on its way to the default partition would be refused once the month is attached. A lock of a
  -- table, because only that shows this session which tables the former holder created.
  LOCK TABLE trail, trail_values IN SHARE ROW EXCLUSIVE MODE;
  IF to_regclass(entries) IS NOT NULL THEN RETURN false; END IF;
  -- The check excludes the month from queries by time, because the range knows only ids.
  EXECUTE format('CREATE TABLE %I (LIKE trail INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES,
    CONSTRAINT trail_month_check CHECK (at >= %L AND at < %L))', entries,
    month::timestamp AT TIME ZONE 'Asia/Dubai', next_month::timestamp AT TIME ZONE 'Asia/Dubai');
  EXECUTE format('CREATE TABLE %I (LIKE trail_values INCLUDING INDEXES)', entry_values);
  IF EXISTS (SELECT FROM trail_other WHERE id >= first_id AND id < next_id) THEN
    ALTER TABLE trail_other DISABLE TRIGGER refuse_trail_change;
    EXECUTE format('WITH moved AS (DELETE FROM trail_other WHERE id >= $1 AND id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', entries) USING first_id, next_id;
    ALTER TABLE trail_other ENABLE TRIGGER refuse_trail_change;
    EXECUTE format('WITH moved AS (DELETE FROM trail_values_other WHERE trail_id >= $1 AND trail_id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', entry_values) USING first_id, next_id;
  END IF;
  EXECUTE format('CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change()', entries);
  EXECUTE format('ALTER TABLE trail ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', entries, first_id, next_id);
  EXECUTE format('ALTER TABLE trail_values ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', entry_values, first_id, next_id);
  RETURN true;
END $function$;

CREATE FUNCTION delete_guest_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM guest_holds WHERE visit_id = NEW.id;
  RETURN NEW;
END $function$;

CREATE FUNCTION deposit_account(deposit uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN EXISTS (SELECT FROM ledger_entries WHERE source_id = deposit AND kind = 'deposit-forfeited') THEN 'revenue' ELSE 'customer-deposits' END
$function$;

CREATE FUNCTION deposit_vat_used(deposit uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT sum(vat_fils) FROM credit_notes WHERE invoice_id = deposit), 0)::bigint
    - coalesce((SELECT sum(line.vat_fils) FROM invoice_lines AS line JOIN invoices ON invoices.id = line.invoice_id
        WHERE line.deducted_deposit_id = deposit AND invoices.issued_at IS NOT NULL), 0)::bigint
    + coalesce((SELECT sum(credited.vat_fils) FROM invoice_lines AS line JOIN credit_note_lines AS credited
        ON credited.invoice_id = line.invoice_id AND credited.invoice_position = line.position
        WHERE line.deducted_deposit_id = deposit), 0)::bigint
$function$;

CREATE FUNCTION document_ledger_lines(invoice uuid, note uuid)
 RETURNS SETOF ledger_line
 LANGUAGE sql
 STABLE
AS $function$
  WITH document AS (
    SELECT invoices.*, bookings.service_id AS booked, quotes.service_id AS quoted,
      -- The seller of an opening balance is in the former books.
      coalesce(invoices.seller, (SELECT credit_notes.seller FROM credit_notes WHERE credit_notes.id = document_ledger_lines.note)) AS supplier
    FROM invoices
    LEFT JOIN bookings ON bookings.id = booking_id LEFT JOIN quotes ON quotes.id = quote_id WHERE invoices.id = invoice
  ), part AS (
    SELECT deducted_deposit_id, line.service_id, line.vat_treatment, line.vat_percent, -line.net_fils AS net, -line.vat_fils AS vat
    FROM invoice_lines AS line WHERE note IS NULL AND invoice_id = invoice
    UNION ALL
    SELECT deducted_deposit_id, line.service_id, coalesce(line.vat_treatment, credited.vat_treatment), credited.vat_percent, credited.net_fils,
      credited.vat_fils
    FROM credit_note_lines AS credited LEFT JOIN invoice_lines AS line ON line.invoice_id = credited.invoice_id AND line.position = credited.invoice_position
    WHERE credit_note_id = note
  ), taxed AS (
    SELECT CASE WHEN deducted_deposit_id IS NOT NULL THEN deposit_account(deducted_deposit_id) WHEN kind = 'deposit' THEN deposit_account(id)
        WHEN contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END AS account,
      coalesce(part.service_id, booked, quoted) AS service, net, vat,
      CASE WHEN supplier->>'trn' IS NULL THEN NULL
        WHEN vat_treatment LIKE 'DL8.45%' THEN 'zero' WHEN vat_treatment LIKE 'DL8.46%' THEN 'exempt' WHEN vat_treatment <> 'standard' THEN NULL
        WHEN vat_percent > 0 THEN 'standard' ELSE 'zero' END AS treatment,
      seller_emirate(supplier) AS emirate
    FROM part CROSS JOIN document
  )
  SELECT account, CASE account WHEN 'revenue' THEN service END, sum(net)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END,
    NULL::bigint, NULL::bigint
  FROM taxed GROUP BY account, CASE account WHEN 'revenue' THEN service END, treatment, emirate, net > 0
  UNION ALL
  SELECT 'output-vat', NULL, sum(vat)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END, NULL, NULL
  FROM taxed GROUP BY treatment, emirate, vat > 0
$function$;

CREATE FUNCTION dubai_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (at AT TIME ZONE 'Asia/Dubai')::date
$function$;

CREATE FUNCTION dubai_hour(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT extract(hour FROM at AT TIME ZONE 'Asia/Dubai')::integer
$function$;

CREATE FUNCTION earned_contract_revenue(contract contracts, day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE FUNCTION erase_final_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.recipient := 'deleted-' || NEW.id || '@deleted.invalid';
  NEW.reply_to := NULL;
  NEW.subject := '-';
  NEW.html := '';
  NEW.plain := '';
  NEW.attachments := '[]';
  -- Answers of mail servers contain the address.
  NEW.last_error := NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION fill_booking_fields()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  booking record;
BEGIN
  SELECT coalesce(trade_id, service_id) AS trade, requested_at, crew_size INTO booking FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  IF FOUND THEN
    NEW.trade := booking.trade;
    NEW.requested_at := booking.requested_at;
    IF TG_OP = 'INSERT' AND NEW.lead_visit_id IS NULL THEN
      NEW.crew_size := greatest(NEW.crew_size, booking.crew_size);
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION finishing_technician(booking uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT technician_id FROM visits WHERE booking_id = booking AND state = 'work_done' AND technician_id IS NOT NULL AND lead_visit_id IS NULL
  ORDER BY ended_at DESC NULLS LAST, id LIMIT 1
$function$;

CREATE FUNCTION first_day_of_block(day date, span integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT date '1900-01-01' + (day - date '1900-01-01') / span * span
$function$;

CREATE FUNCTION first_trail_id(month date)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (extract(year FROM month) * 100 + extract(month FROM month))::bigint * 1000000000
$function$;

CREATE FUNCTION flag_all_duplicate_customers()
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO duplicate_customers
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE phone IS NOT NULL GROUP BY phone HAVING count(*) > 1
    UNION
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1
    ON CONFLICT DO NOTHING
$function$;

CREATE FUNCTION flag_duplicate_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.phone, 0));
    PERFORM flag_owners_of(ARRAY[NEW.phone], '{}');
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.email, 0));
    PERFORM flag_owners_of('{}', ARRAY[NEW.email]);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION flag_duplicates_of_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  phones text[];
  emails text[];
BEGIN
  SELECT array_agg(DISTINCT phone) FILTER (WHERE phone IS NOT NULL), array_agg(DISTINCT email) FILTER (WHERE email IS NOT NULL)
    INTO phones, emails FROM added;
  IF (SELECT count(*) FROM added) > 1 THEN
    LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE;
  ELSE
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || contact, 0)) FROM unnest(phones || emails) AS contact;
  END IF;
  PERFORM flag_owners_of(phones, emails);
  RETURN NULL;
END $function$;

CREATE FUNCTION flag_owners_of(phones text[], emails text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO duplicate_customers
    SELECT DISTINCT kept FROM (
      SELECT coalesce(merged_into, id) AS kept, count(*) OVER (PARTITION BY phone) AS owners FROM customers WHERE phone = ANY (phones)
      UNION ALL
      SELECT coalesce(merged_into, id), count(*) OVER (PARTITION BY email) FROM customers WHERE email = ANY (emails)
    ) AS found WHERE owners > 1 ORDER BY kept
    ON CONFLICT DO NOTHING
$function$;

CREATE FUNCTION fold_search_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(translate(lower(NORMALIZE(words, NFKD)), (('øđðłħŧıŋəςɓɗɖƙƴɛɔƒ'::text || 'ٱٲٳةىیےېۍێکڪڭگګھہۃەپچژڤٹټڈډڑړڕںڼڵۆۇۋ'::text) || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯'::text), (('oddlhtineσbddkyeof'::text || 'اااهييييييكككككههههبجزفتتددرررننلووو'::text) || repeat('0123456789'::text, 10))), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'ß'::text, 'ss'::text), 'þ'::text, 'th'::text), '[\u0001-\u0008\u000e-\u001f!-$&-/:-?\[\]^`{-\u009f\u00a1-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0559-\u055f\u0589\u058a\u0591-\u05c7\u05f3\u05f4\u0600-\u061f\u0621\u0640\u064b-\u065f\u066a-\u066d\u0670\u0674\u06d4\u06d6-\u06ed\u06fd\u06fe\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20a0-\u20ff\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u30fb\ua78b\ua78c\ue000-\uf8ff\ufe00-\ufe6f\ufeff\ufff9-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff]+'::text, ''::text, 'g'::text), '([0-9])[\t-\r ]+(?=[0-9])'::text, '\1|'::text, 'g'::text), '[\t-\r ]+'::text, ''::text, 'g'::text), '|'::text, ' '::text);

CREATE FUNCTION format_reference(kind text, number bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN ((((kind || '-'::text) || to_char((at AT TIME ZONE 'Asia/Dubai'::text), 'YYYY'::text)) || '-'::text) || lpad((number)::text, GREATEST(6, length((number)::text)), '0'::text));

CREATE FUNCTION is_booking_invoiced(booking uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM invoices WHERE booking_id = booking AND kind = 'invoice' AND issued_at IS NOT NULL AND uncredited_fils > 0)
$function$;

CREATE FUNCTION is_retention_over(issue_date date, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT issue_date + interval '7 years' < at AT TIME ZONE 'Asia/Dubai'
$function$;

CREATE FUNCTION language_of_customer(customer uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(
    (SELECT profiles.language FROM customers JOIN profiles ON profiles.user_id = customers.user_id
      WHERE customers.id = customer),
    (SELECT language FROM customers WHERE id = customer),
    (SELECT language FROM bookings WHERE customer_id = customer ORDER BY requested_at DESC LIMIT 1),
    'en')
$function$;

CREATE FUNCTION language_of_user(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT language FROM profiles WHERE user_id = account
$function$;

CREATE FUNCTION last_booking_number()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM booking_numbers
$function$;

CREATE FUNCTION last_event_day(of_type text, of_id uuid)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT dubai_day(coalesce((SELECT at FROM trail WHERE subject_type = of_type AND subject_id = of_id::text ORDER BY id DESC LIMIT 1), now()))
$function$;

CREATE FUNCTION ledger_closed_through()
 RETURNS date
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger closing', 0));
  RETURN (SELECT max(closed_through) FROM ledger_closings);
END $function$;

CREATE FUNCTION ledger_differences()
 RETURNS TABLE(what text, books numeric, documents numeric)
 LANGUAGE sql
 STABLE
AS $function$
  WITH balance AS (
    SELECT account, sum(debit_fils - credit_fils) AS fils FROM ledger_lines GROUP BY account
  ), wanted (account, fils) AS (
    SELECT 'receivables', sum(open_fils) FROM invoices WHERE issued_at IS NOT NULL
    UNION ALL
    SELECT 'customer-credit', -sum(credit_fils) FROM customer_balances
    UNION ALL
    SELECT 'output-vat', -sum(vat_fils) FROM invoices WHERE issued_at IS NOT NULL
    UNION ALL
    SELECT 'output-vat', sum(vat_fils) FROM credit_notes
    UNION ALL
    SELECT 'customer-deposits', -sum(net_fils - credited_fils - deducted_fils + deposit_vat_used(id)) FROM invoices
      WHERE kind = 'deposit' AND issued_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = invoices.id AND ledger_entries.kind = 'deposit-forfeited')
    UNION ALL
    SELECT payment_method_account(method), amount_fils - reversed_fils FROM payments
    UNION ALL
    SELECT payment_method_account(method), -amount_fils FROM refunds WHERE state <> 'failed'
    UNION ALL
    SELECT account, CASE account WHEN 'fees' THEN fee_fils ELSE -fee_fils END FROM payments, unnest(ARRAY['fees', 'card-clearing']) AS account
      WHERE fee_fils IS NOT NULL
    UNION ALL
    SELECT account, CASE account WHEN 'bank' THEN amount_fils ELSE -amount_fils END FROM payouts, unnest(ARRAY['bank', 'card-clearing']) AS account
      WHERE failed_on IS NULL
    UNION ALL
    SELECT account, CASE account WHEN 'card-clearing' THEN -amount_fils ELSE amount_fils END
      FROM provider_fees, unnest(ARRAY[CASE kind WHEN 'dispute' THEN 'dispute-fees' ELSE 'fees' END, 'card-clearing']) AS account
    UNION ALL
    SELECT account, CASE account WHEN 'cheques-in-hand' THEN amount_fils ELSE -amount_fils END
      FROM cheques, unnest(ARRAY['cheques-in-hand', 'uncleared-cheques']) AS account WHERE state IN ('received', 'deposited')
    UNION ALL
    SELECT 'bad-debts', sum(amount_fils) FROM write_offs
    UNION ALL
    SELECT CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -amount_fils FROM write_off_reversals
    UNION ALL
    SELECT account, CASE account WHEN 'output-vat' THEN vat_fils ELSE -vat_fils END FROM (
      SELECT vat_fils, unnest(ARRAY['output-vat', CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END]) AS account
      FROM bad_debt_reliefs LEFT JOIN write_off_reversals ON write_off_reversals.id = write_off_reversal_id
    ) AS relieved
    UNION ALL
    SELECT account, CASE account WHEN 'retained-earnings' THEN -profit_fils ELSE profit_fils END
      FROM financial_years, unnest(ARRAY['retained-earnings', 'profit-carried-forward']) AS account
    UNION ALL
    SELECT 'opening', -sum(total_fils) FROM invoices WHERE kind = 'opening'
    UNION ALL
    SELECT 'opening', sum(amount_fils) FROM opening_credits
    UNION ALL
    SELECT account, debit_fils - credit_fils FROM manual_journal_lines
    UNION ALL
    SELECT account, CASE account WHEN 'bank' THEN amount_fils ELSE -amount_fils END FROM bank_deposits, unnest(ARRAY['bank', 'cash']) AS account
  ), documented AS (
    SELECT account, sum(fils) AS fils FROM wanted GROUP BY account
  )
  SELECT coalesce(balance.account, documented.account), coalesce(balance.fils, 0), coalesce(documented.fils, 0)
  FROM balance FULL JOIN documented ON documented.account = balance.account
  WHERE coalesce(balance.account, documented.account) NOT IN ('revenue', 'deferred-contract-revenue')
    AND coalesce(balance.fils, 0) <> coalesce(documented.fils, 0)
  UNION ALL
  SELECT 'income', books, documents FROM (
    SELECT (SELECT coalesce(sum(fils), 0) FROM balance WHERE account IN ('revenue', 'deferred-contract-revenue', 'customer-deposits')) AS books,
      coalesce((SELECT sum(net_fils) FROM credit_notes), 0)
        - coalesce((SELECT sum(net_fils) FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening'), 0) AS documents
  ) AS income WHERE books <> documents
$function$;

CREATE FUNCTION letter_pairs(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 100000
AS $function$
  SELECT array_agg(DISTINCT substr(words, at, 2)) FROM generate_series(1, length(words) - 1) AS at
$function$;

CREATE FUNCTION make_ledger_line(account text, fils bigint)
 RETURNS ledger_line
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (account, NULL, fils, NULL, NULL, NULL, NULL)::ledger_line
$function$;

CREATE FUNCTION move_duplicate_flag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM duplicate_customers WHERE customer_id = NEW.id;
  IF FOUND THEN
    INSERT INTO duplicate_customers VALUES (NEW.merged_into) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION move_technician_tallies(month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  moved tally[];
BEGIN
  WITH gone AS (
    DELETE FROM tallies WHERE figure = ANY (technician_figures()) AND span IN ('day', 'month')
      AND day >= month AND day < (month + interval '1 month')::date
    RETURNING tallies.figure, tallies.span, tallies.day, tallies.key, tallies.bucket, tallies.value
  )
  SELECT array_agg((gone.figure, gone.day, gone.key, gone.bucket, gone.value)::tally) FROM gone WHERE gone.span = 'day' INTO moved;
  IF moved IS NOT NULL THEN
    PERFORM add_technician_tallies(moved);
  END IF;
END $function$;

CREATE FUNCTION next_trail_id(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  SELECT first_trail_id(dubai_day(at)) + nextval('trail_id_seq') % 1000000000
$function$;

CREATE FUNCTION notify_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('access', OLD.id::text);
  RETURN NULL;
END $function$;

CREATE FUNCTION notify_background_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('background-job.' || NEW.state);
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) VALUES (NEW.type || ' - ' || coalesce(NEW.subject_id, ''));
  -- The page of the original booking shows its warranty bookings.
  IF NEW.subject_type = 'booking' THEN
    INSERT INTO live_notices (payload)
      SELECT NEW.type || ' - ' || warranty_of_id FROM bookings WHERE id = NEW.subject_id::uuid AND warranty_of_id IS NOT NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('inbox.' || TG_TABLE_NAME);
  RETURN NULL;
END $function$;

CREATE FUNCTION notify_mail_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('mail.' || NEW.state);
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_page_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) VALUES ('booking.page-texted');
  RETURN NULL;
END $function$;

CREATE FUNCTION notify_paged_technicians()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || user_id
    FROM on_call_pages JOIN technicians ON technicians.id = technician_id
    WHERE booking_id = NEW.booking_id AND user_id IS NOT NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_push_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('events', 'push.queued');
  RETURN NULL;
END $function$;

CREATE FUNCTION notify_record_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  owner_id uuid;
BEGIN
  owner_id := CASE NEW.subject_type
    WHEN 'booking' THEN (SELECT user_id FROM bookings WHERE id = NEW.subject_id::uuid)
    WHEN 'contract' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM contracts WHERE id = NEW.subject_id::uuid))
    WHEN 'quote' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM quotes WHERE id = NEW.subject_id::uuid))
    WHEN 'invoice' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM invoices WHERE id = NEW.subject_id::uuid))
    WHEN 'payment' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM payments WHERE id = NEW.subject_id::uuid))
  END;
  IF owner_id IS NOT NULL THEN
    INSERT INTO live_notices (payload) VALUES (NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_technicians_of_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM bookings
    JOIN visits ON visits.booking_id = bookings.id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.property_id = NEW.property_id AND (NEW.booking_id IS NULL OR bookings.id = NEW.booking_id)
      AND visits.live AND visits.starts_at BETWEEN now() - interval '1 day' AND now() + interval '3 days'
      AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_technicians_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM visits JOIN technicians ON technicians.id = visits.technician_id
    WHERE visits.booking_id = NEW.id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_technicians_of_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || technicians.user_id
    FROM visits
    JOIN bookings ON bookings.id = visits.booking_id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.customer_id = NEW.customer_id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION notify_technicians_of_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_notices (payload) SELECT 'visit.changed ' || user_id FROM technicians
    WHERE user_id IS NOT NULL
      AND (id = NEW.technician_id OR (TG_OP = 'UPDATE' AND id = OLD.technician_id));
  RETURN NEW;
END $function$;

CREATE FUNCTION payment_method_account(method text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END
$function$;

CREATE FUNCTION post_advance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  invoice invoices;
  paid_on date := (SELECT received_on FROM payments WHERE id = NEW.payment_id);
  supplied_on date;
  taxed ledger_line[];
BEGIN
  SELECT * INTO STRICT invoice FROM invoices WHERE id = NEW.invoice_id;
  supplied_on := coalesce(invoice.tax_point, invoice.issue_date);
  IF invoice.kind <> 'invoice' OR paid_on >= supplied_on THEN RETURN NULL; END IF;
  taxed := ARRAY(
    SELECT (CASE WHEN is_tax THEN 'output-vat' ELSE 'customer-deposits' END, NULL, round(sum(fils) * NEW.amount_fils / invoice.total_fils),
      vat, emirate, NULL, NULL)::ledger_line
    FROM document_ledger_lines(invoice.id, NULL), LATERAL (SELECT account = 'output-vat') AS line (is_tax)
    WHERE vat IS NOT NULL GROUP BY is_tax, vat, emirate);
  PERFORM post_ledger_entry('advance', invoice.id, NEW.id, invoice.reference, paid_on,
    make_ledger_line('receivables', (SELECT -sum(fils) FROM unnest(taxed))::bigint) || taxed);
  PERFORM post_ledger_entry('advance-settled', invoice.id, NEW.id, invoice.reference, supplied_on,
    make_ledger_line('receivables', (SELECT sum(fils) FROM unnest(taxed))::bigint)
      || ARRAY(SELECT (account, NULL, -fils, vat, emirate, NULL, NULL)::ledger_line FROM unnest(taxed)));
  RETURN NULL;
END $function$;

CREATE FUNCTION post_bad_debt_relief()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry(CASE WHEN NEW.amount_fils > 0 THEN 'bad-debt-relief' ELSE 'bad-debt-relief-reversed' END, NEW.id, 0,
    invoices.reference, NEW.day, ARRAY[('output-vat', NULL, NEW.vat_fils, 'bad-debt', seller_emirate(seller), NULL, NULL)::ledger_line,
      make_ledger_line(CASE write_off_reversals.kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -NEW.vat_fils)])
  FROM invoices LEFT JOIN write_off_reversals ON write_off_reversals.id = NEW.write_off_reversal_id WHERE invoices.id = NEW.invoice_id;
  RETURN NULL;
END $function$;

CREATE FUNCTION post_bank_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('bank-deposit', NEW.id, 0, NEW.reference, NEW.day,
    ARRAY[make_ledger_line('bank', NEW.amount_fils), make_ledger_line('cash', -NEW.amount_fils)]);
  RETURN NULL;
END $function$;

CREATE FUNCTION post_cheque(cheque cheques)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  comes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-in');
  goes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-out');
  is_in boolean := (SELECT state IN ('received', 'deposited') FROM cheques WHERE id = cheque.id);
  moved_on date := (SELECT day FROM cheque_movements WHERE cheque_id = cheque.id ORDER BY number DESC LIMIT 1);
  lines ledger_line[] := ARRAY[make_ledger_line('cheques-in-hand', cheque.amount_fils), make_ledger_line('uncleared-cheques', -cheque.amount_fils)];
BEGIN
  IF is_in AND comes = goes THEN
    PERFORM post_ledger_entry('cheque-in', cheque.id, comes, cheque.number,
      CASE comes WHEN 0 THEN dubai_day(cheque.received_at) ELSE moved_on END, lines);
  ELSIF NOT is_in AND comes > goes THEN
    lines := ARRAY[make_ledger_line('uncleared-cheques', cheque.amount_fils), make_ledger_line('cheques-in-hand', -cheque.amount_fils)];
    PERFORM post_ledger_entry('cheque-out', cheque.id, goes, cheque.number, moved_on, lines);
  END IF;
END $function$;

CREATE FUNCTION post_credit_entry(entry credit_entries)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  credited ledger_line := ('customer-credit', NULL, -entry.amount_fils, NULL, NULL, NULL, entry.id);
BEGIN
  IF entry.refund_id IS NOT NULL THEN
    PERFORM post_ledger_entry(CASE WHEN entry.amount_fils < 0 THEN 'refund' ELSE 'refund-failed' END, refunds.id, entry.id,
      coalesce(payments.reference, ''), CASE WHEN entry.amount_fils < 0 THEN coalesce(paid_on, dubai_day(entry.at)) ELSE dubai_day(entry.at) END,
      ARRAY[credited, make_ledger_line(payment_method_account(refunds.method), entry.amount_fils)])
    FROM refunds LEFT JOIN payments ON payments.id = payment_id WHERE refunds.id = entry.refund_id;
  ELSIF entry.opening_credit_id IS NOT NULL THEN
    PERFORM post_ledger_entry('opening-credit', entry.opening_credit_id, 0, '', (SELECT as_of FROM opening_credits WHERE id = entry.opening_credit_id),
      ARRAY[make_ledger_line('opening', entry.amount_fils), credited]);
  END IF;
END $function$;

CREATE FUNCTION post_credit_note(note credit_notes)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('credit-note', note.id, 0, note.reference, note.issue_date,
    ARRAY(SELECT line FROM document_ledger_lines(note.invoice_id, note.id) AS line)
    || ARRAY(SELECT ('receivables', NULL, -amount_fils, NULL, NULL, id, NULL)::ledger_line FROM settlements WHERE credit_note_id = note.id)
    || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
      WHERE credit_note_id = note.id));
END $function$;

CREATE FUNCTION post_earned_contract_revenue(contract uuid, through date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  earning contracts;
  month_end date;
  posted bigint;
  fils bigint;
  before bigint;
BEGIN
  SELECT * INTO STRICT earning FROM contracts WHERE id = contract FOR UPDATE;
  SELECT coalesce(sum(credit_fils - debit_fils), 0) INTO posted FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE source_id = contract AND kind = 'contract-revenue' AND account = 'revenue';
  before := posted;
  month_end := coalesce(earning.revenue_recognised_through + 1, least(earning.starts_on, earning.ended_on));
  LOOP
    month_end := (date_trunc('month', month_end) + interval '1 month - 1 day')::date;
    EXIT WHEN month_end > through;
    fils := earned_contract_revenue(earning, month_end) - posted;
    IF fils <> 0 THEN
      PERFORM post_ledger_entry('contract-revenue', contract, month_end - date '2000-01-01', earning.reference, month_end,
        ARRAY[make_ledger_line('deferred-contract-revenue', fils), make_ledger_line('revenue', -fils)]);
    END IF;
    posted := posted + fils;
    month_end := month_end + 1;
  END LOOP;
  UPDATE contracts SET revenue_recognised_through = through WHERE id = contract AND (revenue_recognised_through IS NULL OR revenue_recognised_through < through);
  RETURN posted - before;
END $function$;

CREATE FUNCTION post_failed_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('payout-failed', NEW.id, 0, NEW.provider_payout, NEW.failed_on,
    ARRAY[make_ledger_line('card-clearing', NEW.amount_fils), make_ledger_line('bank', -NEW.amount_fils)]);
  RETURN NULL;
END $function$;

CREATE FUNCTION post_fee(paid payments)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  posted record;
  fils bigint;
BEGIN
  SELECT count(*) AS times, coalesce(sum(debit_fils - credit_fils), 0) AS fils INTO posted
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE source_id = paid.id AND kind = 'fee' AND account = 'fees';
  fils := (SELECT coalesce(fee_fils, 0) FROM payments WHERE id = paid.id) - posted.fils;
  PERFORM post_ledger_entry('fee', paid.id, posted.times, paid.reference, paid.received_on,
    ARRAY[make_ledger_line('fees', fils), make_ledger_line('card-clearing', -fils)]);
END $function$;

CREATE FUNCTION post_forfeited_deposits(quote quotes)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('deposit-forfeited', deposit.id, 0, deposit.reference, last_event_day('quote', quote.id),
    ARRAY[make_ledger_line('customer-deposits', net), ('revenue', quote.service_id, -net, NULL, NULL, NULL, NULL)::ledger_line])
  FROM invoices AS deposit, LATERAL (
    SELECT deposit.net_fils - (deposit.credited_fils + deposit.deducted_fils - deposit_vat_used(deposit.id)) AS net
  ) AS kept
  WHERE quote_id = quote.id AND kind = 'deposit' AND issued_at IS NOT NULL AND net > 0;
END $function$;

CREATE FUNCTION post_invoice(invoice invoices)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry(invoice.kind, invoice.id, 0, invoice.reference, coalesce(invoice.tax_point, invoice.issue_date),
    make_ledger_line('receivables', invoice.total_fils) || CASE invoice.kind WHEN 'opening' THEN ARRAY[make_ledger_line('opening', -invoice.total_fils)]
      ELSE ARRAY(SELECT line FROM document_ledger_lines(invoice.id, NULL) AS line) END);
END $function$;

CREATE FUNCTION post_ledger_entry(kind text, source uuid, occurrence bigint, reference text, document_day date, lines ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  closed date := ledger_closed_through();
BEGIN
  -- In one statement, so that the balance check always sees entry and lines.
  WITH entry AS (
    INSERT INTO ledger_entries (kind, source_id, occurrence, reference, document_day, day, total_fils)
    SELECT kind, source, occurrence, reference, document_day, CASE WHEN kind IN ('year-end', 'journal') THEN document_day ELSE greatest(document_day, closed + 1) END, sum(line.fils) FILTER (WHERE line.fils > 0)
    FROM unnest(lines) AS line HAVING count(*) FILTER (WHERE line.fils <> 0) > 0
    RETURNING id
  )
  INSERT INTO ledger_lines (entry_id, position, account, service_id, debit_fils, credit_fils, vat, emirate, settlement_id, credit_entry_id)
    SELECT entry.id, row_number() OVER (ORDER BY line.fils < 0, at), line.account, line.service_id, greatest(line.fils, 0),
      greatest(-line.fils, 0), line.vat, line.emirate, line.settlement_id, line.credit_entry_id
    FROM entry, unnest(lines) WITH ORDINALITY AS line (account, service_id, fils, vat, emirate, settlement_id, credit_entry_id, at)
    WHERE line.fils <> 0;
END $function$;

CREATE FUNCTION post_manual_journal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('journal', manual_journals.id, 0, reference, day, lines)
  FROM (
    SELECT journal_id, array_agg(make_ledger_line(account, debit_fils - credit_fils) ORDER BY position) AS lines
    FROM new_lines GROUP BY journal_id
  ) AS posted JOIN manual_journals ON manual_journals.id = journal_id;
  RETURN NULL;
END $function$;

CREATE FUNCTION post_missing_ledger_entries()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_invoice(invoices) FROM invoices WHERE issued_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = invoices.id AND kind IN ('invoice', 'deposit', 'opening'));
  PERFORM post_credit_note(credit_notes) FROM credit_notes
    WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = credit_notes.id);
  PERFORM post_payment(payments.id) FROM payments;
  PERFORM post_settlement(settlements) FROM settlements WHERE kind IN ('credit', 'write-off')
    AND NOT EXISTS (SELECT FROM ledger_lines WHERE settlement_id = settlements.id);
  PERFORM post_credit_entry(credit_entries) FROM credit_entries
    WHERE NOT EXISTS (SELECT FROM ledger_lines WHERE credit_entry_id = credit_entries.id);
  PERFORM post_cheque(cheques) FROM cheques;
  PERFORM post_fee(payments) FROM payments WHERE fee_fils IS NOT NULL;
  PERFORM post_payout(payouts) FROM payouts WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = payouts.id);
  -- Last, because the kept amount is what remains after all credit notes.
  PERFORM post_forfeited_deposits(quotes) FROM quotes WHERE state = 'cancelled'
    AND NOT EXISTS (SELECT FROM ledger_entries JOIN invoices ON invoices.id = source_id
      WHERE invoices.quote_id = quotes.id AND ledger_entries.kind = 'deposit-forfeited');
END $function$;

CREATE FUNCTION post_payment(payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  paid payments;
  part record;
  what text;
  before bigint;
BEGIN
  SELECT * INTO STRICT paid FROM payments WHERE id = payment;
  FOR part IN
    SELECT moved_on, sum(-(line).fils)::bigint AS fils, array_agg(line ORDER BY line) AS lines FROM (
      SELECT at, coalesce(day, dubai_day(at)) AS moved_on, ('receivables', NULL, -amount_fils, NULL, NULL, id, NULL)::ledger_line AS line FROM settlements
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE settlement_id = settlements.id)
      UNION ALL
      SELECT at, coalesce(day, dubai_day(at)), ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE credit_entry_id = credit_entries.id)
    ) AS parts GROUP BY at, moved_on ORDER BY at
  LOOP
    SELECT count(*) INTO before FROM ledger_entries WHERE source_id = payment AND kind LIKE 'payment%';
    what := CASE WHEN part.fils < 0 THEN 'payment-reversed' WHEN part.fils = 0 THEN 'payment-reallocated'
      WHEN before > 0 THEN 'payment-restored' ELSE 'payment' END;
    PERFORM post_ledger_entry(what, payment, before, paid.reference,
      CASE what WHEN 'payment' THEN paid.received_on ELSE part.moved_on END,
      make_ledger_line(payment_method_account(paid.method), part.fils) || part.lines);
  END LOOP;
END $function$;

CREATE FUNCTION post_payout(payout payouts)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('payout', payout.id, 0, payout.provider_payout, payout.arrived_on,
    ARRAY[make_ledger_line('bank', payout.amount_fils), make_ledger_line('card-clearing', -payout.amount_fils)]);
END $function$;

CREATE FUNCTION post_provider_fee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_dispute boolean := NEW.kind = 'dispute';
BEGIN
  PERFORM post_ledger_entry(CASE WHEN is_dispute THEN 'dispute-fee' ELSE 'provider-fee' END, NEW.id, 0, NEW.provider_transaction, NEW.charged_on,
    ARRAY[make_ledger_line(CASE WHEN is_dispute THEN 'dispute-fees' ELSE 'fees' END, NEW.amount_fils),
      make_ledger_line('card-clearing', -NEW.amount_fils)]);
  RETURN NULL;
END $function$;

CREATE FUNCTION post_settlement(settled settlements)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  called text := (SELECT reference FROM invoices WHERE id = settled.invoice_id);
  receivable ledger_line := ('receivables', NULL, -settled.amount_fils, NULL, NULL, settled.id, NULL);
BEGIN
  IF settled.write_off_reversal_id IS NOT NULL THEN
    PERFORM post_ledger_entry(CASE kind WHEN 'recovered' THEN 'bad-debt-recovered' ELSE 'write-off-reversed' END, id, 0, called, day,
      ARRAY[receivable, make_ledger_line(CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -amount_fils)])
    FROM write_off_reversals WHERE id = settled.write_off_reversal_id;
  ELSIF settled.kind = 'write-off' THEN
    PERFORM post_ledger_entry('write-off', settled.write_off_id, 0, called, dubai_day(settled.at),
      ARRAY[make_ledger_line('bad-debts', settled.amount_fils), receivable]);
  ELSIF settled.kind = 'credit' THEN
    PERFORM post_ledger_entry('credit-used', settled.invoice_id, settled.id, called, coalesce(settled.day, dubai_day(settled.at)), receivable
      || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
        WHERE settlement_id = settled.id));
  END IF;
END $function$;

CREATE FUNCTION post_to_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  CASE TG_ARGV[0]
    WHEN 'invoice' THEN PERFORM post_invoice(NEW);
    WHEN 'credit-note' THEN PERFORM post_credit_note(NEW);
    WHEN 'settlement' THEN
      IF NEW.payment_id IS NOT NULL THEN PERFORM post_payment(NEW.payment_id); ELSE PERFORM post_settlement(NEW); END IF;
    WHEN 'credit-entry' THEN
      IF NEW.payment_id IS NOT NULL THEN PERFORM post_payment(NEW.payment_id); ELSE PERFORM post_credit_entry(NEW); END IF;
    WHEN 'cheque' THEN PERFORM post_cheque(NEW);
    WHEN 'fee' THEN PERFORM post_fee(NEW);
    WHEN 'payout' THEN PERFORM post_payout(NEW);
    WHEN 'quote' THEN PERFORM post_forfeited_deposits(NEW);
  END CASE;
  RETURN NULL;
END $function$;

CREATE FUNCTION post_year_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM post_ledger_entry('year-end', NEW.id, 0, to_char(NEW.ends_on, 'YYYY'), NEW.ends_on + 1,
    ARRAY[make_ledger_line('profit-carried-forward', NEW.profit_fils), make_ledger_line('retained-earnings', -NEW.profit_fils)]);
  RETURN NULL;
END $function$;

CREATE FUNCTION record_content_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  PERFORM pg_notify('content', '');
  RETURN NULL;
END $function$;

CREATE FUNCTION record_credit_note_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN credit_notes ON credit_notes.id = line.credit_note_id
  JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
    compute_revenue_entry(line.invoice_id, line.credit_note_id, line.position, credit_notes.issue_date, corrected.service_id, -line.net_fils) AS entry;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_erased_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO erased_mails (mail_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_held_cheque()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.invoice_id IS NOT NULL AND OLD.state IN ('received', 'deposited') THEN
    UPDATE invoices SET held_fils = held_fils - OLD.amount_fils WHERE id = OLD.invoice_id;
  END IF;
  IF NEW.invoice_id IS NOT NULL AND NEW.state IN ('received', 'deposited') THEN
    UPDATE invoices SET held_fils = held_fils + NEW.amount_fils WHERE id = NEW.invoice_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_invoice_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS issued
  JOIN old_rows AS draft ON draft.id = issued.id AND draft.issued_at IS NULL
  JOIN invoice_lines AS line ON line.invoice_id = issued.id,
    compute_revenue_entry(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry
  WHERE issued.issued_at IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_line_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN invoices AS issued ON issued.id = line.invoice_id AND issued.issued_at IS NOT NULL,
    compute_revenue_entry(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_open_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('issued', 'part_paid') THEN OLD.open_fils ELSE 0 END;
  became bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('issued', 'part_paid') THEN NEW.open_fils ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND was = became AND (was = 0 OR ageing_date(OLD) = ageing_date(NEW)) THEN RETURN NULL; END IF;
  IF was <> 0 THEN INSERT INTO open_amounts (due_date, open_fils, open_count) VALUES (ageing_date(OLD), -was, -1); END IF;
  IF became <> 0 THEN INSERT INTO open_amounts (due_date, open_fils, open_count) VALUES (ageing_date(NEW), became, 1); END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_work_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE quotes SET work_cancelled = NEW.state IN ('cancelled', 'declined') WHERE work_booking_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE FUNCTION recount_tallies()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM sync_all_visit_outcomes();
  LOCK TABLE tallies, technician_tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  DELETE FROM technician_tallies;
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(value), false
  FROM (
    SELECT tally.* FROM bookings, compute_tallies(bookings) AS tally
    UNION ALL
    SELECT tally.* FROM visits, compute_tallies(visits) AS tally
    UNION ALL
    SELECT tally.* FROM reviews, compute_tallies(reviews) AS tally
    UNION ALL
    SELECT tally.* FROM quotes, compute_tallies(quotes) AS tally
    UNION ALL
    SELECT tally.* FROM revenue_entries, compute_tallies(revenue_entries) AS tally
  ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  WHERE span = 'day' OR figure <> ALL (technician_figures())
  GROUP BY figure, span, since, key, bucket HAVING sum(value) <> 0;
  PERFORM move_technician_tallies(month) FROM (
    SELECT DISTINCT date_trunc('month', day)::date AS month FROM tallies WHERE span = 'day' AND figure = ANY (technician_figures())
  ) AS months;
END $function$;

CREATE FUNCTION refresh_search_text_of_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE customers SET search_text = '' WHERE id = NEW.merged_into;
  RETURN NULL;
END $function$;

CREATE FUNCTION refresh_search_text_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers SET search_text = '' WHERE id = OLD.customer_id AND strpos(search_text, OLD.address_search_text) > 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE customers SET search_text = '' WHERE id = NEW.customer_id AND strpos(search_text, NEW.address_search_text) = 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION refuse_append_only_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  may_change text[] := TG_ARGV[0]::text[] || ARRAY['search_text'];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'Money records are append-only' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_booking_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A booking line is immutable: replace it' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_contract_terms_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.activated_at IS NOT NULL OR EXISTS (SELECT FROM invoices WHERE contract_id = OLD.id) THEN
    RAISE EXCEPTION 'The agreed terms of contract % are immutable', OLD.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION refuse_credit_note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  of_a_person text[] := ARRAY['buyer', 'document_id', 'erased_at'];
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (OLD.document_id IS NULL AND OLD.erased_at IS NULL
      AND to_jsonb(NEW) - 'document_id' = to_jsonb(OLD) - 'document_id')
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Money records are append-only' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_e_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  may_change text[] := ARRAY['state', 'failed_attempts', 'provider_id', 'rejection_reason', 'sent_at', 'polled_at'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  -- Deleted with its document after the retention period.
  ELSIF EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND erased_at IS NOT NULL)
    OR EXISTS (SELECT FROM credit_notes WHERE id = OLD.credit_note_id AND erased_at IS NOT NULL)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'An electronic invoice is immutable' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_earlier_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger closing', 0));
  IF EXISTS (SELECT FROM ledger_closings WHERE closed_through >= NEW.closed_through) THEN
    RAISE EXCEPTION 'The books are already closed for %', NEW.closed_through USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION refuse_entitlement_overuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  balance record;
BEGIN
  PERFORM FROM contract_entitlements WHERE contract_id = NEW.contract_id AND kind = NEW.kind FOR UPDATE;
  SELECT * INTO balance FROM entitlement_balances WHERE contract_id = NEW.contract_id AND kind = NEW.kind;
  IF balance.total IS NOT NULL AND balance.used + balance.planned > balance.total THEN
    RAISE EXCEPTION 'Entitlement % of the contract is limited to %', NEW.kind, balance.total USING ERRCODE = 'check_violation',
      CONSTRAINT = 'entitlement_uses_limit';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION refuse_instalment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  of_contract uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.contract_id ELSE NEW.contract_id END;
BEGIN
  IF EXISTS (SELECT FROM contracts WHERE id = of_contract AND activated_at IS NOT NULL)
    OR EXISTS (SELECT FROM invoices WHERE contract_id = of_contract)
  THEN
    RAISE EXCEPTION 'The instalments of contract % are immutable', of_contract USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE FUNCTION refuse_invoiced_booking_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  line booking_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF is_booking_invoiced(line.booking_id) THEN
    RAISE EXCEPTION 'The lines of an invoiced booking are immutable' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN line;
END $function$;

CREATE FUNCTION refuse_issued_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'written_off_fils', 'credited_fils', 'deducted_fils',
    'uncredited_fils', 'held_fils', 'open_fils', 'state', 'search_text', 'document_id', 'reminders', 'link_version'];
  -- Generated columns are not computed yet in a trigger that fires before the update.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'erased_at', 'open_fils', 'state', 'search_text'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id
      OR (NEW.document_id IS NULL AND NEW.link_version > OLD.link_version))
    AND (OLD.erased_at IS NULL OR NEW.document_id IS NULL))
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_issued_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  of_invoice uuid := CASE TG_OP WHEN 'INSERT' THEN NEW.invoice_id ELSE OLD.invoice_id END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE id = of_invoice AND issued_at IS NOT NULL) THEN
    RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE FUNCTION refuse_late_opening_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening') THEN
    RAISE EXCEPTION 'Opening balances are locked: an invoice was issued' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A posted entry is immutable: correct it by another entry' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_posting_to_closed_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_month_end boolean := date_part('month', NEW.day) <> date_part('month', NEW.day + 1);
BEGIN
  IF NEW.kind = 'year-end' OR NEW.day > ledger_closed_through() IS NOT FALSE THEN RETURN NEW; END IF;
  IF NEW.kind <> 'journal' OR NOT is_month_end OR NEW.day <= (SELECT max(ends_on) FROM financial_years) THEN
    RAISE EXCEPTION 'The books are closed for %', NEW.day USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION refuse_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A price is immutable: add a new one' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_second_renewal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM contracts WHERE id = NEW.renews_contract_id AND state IN ('active', 'expired') FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM contracts WHERE renews_contract_id = NEW.renews_contract_id AND state <> 'cancelled') THEN
    RAISE EXCEPTION 'Quote % renews a contract that was already renewed or cancelled', NEW.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION refuse_sent_quote_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  may_change text[] := ARRAY['title', 'introduction', 'terms', 'search_text'];
  of_line text[] := ARRAY['section', 'description'];
  of_quote uuid;
  of_revision integer;
BEGIN
  IF TG_TABLE_NAME = 'quote_revisions' THEN
    IF OLD.sent_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
    -- Erasure of the customer's personal data.
    IF TG_OP = 'UPDATE' AND NEW.introduction = '' AND NEW.title IN (OLD.title, '-') AND NEW.terms IN (OLD.terms, '')
      AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    THEN
      RETURN NEW;
    END IF;
  ELSE
    IF TG_OP = 'INSERT' THEN of_quote := NEW.quote_id; of_revision := NEW.revision;
    ELSE of_quote := OLD.quote_id; of_revision := OLD.revision; END IF;
    IF TG_TABLE_NAME = 'quote_lines' AND TG_OP = 'UPDATE' THEN
      IF NEW.description = '-' AND NEW.section = '' AND to_jsonb(NEW) - of_line = to_jsonb(OLD) - of_line THEN
        RETURN NEW;
      END IF;
    END IF;
    IF EXISTS (SELECT FROM quote_revisions WHERE quote_id = of_quote AND number = of_revision AND sent_at IS NOT NULL) THEN
      RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_trail_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Set by the purge after the retention period, for its own transaction.
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < nullif(current_setting('trail.purge_before', true), '')::timestamptz THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The trail is append-only' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE FUNCTION refuse_trail_values_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Values may be erased, but not changed.
  IF ROW(NEW.trail_id, NEW.actor_name, NEW.client_ip, NEW.reason, NEW.before, NEW.after) IS DISTINCT FROM
    ROW(
      OLD.trail_id,
      CASE WHEN NEW.actor_name IS NOT NULL THEN OLD.actor_name END,
      CASE WHEN NEW.client_ip IS NOT NULL THEN OLD.client_ip END,
      CASE WHEN NEW.reason IS NOT NULL THEN OLD.reason END,
      CASE WHEN NEW.before IS NOT NULL THEN OLD.before END,
      CASE WHEN NEW.after IS NOT NULL THEN OLD.after END
    )
  THEN
    RAISE EXCEPTION 'Personal values of the trail can only be erased' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION remove_link_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.html := without_link_keys(NEW.html);
  NEW.plain := without_link_keys(NEW.plain);
  NEW.attachments := without_calendar_content(NEW.attachments);
  NEW.digest := NULL;
  NEW.sections := NULL;
  RETURN NEW;
END $function$;

CREATE FUNCTION remove_message_link_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.content := without_link_keys(NEW.content::text)::jsonb;
  RETURN NEW;
END $function$;

CREATE FUNCTION response_due_at(state text, emergency boolean, requested_at timestamp with time zone, responded_at timestamp with time zone, contact_due_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE
    WHEN emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route') THEN requested_at + interval '120 minutes'
    WHEN state = 'requested' AND responded_at IS NULL THEN contact_due_at
  END
$function$;

CREATE FUNCTION revoke_api_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $function$;

CREATE FUNCTION search_text_of_customer(kept_id uuid, contact text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN concat_ws(' '::text, fold_search_text(contact), (SELECT string_agg(fold_search_text(concat_ws(' '::text, customers.name, customers.phone, customers.email, customers.company, customers.trn)), ' '::text ORDER BY customers.merged_at, customers.id) AS string_agg FROM customers WHERE (customers.merged_into = search_text_of_customer.kept_id)), (SELECT string_agg(properties.address_search_text, ' '::text ORDER BY properties.created_at, properties.id) AS string_agg FROM properties WHERE (properties.customer_id = search_text_of_customer.kept_id)));

CREATE FUNCTION seller_emirate(seller jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN seller->>'emirate' IN ('AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ') THEN seller->>'emirate' ELSE 'DXB' END
$function$;

CREATE FUNCTION set_arrival_grace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.grace_min := coalesce((SELECT (value ->> 'latenessGraceMinutes')::smallint FROM settings WHERE name = 'bookings'), 15);
  RETURN NEW;
END $function$;

CREATE FUNCTION set_last_visit_start()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.last_visit_start := greatest(
    (SELECT max(starts_at) FROM visits WHERE booking_id = NEW.booking_id AND live AND lead_visit_id IS NULL AND id <> NEW.id),
    CASE WHEN NEW.lead_visit_id IS NULL AND NEW.state NOT IN ('cancelled', 'no_access', 'handed_over') THEN NEW.starts_at END);
  RETURN NEW;
END $function$;

CREATE FUNCTION set_occupied_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.during := tstzrange(NEW.starts_at, NEW.ends_at + make_interval(mins => NEW.buffer_min), '[)')
    * tstzrange(NULL, NEW.ended_at, '()');
  RETURN NEW;
END $function$;

CREATE FUNCTION set_review_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.service_id := (SELECT service_id FROM bookings WHERE id = NEW.booking_id);
  RETURN NEW;
END $function$;

CREATE FUNCTION sound_keys(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 5000
RETURN sound_keys(words, false);

CREATE FUNCTION sound_keys(words text, typed boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 5000
AS $function$
DECLARE
  -- A session caches 32 regular expressions, so the loop uses none.
  vowel_letters CONSTANT text := 'aeiouwyAEIWY';
  letters text;
  word text;
  variants text[];
  variant text;
  last_letter text;
  consonants text;
  lead text;
  middle text;
  tail text;
  initials text[];
  vowels text[];
  ends text[];
  found text[];
  keys text[] := '{}';
  symbol text;
BEGIN
  letters := regexp_replace(lower(normalize(left(coalesce(words, ''), 500), NFKD)),
    '[\u0300-\u036f\u064b-\u065f\u0670\u0640\u0621''’‘`ʿʾ]', '', 'g');
  letters := regexp_replace(letters, '[^ \t\n]*[0-9@٠-٩۰-۹][^ \t\n]*', ' ', 'g');
  -- Between two equal Arabic letters a vowel is spoken.
  letters := regexp_replace(letters, '([بتجحخدرزسشصضطظعغفقكمنه])\1', '\1ع\1', 'g');
  -- Capitals stand for Arabic letters that Latin texts write in several ways.
  letters := translate(letters, 'øđðłıþß' || 'اٱةۃعويیےىبپتطٹثجچحهھہۀخدڈذضظرڑزژسصشغگقفڤكکلمنں',
    'oddlits' || 'AAAAEWYYYIBptttTJChHHHHXddODDrrzjssCGGKFvkklmnn');
  letters := ' ' || regexp_replace(letters, '[^a-zA-Z]+', ' ', 'g') || ' ';

  -- Short forms, and names that the rules below do not unite.
  letters := regexp_replace(letters, ' (mohd|mohmd|mhd|md)(?= )', ' mohamed', 'g');
  letters := regexp_replace(letters, ' sharjah?(?= )', ' CarKA', 'g');
  letters := replace(replace(replace(letters, ' EmrW ', ' Emr '), ' amro ', ' amr '), ' amru ', ' amr ');
  letters := replace(replace(replace(letters, ' john', ' jon'), ' joseph', ' jozef'), ' georges ', ' george ');
  letters := replace(replace(replace(letters, ' michael', ' maykel'), ' nichol', ' nikol'), ' jasmin', ' yasmin');
  letters := replace(replace(replace(letters, ' laxm', ' lakshm'), ' akth', ' akht'), ' akter', ' akhter');
  letters := replace(replace(letters, ' moideen', ' mohideen'), ' nurul ', ' nur ');
  letters := replace(replace(replace(letters, ' rosa', ' roza'), ' susan', ' suzan'), ' isab', ' izab');
  letters := replace(replace(replace(letters, ' yunus', ' yunes'), ' younus', ' yunes'), ' wadha ', ' wadhha ');
  letters := replace(letters, ' rabih ', ' rabi ');
  letters := replace(replace(replace(letters, ' tH ', ' tAhA '), ' EBdH ', ' EBdH EBdW '), 'mnEm ', 'mnEYm ');
  letters := regexp_replace(letters, ' ch(au|ou|ow|aw|u)dh?[aeou]*r(y|i|ie|ey)(?= )', ' Cudry', 'g');
  letters := regexp_replace(letters, ' (tC|C|J)WdH?A?rY(?= )', ' CWdrY', 'g');

  -- Abd and the word after it are one name. Its article is not pronounced before many letters.
  letters := regexp_replace(letters, ' abd ([ae][lrsnzdt]h?) (?=[a-z])', ' abd\1', 'g');
  letters := regexp_replace(letters, ' (abd([aeiu][lrsnzdt]h?)?|EBd) (?=[a-zA-Z])', ' \1', 'g');
  letters := regexp_replace(letters, ' EBdAl(?=[^AEWYI ])', ' EBd', 'g');
  letters := regexp_replace(letters, ' EBdA(?=l)', ' EBd', 'g');
  letters := regexp_replace(replace(replace(letters, ' abu al ', ' abul '), ' abu el ', ' abul '),
    ' ([aeu][lrsnzdt]|[au]sh|Al) (?=[a-zA-Z])', ' ', 'g');
  letters := replace(letters, ' All', ' Al|l');
  letters := replace(replace(letters, ' Al|lH ', ' AllH '), ' Al|l', ' l');

  -- Names that are written as one word or as several. A stored name has the keys of both, a typed one those of one word,
  -- because a search by Salahuddin does not mean all names with Salah.
  letters := regexp_replace(letters, ' ((?:z|dh?|th)ul|OW) (?=[a-zA-Z])', ' \1', 'g');
  letters := regexp_replace(letters, ' (abo?ul?|ABW) ([a-zA-Z]{2,})(?= )',
    CASE WHEN typed THEN ' \1\2' ELSE ' \1 \2 \1\2' END, 'g');
  letters := regexp_replace(letters, ' (b[ei]nt?|ibn|de(?:l|la|los)?|A?Bnt?|dY) ([a-zA-Z]{3,})(?= )',
    CASE WHEN typed THEN ' \2' ELSE ' \1 \2 \1\2' END, 'g');
  letters := regexp_replace(letters, ' [aeiu][dl]dh?(in|een|ine)(?= )', ' din', 'g');
  letters := regexp_replace(letters,
    ' (?:([a-zA-Z]+[^aeiou ])([aeiou]*)(?:[aeiou][dl]|[eu])dh?(?:in|een|ine)|([a-zA-Z]{2,})AldYn)(?= )',
    CASE WHEN typed THEN ' \1\3dYn' ELSE ' \1\3dYn \1\2\3 din' END, 'g');
  letters := regexp_replace(letters, ' (?:([a-zA-Z]+[^aeiouwy ])([aeiouwy]*)[aou]llah?|([a-zA-Z]+[^AEWY ])([AEWY]*)AllH)(?= )',
    CASE WHEN typed THEN ' \1\3ElH' ELSE ' \1\3ElH \1\2\3\4 AllH' END, 'g');
  IF NOT typed THEN
    letters := replace(replace(letters, ' abdElH abd AllH ', ' abdElH '), ' EBdElH EBd AllH ', ' EBdElH ');
    letters := regexp_replace(letters, ' ([a-zA-Z]+) (din|deen|dine|dhin|AldYn)(?= )', ' \1 \2 \1dYn', 'g');
    letters := regexp_replace(letters, ' ([a-zA-Z]*[^aeiouwyAEWY ])([aeiouwyAEWY]*) ([au]llah?|AllH)(?= )', ' \1\2 AllH \1ElH', 'g');
    letters := regexp_replace(letters, ' (bin|dela|delos)([bcdfghj-np-tvwxz][a-z]{3,})(?= )', ' \1\2 \2', 'g');
  END IF;

  letters := replace(replace(replace(replace(letters, 'tC', 'C'), 'tth', 'th'), 'ddh', 'dh'), ' chr', ' kr');
  letters := replace(replace(replace(replace(replace(letters, 'que ', 'k '), 'que', 'ke'), 'qui', 'ki'), 'gue', 'ge'), 'gui', 'gi');
  letters := replace(replace(replace(replace(replace(letters, 'tch', 'C'), 'ch', 'C'), 'kh', 'X'), 'gh', 'G'), 'sh', 'S');
  letters := replace(replace(replace(replace(replace(letters, 'th', 'U'), 'dh', 'V'), 'ph', 'f'), 'ck', 'k'), 'dj', 'j');
  letters := replace(translate(regexp_replace(letters, 'c(?=[eiy])', 's', 'g'), 'cq', 'kK'), 'x', 'ks');
  letters := regexp_replace(letters, '([b-df-hj-np-tvzBCDFGHJKOSTUVX])\1+', '\1', 'g');
  letters := regexp_replace(letters, ' abd[aeiu]l(?=[^aeiouwy ])', ' abd', 'g');
  letters := regexp_replace(letters, ' abd[aeiu](?=[a-zA-Z]{2})', ' abd', 'g');

  FOREACH word IN ARRAY string_to_array(btrim(letters), ' ') LOOP
    CONTINUE WHEN length(word) < 2 OR length(word) > 40;
    -- Final letters that are spoken or silent.
    variants := CASE
      WHEN right(word, 1) = 'H' THEN ARRAY[left(word, -1) || 'A', left(word, -1) || 'h']
      WHEN right(word, 1) = 'I' THEN ARRAY[left(word, -1) || 'A', left(word, -1) || 'Y']
      WHEN right(word, 2) = 'ah' OR right(word, 2) = 'eh' AND length(word) > 5 THEN ARRAY[word, left(word, -1)]
      WHEN right(word, 1) = 'e' AND length(word) > 2 AND strpos(vowel_letters, left(right(word, 2), 1)) = 0
        THEN ARRAY[word, left(word, -1)]
      ELSE ARRAY[word]
    END;
    -- Letters that other spellings omit or replace: Bharat and Barat, Tanveer and تنوير, Riyas and Riyaz.
    FOREACH variant IN ARRAY variants LOOP
      IF strpos(variant, 'bh') > 0 THEN variants := variants || replace(variant, 'bh', 'b'); END IF;
      IF strpos(variant, 'mb') > 0 THEN variants := variants || replace(variant, 'mb', 'nb'); END IF;
      IF strpos(variant, 'w') + strpos(variant, 'W') > 1 THEN
        variants := variants || (left(variant, 1) || replace(replace(replace(replace(replace(replace(replace(
          substr(variant, 2), 'wa', 'va'), 'we', 've'), 'wi', 'vi'), 'wo', 'vo'), 'wu', 'vu'), 'WA', 'vA'), 'WY', 'vY'));
      END IF;
      IF left(variant, 1) = 'v' THEN variants := variants || ('w' || substr(variant, 2)); END IF;
      IF length(word) > 3 AND right(variant, 1) = 's' THEN variants := variants || (left(variant, -1) || 'z'); END IF;
      -- Shafiqul Islam.
      IF length(word) > 5 AND right(variant, 2) IN ('ul', 'ur') AND strpos(vowel_letters, left(right(variant, 3), 1)) = 0
        THEN variants := variants || left(variant, -2); END IF;
    END LOOP;
    -- The article as part of the word.
    IF left(word, 2) = 'Al' AND length(word) > 3 OR length(word) > 4 AND left(word, 2) IN ('al', 'el') AND strpos(vowel_letters, substr(word, 3, 1)) = 0 THEN
      FOREACH variant IN ARRAY variants LOOP variants := variants || substr(variant, 3); END LOOP;
    END IF;
    FOREACH variant IN ARRAY variants LOOP
      variant := replace(variant, 'H', 'h');
      -- Y and W are consonants at the start only.
      variant := translate(left(variant, 1), 'yYwW', 'QQPP') || substr(variant, 2);
      lead := left(variant, length(variant) - length(ltrim(variant, vowel_letters)));
      consonants := rtrim(variant, vowel_letters);
      tail := substr(variant, length(consonants) + 1);
      last_letter := right(consonants, 1);
      CONTINUE WHEN last_letter = '';
      middle := left(consonants, -1);
      middle := substr(middle, length(rtrim(middle, vowel_letters)) + 1);
      consonants := translate(left(consonants, -1), vowel_letters, '');
      initials := CASE
        WHEN lead = '' THEN ARRAY['']
        WHEN left(lead, 1) IN ('A', 'E', 'I') THEN ARRAY['a', 'i', 'u']
        WHEN left(lead, 2) IN ('ae', 'ai', 'ay') THEN ARRAY['a', 'i']
        WHEN left(lead, 2) IN ('ao', 'au', 'aw') THEN ARRAY['a', 'u']
        WHEN left(lead, 1) = 'a' THEN ARRAY['a']
        WHEN left(lead, 1) IN ('e', 'i') THEN ARRAY['i']
        ELSE ARRAY['u']
      END;
      -- Vowels before the last consonant. Short a, i, u: 1, 2, 3. Long: 4, 5, 6. Arabic texts do not write short ones.
      vowels := CASE
        WHEN middle = '' THEN ARRAY['1', '2', '3']
        WHEN middle IN ('a', 'aa') THEN ARRAY['1', '4']
        WHEN middle = 'e' THEN ARRAY['1', '2', '3', '5']
        WHEN middle = 'i' THEN ARRAY['2', '5']
        WHEN middle IN ('o', 'u') THEN ARRAY['3', '6']
        WHEN middle = 'E' OR middle = 'A' AND consonants = '' THEN ARRAY['1', '2', '3', '4']
        ELSE array_remove(ARRAY[
          CASE WHEN translate(middle, 'iyIY', '') <> middle
            OR strpos(middle, 'ee') + strpos(middle, 'ae') + strpos(middle, 'ea') > 0 THEN '5' END,
          CASE WHEN translate(middle, 'ouwW', '') <> middle THEN '6' END,
          CASE WHEN strpos(middle, 'A') + strpos(middle, 'oa') + strpos(middle, 'ua') + strpos(middle, 'ea') > 0
            OR strpos(middle, 'ae') > 0 AND strpos(middle, 'aee') = 0 THEN '4' END], NULL)
      END;
      ends := CASE
        WHEN tail = '' THEN ARRAY['']
        -- Final ع, which Latin texts omit or write as a.
        WHEN right(tail, 2) = 'WE' THEN ARRAY['u', 'a']
        WHEN right(tail, 2) = 'YE' THEN ARRAY['i', 'ya']
        WHEN tail = 'EA' THEN ARRAY['a', 'ya']
        WHEN tail = 'ea' THEN ARRAY['a', 'i', 'ya']
        WHEN right(tail, 1) IN ('i', 'y', 'I', 'Y') OR right(tail, 2) IN ('ee', 'ie') THEN ARRAY['i']
        WHEN right(tail, 1) IN ('o', 'u', 'w', 'W') THEN ARRAY['u']
        WHEN right(tail, 1) = 'e' THEN ARRAY['a', 'i']
        ELSE ARRAY['a']
      END;
      -- A glide before the last vowel: Rania is not Rana.
      IF ends = ARRAY['a'] AND length(tail) > 1 AND translate(left(tail, -1), 'iyIY', '') <> left(tail, -1) THEN ends := ARRAY['ya']; END IF;
      found := ARRAY(SELECT initial || consonants || vowel || last_letter || ending
        FROM unnest(initials) AS initial, unnest(vowels) AS vowel, unnest(ends) AS ending);
      consonants := consonants || last_letter;
      IF translate(consonants, 'BFJgKTDOUVSG', '') <> consonants THEN
        FOREACH symbol IN ARRAY ARRAY['B,b,p', 'F,f,v', 'g,g,j,q,x', 'J,j,g', 'K,k,q', 'T,t,s', 'D,d,z,th', 'O,d,z,th', 'U,t,s,th,z', 'V,d,z,dh', 'S,C,sh', 'G,x'] LOOP
          IF strpos(consonants, left(symbol, 1)) > 0 THEN
            found := ARRAY(SELECT replace(key, left(symbol, 1), sound)
              FROM unnest(found) AS key, unnest(string_to_array(substr(symbol, 3), ',')) AS sound);
          END IF;
        END LOOP;
      END IF;
      keys := keys || found;
    END LOOP;
  END LOOP;
  RETURN ARRAY(SELECT DISTINCT key COLLATE "C" FROM unnest(keys) AS key ORDER BY 1);
END $function$;

CREATE FUNCTION start_employment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO employment_periods (technician_id, first_day)
  VALUES (NEW.id, (NEW.created_at AT TIME ZONE 'Asia/Dubai')::date);
  RETURN NULL;
END
$function$;

CREATE FUNCTION sync_all_visit_outcomes()
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE visits SET superseded = found.superseded, led_to_warranty = found.led_to_warranty FROM visit_outcomes AS found
    WHERE found.id = visits.id AND (found.superseded, found.led_to_warranty) IS DISTINCT FROM (visits.superseded, visits.led_to_warranty);
  UPDATE reviews SET finished_by_technician_id = finishing_technician(booking_id) WHERE finished_by_technician_id IS DISTINCT FROM finishing_technician(booking_id);
$function$;

CREATE FUNCTION sync_booking_fields()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE visits SET trade = coalesce(NEW.trade_id, NEW.service_id), requested_at = NEW.requested_at
    WHERE booking_id = NEW.id
      AND (trade, requested_at) IS DISTINCT FROM (coalesce(NEW.trade_id, NEW.service_id), NEW.requested_at);
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_helper_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT count(*) FROM visits WHERE lead_visit_id = NEW.id AND state <> 'cancelled') + 1 > NEW.crew_size THEN
    RAISE EXCEPTION 'The visit has more helpers than its crew size allows' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE visits SET state = NEW.state WHERE lead_visit_id = NEW.id AND state <> 'cancelled';
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_last_visit_start()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  booking uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.booking_id ELSE NEW.booking_id END;
  last timestamptz := (SELECT max(starts_at) FROM visits WHERE booking_id = booking AND live AND lead_visit_id IS NULL);
BEGIN
  UPDATE visits SET last_visit_start = last WHERE booking_id = booking AND last_visit_start IS DISTINCT FROM last;
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_outcomes_of_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM sync_visit_outcomes(ARRAY(SELECT booking_id FROM new_rows));
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_outcomes_of_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT booking_id FROM new_rows WHERE state = 'work_done'));
    WHEN 'DELETE' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT booking_id FROM old_rows WHERE state = 'work_done'));
    ELSE
      PERFORM sync_visit_outcomes(ARRAY(
        SELECT DISTINCT worked
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.booking_id, become.booking_id]) AS worked
        WHERE 'work_done' IN (was.state, become.state)
          AND (was.state, was.technician_id, was.ended_at, was.booking_id)
            IS DISTINCT FROM (become.state, become.technician_id, become.ended_at, become.booking_id)));
  END CASE;
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_outcomes_of_warranty_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT warranty_of_id FROM new_rows WHERE warranty_of_id IS NOT NULL));
    WHEN 'DELETE' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT warranty_of_id FROM old_rows WHERE warranty_of_id IS NOT NULL));
    ELSE
      PERFORM sync_visit_outcomes(ARRAY(
        SELECT DISTINCT original
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.warranty_of_id, become.warranty_of_id]) AS original
        WHERE original IS NOT NULL AND (was.warranty_of_id, was.requested_at) IS DISTINCT FROM (become.warranty_of_id, become.requested_at)));
  END CASE;
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_review_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE reviews SET service_id = NEW.service_id WHERE booking_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE FUNCTION sync_visit_outcomes(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF cardinality(changed) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM visits WHERE booking_id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE visits SET superseded = found.superseded, led_to_warranty = found.led_to_warranty
    FROM visit_outcomes AS found WHERE found.booking_id = ANY (changed) AND found.id = visits.id
      AND (found.superseded, found.led_to_warranty) IS DISTINCT FROM (visits.superseded, visits.led_to_warranty);
  UPDATE reviews SET finished_by_technician_id = finishing_technician(booking_id)
    WHERE booking_id = ANY (changed) AND finished_by_technician_id IS DISTINCT FROM finishing_technician(booking_id);
END $function$;

CREATE FUNCTION take_booking_numbers(of_year integer, wanted integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  numbers_before_year bigint;
  number bigint;
BEGIN
  SELECT numbers_before INTO numbers_before_year FROM booking_years WHERE year = of_year;
  IF NOT FOUND THEN
    INSERT INTO booking_years VALUES (of_year, last_booking_number()) ON CONFLICT DO NOTHING;
    SELECT numbers_before INTO numbers_before_year FROM booking_years WHERE year = of_year;
  END IF;
  FOR taken IN 1 .. wanted LOOP
    number := nextval('booking_numbers') - numbers_before_year;
    IF number > 999999 THEN
      RAISE 'The booking numbers of % are used up', of_year USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_numbers_end';
    END IF;
    RETURN NEXT number;
  END LOOP;
END $function$;

CREATE FUNCTION tally_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(value))::tally FROM old_rows AS row, compute_tallies(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(value))::tally FROM new_rows AS row, compute_tallies(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $function$;

CREATE FUNCTION tally_revenue_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_tallies(ARRAY(SELECT (figure, tally.day, key, bucket, sum(value))::tally
    FROM new_rows AS row, compute_tallies(ROW(row.*)::revenue_entries) AS tally GROUP BY figure, tally.day, key, bucket));
  RETURN NULL;
END $function$;

CREATE FUNCTION tally_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  counted CONSTANT text := 'SELECT ARRAY(SELECT (figure, day, key, bucket, %s * sum(value))::tally
    FROM %s AS row, compute_tallies(ROW(row.*)::%I) GROUP BY figure, day, key, bucket)';
  gone tally[];
  come tally[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format(counted, -1, 'old_rows', TG_TABLE_NAME) INTO gone;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format(counted, 1, 'new_rows', TG_TABLE_NAME) INTO come;
  END IF;
  PERFORM add_tallies(gone || come);
  RETURN NULL;
END $function$;

CREATE FUNCTION tally_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(value))::tally FROM old_rows AS row, compute_tallies(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(value))::tally FROM new_rows AS row, compute_tallies(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $function$;

CREATE FUNCTION technician_figures()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT '{finished-visit,warranty-return,worked-seconds,arrival,rating,revenue-technician}'::text[]
$function$;

CREATE FUNCTION watch_content(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER record_content_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION record_content_change()',
    watched
  );
END $function$;

CREATE FUNCTION whole_minutes(since timestamp with time zone, until timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT floor(extract(epoch FROM until - since) / 60)::integer
$function$;

CREATE FUNCTION withdraw_page_texts(trail_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- The statement after the lock also sees the step that a concurrent worker has just started.
  PERFORM FROM messages WHERE trail_id = ANY (trail_ids) AND kind = 'emergency-page' ORDER BY id FOR UPDATE;
  UPDATE messages SET
      state = CASE WHEN state = 'sent' THEN 'sent' WHEN submitted_at IS NULL THEN 'withdrawn' ELSE 'unknown' END,
      due_at = NULL, deadline_at = NULL, next_steps = '[]'
    WHERE trail_id = ANY (trail_ids) AND kind = 'emergency-page' AND (due_at IS NOT NULL OR deadline_at IS NOT NULL);
END $function$;

CREATE FUNCTION withdraw_texts_of_answered_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM withdraw_page_texts(ARRAY[NEW.text_trail_id]);
  RETURN NULL;
END $function$;

CREATE FUNCTION withdraw_texts_of_dispatched_emergency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM withdraw_page_texts(array_agg(text_trail_id)) FROM on_call_pages
    WHERE booking_id = NEW.id AND text_trail_id IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE FUNCTION without_calendar_content(attachments jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(
    jsonb_agg(
      CASE WHEN file->>'contentType' = 'text/calendar' THEN file || '{"content": ""}' ELSE file END
      ORDER BY position
    ),
    '[]'
  )
  FROM jsonb_array_elements(attachments) WITH ORDINALITY AS listed (file, position)
$function$;

CREATE FUNCTION without_link_keys(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT regexp_replace(content, '([?]key=)[[:alnum:]_.-]+', '\1…', 'g') $function$;

CREATE FUNCTION write_customer_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_text := search_text_of_customer(NEW.id, concat_ws(' ', NEW.name, NEW.phone, NEW.email, NEW.company, NEW.trn));
  RETURN NEW;
END $function$;
