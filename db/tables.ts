// Types of the tables and views in the migrated database, written by `node scripts/write-schema.mjs`. Do not
// edit. Reasons and invariants of the columns are in db/migrations.
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { ColumnTypes } from "./column-types";

declare module "~/platform/database/tables" {
  interface Tables {
    access_instructions: AccessInstructionsTable;
    account_links: AccountLinksTable;
    accounts: AccountsTable;
    api_keys: ApiKeysTable;
    assigned_visits: AssignedVisitsTable;
    auth_rate_limits: AuthRateLimitsTable;
    background_jobs: BackgroundJobsTable;
    backups: BackupsTable;
    booking_filters: BookingFiltersTable;
    booking_lines: BookingLinesTable;
    booking_photos: BookingPhotosTable;
    booking_years: BookingYearsTable;
    bookings: BookingsTable;
    certificates: CertificatesTable;
    checkouts: CheckoutsTable;
    cheques: ChequesTable;
    client_error_groups: ClientErrorGroupsTable;
    client_errors: ClientErrorsTable;
    company_certificate_warnings: CompanyCertificateWarningsTable;
    company_certificates: CompanyCertificatesTable;
    contact_messages: ContactMessagesTable;
    content_changes: ContentChangesTable;
    contract_entitlements: ContractEntitlementsTable;
    contracts: ContractsTable;
    counters: CountersTable;
    credit_entries: CreditEntriesTable;
    credit_note_lines: CreditNoteLinesTable;
    credit_notes: CreditNotesTable;
    customer_balances: CustomerBalancesTable;
    customer_notes: CustomerNotesTable;
    customers: CustomersTable;
    daily_page_loads: DailyPageLoadsTable;
    duplicate_customers: DuplicateCustomersTable;
    e_invoices: EInvoicesTable;
    entitlement_balances: EntitlementBalancesTable;
    entitlement_uses: EntitlementUsesTable;
    erased_mails: ErasedMailsTable;
    files: FilesTable;
    fully_held_days: FullyHeldDaysTable;
    idempotency_keys: IdempotencyKeysTable;
    imported_bookings: ImportedBookingsTable;
    inbox_item_states: InboxItemStatesTable;
    invoice_lines: InvoiceLinesTable;
    invoice_reminders: InvoiceRemindersTable;
    invoices: InvoicesTable;
    last_numbers: LastNumbersTable;
    ledger_closings: LedgerClosingsTable;
    ledger_days: LedgerDaysTable;
    ledger_entries: LedgerEntriesTable;
    ledger_lines: LedgerLinesTable;
    logos: LogosTable;
    mails: MailsTable;
    mails_sent_before_restore: MailsSentBeforeRestoreTable;
    on_call_pages: OnCallPagesTable;
    on_call_shifts: OnCallShiftsTable;
    open_amounts: OpenAmountsTable;
    opening_credits: OpeningCreditsTable;
    outbox: OutboxTable;
    package_prices: PackagePricesTable;
    packages: PackagesTable;
    payments: PaymentsTable;
    payouts: PayoutsTable;
    pending_correction_notifications: PendingCorrectionNotificationsTable;
    pending_visit_notifications: PendingVisitNotificationsTable;
    portfolio_items: PortfolioItemsTable;
    prices: PricesTable;
    profiles: ProfilesTable;
    properties: PropertiesTable;
    provider_events: ProviderEventsTable;
    public_holidays: PublicHolidaysTable;
    quote_answers: QuoteAnswersTable;
    quote_lines: QuoteLinesTable;
    quote_photos: QuotePhotosTable;
    quote_revisions: QuoteRevisionsTable;
    quotes: QuotesTable;
    rate_limits: RateLimitsTable;
    reaction_jobs: ReactionJobsTable;
    recurring_booking_visits: RecurringBookingVisitsTable;
    recurring_bookings: RecurringBookingsTable;
    refunds: RefundsTable;
    renewal_offers: RenewalOffersTable;
    restores: RestoresTable;
    revenue_entries: RevenueEntriesTable;
    reviews: ReviewsTable;
    seasons: SeasonsTable;
    security_cases: SecurityCasesTable;
    security_checks: SecurityChecksTable;
    security_events: SecurityEventsTable;
    service_faqs: ServiceFaqsTable;
    service_jobs: ServiceJobsTable;
    service_pages: ServicePagesTable;
    service_steps: ServiceStepsTable;
    services: ServicesTable;
    sessions: SessionsTable;
    settings: SettingsTable;
    settlements: SettlementsTable;
    shifts: ShiftsTable;
    tallies: TalliesTable;
    technician_pictures: TechnicianPicturesTable;
    technician_skills: TechnicianSkillsTable;
    technician_zones: TechnicianZonesTable;
    technicians: TechniciansTable;
    testimonials: TestimonialsTable;
    time_off: TimeOffTable;
    timeline_entries: TimelineEntriesTable;
    trail: TrailTable;
    trail_values: TrailValuesTable;
    two_factors: TwoFactorsTable;
    unconfirmed_holds: UnconfirmedHoldsTable;
    users: UsersTable;
    vat_rates: VatRatesTable;
    verifications: VerificationsTable;
    visit_outcomes: VisitOutcomesTable;
    visit_report_photos: VisitReportPhotosTable;
    visit_reports: VisitReportsTable;
    visits: VisitsTable;
    wal_archive: WalArchiveTable;
    wal_chain_ends: WalChainEndsTable;
    warranty_visit_requests: WarrantyVisitRequestsTable;
    web_tracking_events: WebTrackingEventsTable;
    webhook_attempts: WebhookAttemptsTable;
    webhook_deliveries: WebhookDeliveriesTable;
    webhooks: WebhooksTable;
    weekly_summaries: WeeklySummariesTable;
    worker_heartbeats: WorkerHeartbeatsTable;
    write_offs: WriteOffsTable;
  }
}

interface AccessInstructionsTable {
  id: Generated<string>;
  property_id: string;
  booking_id: string | null;
  parking: Generated<string>;
  notes: Generated<string>;
  site_contact: Generated<string>;
  site_phone: string | null;
  latitude: number | null;
  longitude: number | null;
  permit_needed: Generated<boolean>;
  permit_by: "customer" | "office" | null;
  permit_until: string | null;
  permit_file_id: string | null;
  version: Generated<number>;
}

interface AccountLinksTable {
  id: Generated<string>;
  purpose: "confirm-email" | "reset-password" | "change-email" | "invitation";
  user_id: string;
  email: string;
  previous_email: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface AccountsTable {
  id: Generated<string>;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ApiKeysTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  hash: Buffer;
  suffix: string;
  permissions: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  calls_in_minute: Generated<number>;
}

interface AssignedVisitsTable {
  id: string;
  booking_id: string;
  technician_id: string;
  starts_at: Date;
  ends_at: Date;
  buffer_min: number;
  area: string;
  reference: string;
  emergency: boolean;
  service_id: string;
  service_name: string;
  outdoor: boolean;
  skills: string[];
}

interface AuthRateLimitsTable {
  id: Generated<string>;
  key: string;
  count: number;
  last_request: number;
}

interface BackgroundJobsTable {
  id: Generated<string>;
  kind: string;
  label: Generated<string>;
  started_by: string | null;
  started_at: Date;
  locale: Generated<string>;
  request_id: string;
  traceparent: string | null;
  input: JSONColumnType<Record<string, unknown>>;
  state: Generated<"waiting" | "running" | "done" | "failed">;
  steps_done: Generated<number>;
  steps_total: number | null;
  attempts: Generated<number>;
  due_at: Generated<Date | null>;
  result: JSONColumnType<Record<string, unknown>> | null;
  error: string | null;
  ended_at: Date | null;
}

interface BackupsTable {
  id: Generated<string>;
  origin: "office" | "schedule" | "command";
  state: Generated<"waiting" | "running" | "done" | "failed">;
  requested_at: Date;
  due_at: Generated<Date | null>;
  attempts: Generated<number>;
  bytes_done: Generated<number>;
  bytes_total: number | null;
  ended_at: Date | null;
  failure: ColumnTypes["backups.failure"];
  failure_text: string | null;
  name: string | null;
  size_bytes: number | null;
  chain: string | null;
  first_wal_segment: string | null;
  copied_at: Date | null;
  copy_failure: string | null;
  overdue_notified_at: Date | null;
}

interface BookingFiltersTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  filter: ColumnTypes["booking_filters.filter"];
}

interface BookingLinesTable {
  booking_id: string;
  position: number;
  kind: "work" | "emergency-uplift" | "out-of-hours-uplift";
  service_id: string;
  price_id: string | null;
  item: string | null;
  name: string;
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  quantity: number;
  unit_fils: number | null;
  next_hour_fils: number | null;
  percent: number | null;
  gross_fils: number | null;
  covered_fils: Generated<number>;
  contract_id: string | null;
}

interface BookingPhotosTable {
  booking_id: string;
  position: number;
  file_id: string;
}

interface BookingYearsTable {
  year: number;
  numbers_before: number;
}

interface BookingsTable {
  id: string;
  reference: string;
  state: "requested" | "confirmed" | "declined" | "cancelled" | "scheduled" | "en_route" | "on_site" | "no_access" | "on_hold" | "work_done" | "completed" | "closed";
  version: Generated<number>;
  service_id: string;
  emergency: boolean;
  trade_id: string | null;
  customer_id: string;
  property_id: string;
  user_id: string | null;
  contact_name: string;
  contact_email: string | null;
  contact_phone: string;
  address: string;
  address_parts: ColumnTypes["bookings.address_parts"];
  area: Generated<string>;
  message: Generated<string>;
  language: Generated<string>;
  preferred_date: string | null;
  preferred_time: string | null;
  preferred_technician_id: string | null;
  warranty_of_id: string | null;
  duration_min: number | null;
  buffer_min: number | null;
  crew_size: Generated<number>;
  estimate_fils: number | null;
  link_version: Generated<number>;
  requested_at: Date;
  contact_due_at: Date | null;
  responded_at: Date | null;
  acknowledged_at: Date | null;
  dispatched_at: Date | null;
  arrived_at: Date | null;
  unacknowledged_notified_at: Date | null;
  not_arrived_notified_at: Date | null;
  contact_confirmed_at: Date | null;
  hold_expired_at: Date | null;
}

interface CertificatesTable {
  id: Generated<string>;
  technician_id: string;
  name: string;
  number: Generated<string>;
  expires_on: string;
}

interface CheckoutsTable {
  id: string;
  invoice_id: string | null;
  quote_id: string | null;
  provider: string;
  session: string | null;
  amount_fils: number;
  state: Generated<"requested" | "open" | "paid" | "expired">;
  request: ColumnTypes["checkouts.request"];
  url: string | null;
  expires_at: Date;
  created_at: Date;
  payment_id: string | null;
}

interface ChequesTable {
  id: string;
  customer_id: string;
  invoice_id: string | null;
  contract_id: string | null;
  quote_id: string | null;
  number: string;
  bank: string;
  dated: string;
  amount_fils: number;
  state: Generated<"received" | "deposited" | "cleared" | "bounced" | "returned">;
  version: Generated<number>;
  payment_id: string | null;
  received_at: Date;
}

interface ClientErrorGroupsTable {
  id: Generated<string>;
  fingerprint: string;
  message: string;
  location: string;
  path: string;
  user_agent: string | null;
  severity: "low" | "medium" | "high";
  occurrences: Generated<number>;
  first_seen_at: Date;
  last_seen_at: Date;
  fixed_at: Date | null;
  is_open: GeneratedAlways<boolean>;
}

interface ClientErrorsTable {
  day: string;
  fingerprint: string;
  group_id: string | null;
  message: string;
  stack: string;
  path: string;
  severity: "low" | "medium" | "high";
  user_agent: string | null;
  occurrences: Generated<number>;
  first_seen_at: Date;
  last_seen_at: Date;
}

interface CompanyCertificateWarningsTable {
  certificate_id: string;
  expires_on: string;
  days_before: number;
}

interface CompanyCertificatesTable {
  id: Generated<string>;
  kind: "licence" | "insurance" | "iso" | "other";
  title: string;
  issuer: Generated<string>;
  number: Generated<string>;
  expires_on: string | null;
  file_id: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface ContactMessagesTable {
  id: Generated<string>;
  reference: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  language: Generated<string>;
  user_id: string | null;
  sent_at: Date;
}

interface ContentChangesTable {
  table_name: string;
  version: Generated<number>;
  changed_at: Generated<Date>;
}

interface ContractEntitlementsTable {
  contract_id: string;
  kind: "ac-visit" | "check" | "call-out" | "handyman-hour";
  total: number | null;
}

interface ContractsTable {
  id: Generated<string>;
  reference: Generated<string>;
  state: "requested" | "active" | "expired" | "cancelled";
  version: Generated<number>;
  package_id: string;
  property_type: ColumnTypes["contracts.property_type"];
  price_id: string;
  customer_id: string;
  property_id: string;
  user_id: string | null;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
  address: string;
  message: Generated<string>;
  language: Generated<string>;
  requested_at: Date;
  renews_contract_id: string | null;
  agreed_at: Date | null;
  price_fils: number | null;
  starts_on: string | null;
  ends_on: string | null;
  call_out_hours: number | null;
  emergency_fee: boolean | null;
  parts_discount: number | null;
  parts_included_fils: number | null;
  payment_plan: Generated<"upfront" | "cheques">;
  activated_at: Date | null;
  ended_on: string | null;
  revenue_recognised_through: string | null;
  last_reminder_days: number | null;
}

interface CountersTable {
  kind: "QT" | "INV" | "CN";
  year: number;
  value: Generated<number>;
}

interface CreditEntriesTable {
  id: GeneratedAlways<number>;
  customer_id: string;
  amount_fils: number;
  payment_id: string | null;
  credit_note_id: string | null;
  refund_id: string | null;
  settlement_id: number | null;
  opening_credit_id: string | null;
  at: Date;
}

interface CreditNoteLinesTable {
  credit_note_id: string;
  position: number;
  invoice_id: string;
  invoice_position: number;
  description: string;
  quantity_hundredths: number;
  unit: Generated<string>;
  unit_fils: number;
  discount_fils: Generated<number>;
  vat_percent: number;
  gross_fils: number;
  vat_fils: number;
  net_fils: GeneratedAlways<number>;
}

interface CreditNotesTable {
  id: string;
  reference: string;
  invoice_id: string;
  title: "tax-credit-note" | "credit-note";
  language: Generated<string>;
  seller: ColumnTypes["credit_notes.seller"];
  buyer: ColumnTypes["credit_notes.buyer"];
  reason: string;
  event_date: string;
  issue_date: string;
  issued_at: Date;
  net_fils: number;
  vat_fils: number;
  total_fils: number;
  document_id: string | null;
  erased_at: Date | null;
}

interface CustomerBalancesTable {
  customer_id: string;
  credit_fils: ColumnTypes["customer_balances.credit_fils"];
}

interface CustomerNotesTable {
  id: GeneratedAlways<number>;
  customer_id: string;
  text: string;
  for_technician: Generated<boolean>;
  author_id: string | null;
  author_name: string | null;
  at: Date;
}

interface CustomersTable {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  billing_address: string | null;
  trn: string | null;
  billing_street: string | null;
  billing_city: string | null;
  billing_emirate: "AUH" | "DXB" | "SHJ" | "AJM" | "UAQ" | "RAK" | "FUJ" | null;
  e_address: string | null;
  trade_licence: string | null;
  payment_reminders: Generated<boolean>;
  created_at: Date;
  version: Generated<number>;
  merged_into: string | null;
  merged_at: Date | null;
}

interface DailyPageLoadsTable {
  day: string;
  page_loads: number;
  form_starts: number;
}

interface DuplicateCustomersTable {
  customer_id: string;
}

interface EInvoicesTable {
  id: string;
  invoice_id: string | null;
  credit_note_id: string | null;
  xml: string;
  created_at: Date;
  state: Generated<"created" | "sent" | "received" | "rejected">;
  failed_attempts: Generated<number>;
  provider_id: string | null;
  rejection_reason: string | null;
  sent_at: Date | null;
  polled_at: Date | null;
}

interface EntitlementBalancesTable {
  contract_id: string;
  kind: ColumnTypes["entitlement_balances.kind"];
  total: ColumnTypes["entitlement_balances.total"];
  used: number;
  planned: number;
}

interface EntitlementUsesTable {
  booking_id: string;
  contract_id: string;
  kind: ColumnTypes["entitlement_uses.kind"];
  quantity: number;
  is_planned_visit: boolean;
}

interface ErasedMailsTable {
  mail_id: string;
  erased_at: Generated<Date>;
}

interface FilesTable {
  id: Generated<string>;
  kind: string;
  owner_id: string | null;
  public: Generated<boolean>;
  content_type: string;
  size_bytes: number;
  sha256: string;
  created_at: Date;
}

interface FullyHeldDaysTable {
  day: string;
  filled_at: Date;
}

interface IdempotencyKeysTable {
  scope: string;
  key: string;
  body_hash: string;
  status: number | null;
  response: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
}

interface ImportedBookingsTable {
  source: string;
  reference: string;
  booking_id: string;
}

interface InboxItemStatesTable {
  item_id: GeneratedAlways<string>;
  message_id: string | null;
  contract_id: string | null;
  state: "open" | "in-progress" | "answered";
  version: number;
}

interface InvoiceLinesTable {
  invoice_id: string;
  position: number;
  section: Generated<string>;
  description: string;
  quantity_hundredths: number;
  unit: Generated<string>;
  unit_fils: number;
  discount_fils: Generated<number>;
  vat_percent: number;
  gross_fils: number;
  vat_fils: number;
  net_fils: GeneratedAlways<number>;
  service_id: string | null;
  price_id: string | null;
  deducted_deposit_id: string | null;
  part_contract_id: string | null;
}

interface InvoiceRemindersTable {
  invoice_id: string;
  days_after_due: number;
  at: Date;
}

interface InvoicesTable {
  id: string;
  kind: Generated<"invoice" | "deposit" | "opening">;
  reference: string | null;
  version: Generated<number>;
  customer_id: string;
  property_id: string | null;
  booking_id: string | null;
  quote_id: string | null;
  contract_id: string | null;
  language: Generated<string>;
  title: "tax-invoice" | "simplified-tax-invoice" | "invoice" | null;
  seller: ColumnTypes["invoices.seller"];
  buyer: ColumnTypes["invoices.buyer"];
  note: Generated<string>;
  created_at: Date;
  issued_at: Date | null;
  issue_date: string | null;
  supply_date: string | null;
  due_date: string | null;
  net_fils: Generated<number>;
  vat_fils: Generated<number>;
  total_fils: Generated<number>;
  settled_fils: ColumnTypes["invoices.settled_fils"];
  credited_fils: ColumnTypes["invoices.credited_fils"];
  deducted_fils: ColumnTypes["invoices.deducted_fils"];
  uncredited_fils: ColumnTypes["invoices.uncredited_fils"];
  open_fils: GeneratedAlways<number>;
  state: ColumnTypes["invoices.state"];
  document_id: string | null;
  reminders: Generated<boolean>;
  erased_at: Date | null;
}

interface LastNumbersTable {
  kind: string;
  year: number;
  value: number;
}

interface LedgerClosingsTable {
  closed_through: string;
  closed_by: string | null;
  closed_at: Date;
}

interface LedgerDaysTable {
  day: string;
  account: ColumnTypes["ledger_days.account"];
  service_id: string;
  vat: string;
  emirate: string;
  debit_fils: number;
  credit_fils: number;
  unmerged: boolean;
}

interface LedgerEntriesTable {
  id: GeneratedAlways<number>;
  kind: "invoice" | "deposit" | "opening" | "opening-credit" | "credit-note" | "deposit-forfeited" | "payment" | "payment-reversed" | "payment-restored" | "payment-reallocated" | "credit-used" | "write-off" | "refund" | "refund-failed" | "cheque-in" | "cheque-out" | "fee" | "payout" | "contract-revenue";
  source_id: string;
  occurrence: Generated<number>;
  reference: string;
  document_day: string;
  day: string;
  total_fils: number;
}

interface LedgerLinesTable {
  entry_id: number;
  position: number;
  account: "cash" | "bank" | "card-clearing" | "cheques-in-hand" | "receivables" | "output-vat" | "customer-deposits" | "customer-credit" | "uncleared-cheques" | "deferred-contract-revenue" | "opening" | "revenue" | "fees" | "bad-debts";
  service_id: string | null;
  debit_fils: number;
  credit_fils: number;
  vat: "standard" | "zero" | "exempt" | null;
  emirate: "AUH" | "DXB" | "SHJ" | "AJM" | "UAQ" | "RAK" | "FUJ" | null;
  settlement_id: number | null;
  credit_entry_id: number | null;
}

interface LogosTable {
  id: Generated<string>;
  picture: Buffer;
  icon: Buffer;
  width: number;
  height: number;
  plate: "on-dark" | "on-light" | "never";
  valid_from: Date;
  valid_until: Date | null;
}

interface MailsTable {
  id: string;
  kind: string;
  trail_id: number | null;
  recipient: string;
  reply_to: string | null;
  sender_name: string;
  subject: string;
  html: string;
  plain: string;
  attachments: ColumnTypes["mails.attachments"];
  unsubscribe_url: string | null;
  secret: Generated<boolean>;
  is_final: Generated<boolean>;
  state: Generated<"queued" | "sending" | "sent" | "failed">;
  due_at: Generated<Date | null>;
  attempts: Generated<number>;
  smtp_data_started_at: Date | null;
  unanswered_attempts: Generated<number>;
  last_error: string | null;
  traceparent: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

interface MailsSentBeforeRestoreTable {
  hash: Buffer;
  copies: number;
  sent_at: Date;
}

interface OnCallPagesTable {
  booking_id: string;
  technician_id: string;
  paged_at: Date;
  declined_at: Date | null;
}

interface OnCallShiftsTable {
  id: Generated<string>;
  technician_id: string;
  during: string;
}

interface OpenAmountsTable {
  due_date: string;
  open_fils: number;
}

interface OpeningCreditsTable {
  id: string;
  customer_id: string;
  amount_fils: number;
  as_of: string;
  recorded_by: string | null;
  recorded_at: Date;
}

interface OutboxTable {
  trail_id: number;
  type: string;
  subject_type: string;
  subject_id: string | null;
  data: JSONColumnType<Record<string, unknown>>;
  actor_role: string;
  request_id: string;
  traceparent: string | null;
}

interface PackagePricesTable {
  id: Generated<string>;
  package_id: string;
  property_type: "apartment-1br" | "apartment-3br" | "villa-3br" | "villa-4br";
  price_fils: number;
  effective_from: string;
}

interface PackagesTable {
  id: string;
  name: string;
  summary: string;
  ac_visits: number;
  checks: number;
  call_outs: number | null;
  call_out_hours: number;
  handyman_hours: number;
  emergency_fee: boolean;
  parts_discount: Generated<number>;
  parts_included_fils: number | null;
  recommended: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
}

interface PaymentsTable {
  id: string;
  reference: Generated<string>;
  customer_id: string;
  method: "card" | "cash" | "transfer" | "cheque";
  amount_fils: number;
  received_on: string;
  note: Generated<string>;
  provider: string | null;
  provider_payment: string | null;
  fee_fils: number | null;
  payout_id: string | null;
  recorded_by: string | null;
  recorded_at: Date;
  reversed_fils: Generated<number>;
  refunded_fils: Generated<number>;
}

interface PayoutsTable {
  id: Generated<string>;
  provider: string;
  provider_payout: string;
  amount_fils: number;
  arrived_on: string;
}

interface PendingCorrectionNotificationsTable {
  booking_id: string;
  notified_facts: ColumnTypes["pending_correction_notifications.notified_facts"];
  due_at: Date;
}

interface PendingVisitNotificationsTable {
  visit_id: string;
  technician_id: string | null;
  notified_starts_at: Date | null;
  notified_technician_id: string | null;
  confirms_booking: Generated<boolean>;
  due_at: Date | null;
  queued: Generated<boolean>;
  manual: Generated<boolean>;
}

interface PortfolioItemsTable {
  id: Generated<string>;
  service_id: string;
  title: string;
  area: string;
  summary: string;
  duration: string;
  drawing: string | null;
  before_file_id: string | null;
  after_file_id: string | null;
  booking_id: string | null;
  consent: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface PricesTable {
  id: Generated<string>;
  service_id: string;
  item: string;
  name: string;
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  price_fils: number | null;
  next_hour_fils: number | null;
  emergency_surcharge: Generated<number>;
  out_of_hours_surcharge: Generated<number>;
  duration_min: number | null;
  buffer_min: number | null;
  is_headline: Generated<boolean>;
  position: Generated<number>;
  effective_from: string;
}

interface ProfilesTable {
  user_id: string;
  phone: string | null;
  language: Generated<string>;
  marketing: Generated<boolean>;
  marketing_changed_at: Date | null;
  weekly_summary: Generated<boolean>;
}

interface PropertiesTable {
  id: Generated<string>;
  customer_id: string;
  street: string;
  building: Generated<string>;
  unit: Generated<string>;
  area: Generated<string>;
  landmark: Generated<string>;
  makani: string | null;
  added_by: string | null;
  created_at: Date;
}

interface ProviderEventsTable {
  provider: string;
  event: string;
  type: string;
  received_at: Date;
}

interface PublicHolidaysTable {
  day: string;
  name: string;
  tentative: Generated<boolean>;
  open: Generated<boolean>;
}

interface QuoteAnswersTable {
  id: GeneratedAlways<number>;
  quote_id: string;
  revision: number;
  answer: "approved" | "changes_requested" | "declined";
  name: string;
  comment: Generated<string>;
  chosen: Generated<number[]>;
  total_fils: number | null;
  client_ip: string | null;
  user_id: string | null;
  at: Date;
}

interface QuoteLinesTable {
  quote_id: string;
  revision: number;
  position: number;
  section: Generated<string>;
  description: string;
  quantity_hundredths: number;
  unit: Generated<string>;
  unit_fils: number;
  discount_fils: Generated<number>;
  optional: Generated<boolean>;
  service_id: string | null;
  price_id: string | null;
  part_contract_id: string | null;
}

interface QuotePhotosTable {
  quote_id: string;
  revision: number;
  position: number;
  file_id: string;
}

interface QuoteRevisionsTable {
  quote_id: string;
  number: number;
  title: string;
  introduction: Generated<string>;
  terms: Generated<string>;
  discount_kind: Generated<"none" | "amount" | "percent">;
  discount: Generated<number>;
  deposit_percent: Generated<number>;
  deposit_rule: Generated<"refunded" | "forfeited">;
  valid_days: Generated<number>;
  sent_at: Date | null;
}

interface QuotesTable {
  id: string;
  reference: string;
  state: "draft" | "sent" | "viewed" | "approved" | "changes_requested" | "declined" | "expired" | "withdrawn" | "converted" | "cancelled";
  version: Generated<number>;
  customer_id: string;
  property_id: string | null;
  booking_id: string | null;
  work_booking_id: string | null;
  work_cancelled: Generated<boolean>;
  service_id: string | null;
  renews_contract_id: string | null;
  language: Generated<string>;
  revision: Generated<number>;
  total_fils: Generated<number>;
  deposit_fils: Generated<number>;
  valid_until: string | null;
  created_at: Date;
  sent_at: Date | null;
  viewed_at: Date | null;
  answered_at: Date | null;
  expiry_reminded_at: Date | null;
}

interface RateLimitsTable {
  key: string;
  attempts: Date[];
  last_allowed: boolean;
  expires_at: Date;
}

interface ReactionJobsTable {
  id: GeneratedAlways<number>;
  trail_id: number;
  reaction: string;
  event: ColumnTypes["reaction_jobs.event"];
  state: Generated<"waiting" | "running" | "failed">;
  due_at: Generated<Date | null>;
  attempts: Generated<number>;
  ended_at: Date | null;
}

interface RecurringBookingVisitsTable {
  recurring_booking_id: string;
  number: number;
  booking_id: string;
}

interface RecurringBookingsTable {
  id: Generated<string>;
  version: Generated<number>;
  recurrence_interval: "monthly" | "quarterly" | "twice-yearly";
  start_time: string;
  anchor_number: number;
  anchor_day: string;
  next_number: number;
  next_day: string;
  preferred_technician_id: string | null;
  started_at: Date;
  failures: Generated<number>;
  retry_at: Date | null;
  gave_up_at: Date | null;
  ended_at: Date | null;
  ended_by: "office" | "service" | "erased" | null;
}

interface RefundsTable {
  id: string;
  reference: Generated<string>;
  customer_id: string;
  method: "card" | "cash" | "transfer" | "cheque";
  payment_id: string | null;
  amount_fils: number;
  reason: string;
  state: "requested" | "done" | "failed";
  provider_refund: string | null;
  recorded_by: string | null;
  recorded_at: Date;
}

interface RenewalOffersTable {
  quote_id: string;
  package_id: string;
  property_type: ColumnTypes["renewal_offers.property_type"];
  price_id: string;
  starts_on: string;
  payment_plan: "upfront" | "cheques";
  ac_visits: number;
  checks: number;
  call_outs: number | null;
  call_out_hours: number;
  handyman_hours: number;
  emergency_fee: boolean;
  parts_discount: number;
  parts_included_fils: number | null;
  renewed_contract_id: string | null;
}

interface RestoresTable {
  id: Generated<string>;
  restored_at: Date;
  target_time: Date | null;
  archive: string;
  released_at: Date | null;
}

interface RevenueEntriesTable {
  id: GeneratedAlways<number>;
  invoice_id: string;
  credit_note_id: string | null;
  position: number;
  day: string;
  service: string;
  area: string;
  technician_id: string | null;
  fils: number;
}

interface ReviewsTable {
  id: Generated<string>;
  booking_id: string;
  service_id: ColumnTypes["reviews.service_id"];
  finished_by_technician_id: string | null;
  rating: number;
  comment: Generated<string>;
  created_at: Date;
  published_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
}

interface SeasonsTable {
  id: Generated<string>;
  name: string;
  first_day: string;
  last_day: string;
  shorter_by_min: number;
}

interface SecurityCasesTable {
  id: Generated<string>;
  user_id: string | null;
  client_ip: string | null;
  reported_by_browser: boolean;
  subject: GeneratedAlways<string>;
  auth_failures: Generated<number>;
  rate_limits: Generated<number>;
  many_failures: Generated<boolean>;
  many_limits: Generated<boolean>;
  first_event_at: Date;
  last_event_at: Date;
  closed_at: Date | null;
  is_open: GeneratedAlways<boolean>;
  is_suspicious: GeneratedAlways<boolean>;
}

interface SecurityChecksTable {
  id: string;
  a: number;
  b: number;
  wrong: Generated<number>;
  used_at: Date | null;
  expires_at: Date;
}

interface SecurityEventsTable {
  id: GeneratedAlways<number>;
  case_id: string | null;
  type: "auth_failure" | "rate_limit" | "suspicious_activity";
  message: string;
  user_id: string | null;
  metadata: JSONColumnType<Record<string, unknown>>;
  user_agent: string | null;
  client_ip: string | null;
  request_id: string;
  reported_at: Date | null;
  received_at: Date;
}

interface ServiceFaqsTable {
  id: Generated<string>;
  service_id: string;
  position: number;
  question: string;
  answer: string;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface ServiceJobsTable {
  id: Generated<string>;
  service_id: string;
  position: number;
  title: string;
  price_item: string;
  quantity: Generated<number>;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface ServicePagesTable {
  service_id: string;
  category: "systems" | "finishes" | "upkeep" | "emergency";
  headline: string;
  introduction: string;
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  not_included: Generated<string[]>;
  package_id: string | null;
  version: Generated<number>;
}

interface ServiceStepsTable {
  service_id: string;
  position: number;
  title: string;
  body: string;
}

interface ServicesTable {
  id: string;
  name: string;
  summary: string;
  icon: string;
  accounting_code: string | null;
  page: Generated<boolean>;
  duration_min: number;
  buffer_min: Generated<number>;
  outdoor: Generated<boolean>;
  emergency: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
  version: Generated<number>;
}

interface SessionsTable {
  id: Generated<string>;
  token: string;
  user_id: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  impersonated_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SettingsTable {
  name: string;
  value: JSONColumnType<Record<string, unknown>>;
  version: number;
}

interface SettlementsTable {
  id: GeneratedAlways<number>;
  invoice_id: string;
  kind: "payment" | "credit-note" | "credit" | "write-off";
  amount_fils: number;
  payment_id: string | null;
  credit_note_id: string | null;
  write_off_id: string | null;
  at: Date;
}

interface ShiftsTable {
  technician_id: string;
  weekday: number;
  start_min: number;
  end_min: number;
}

interface TalliesTable {
  figure: string;
  span: "day" | "month";
  day: string;
  key: string;
  bucket: number;
  value: number;
  unmerged: boolean;
}

interface TechnicianPicturesTable {
  technician_id: string;
  active: GeneratedAlways<boolean>;
  id: Generated<string>;
  small: Buffer;
  large: Buffer;
  created_at: Date;
}

interface TechnicianSkillsTable {
  technician_id: string;
  service_id: string;
}

interface TechnicianZonesTable {
  technician_id: string;
  area: string;
}

interface TechniciansTable {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string;
  phone: string;
  on_call: Generated<boolean>;
  active: Generated<boolean>;
  calendar_seed: string | null;
  created_at: Date;
  version: Generated<number>;
}

interface TestimonialsTable {
  id: Generated<string>;
  quote: string;
  client_name: string;
  role: string;
  photo_id: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface TimeOffTable {
  id: Generated<string>;
  technician_id: string;
  during: string;
  reason: Generated<string>;
}

interface TimelineEntriesTable {
  id: GeneratedAlways<number>;
  booking_id: string;
  event: "confirm" | "decline" | "cancel" | "assign" | "unassign" | "depart" | "arrive" | "undoDepart" | "undoArrive" | "reportNoAccess" | "hold" | "finishWork" | "complete" | "close" | "request" | "import" | "reschedule" | "resize" | "cancelVisit" | "expireHold" | "bookWarrantyVisit" | "correct" | "correctContact" | "note" | "contact" | "acknowledge" | "declinePage" | "addHelper" | "removeHelper" | "setCrewSize" | "planDays" | "delay";
  from_state: ColumnTypes["timeline_entries.from_state"];
  to_state: ColumnTypes["timeline_entries.to_state"];
  from_version: number;
  reason: string | null;
  detail: JSONColumnType<Record<string, unknown>>;
  actor_id: string | null;
  actor_role: string;
  actor_name: string | null;
  at: Date;
}

interface TrailTable {
  id: GeneratedAlways<number>;
  at: Date;
  type: string;
  actor_id: string | null;
  actor_role: string;
  api_key_id: string | null;
  subject_type: string;
  subject_id: string | null;
  fields: Generated<string[]>;
  data: JSONColumnType<Record<string, unknown>>;
  request_id: string;
}

interface TrailValuesTable {
  trail_id: number;
  actor_name: string | null;
  client_ip: string | null;
  reason: string | null;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
}

interface TwoFactorsTable {
  id: Generated<string>;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Date | null;
}

interface UnconfirmedHoldsTable {
  visit_id: string;
  network: string;
  mailbox: string;
  ends_at: Date;
}

interface UsersTable {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<"admin" | "dispatcher" | "accountant" | "technician" | "customer">;
  banned: Generated<boolean>;
  ban_reason: string | null;
  ban_expires: Date | null;
  two_factor_enabled: Generated<boolean>;
  two_factor_required: Generated<boolean>;
  signed_in_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface VatRatesTable {
  first_day: string;
  percent: number;
}

interface VerificationsTable {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface VisitOutcomesTable {
  id: string;
  booking_id: string;
  superseded: boolean;
  led_to_warranty: boolean;
}

interface VisitReportPhotosTable {
  report_id: string;
  position: number;
  file_id: string;
}

interface VisitReportsTable {
  id: string;
  visit_id: string;
  technician_id: string;
  transition: "reportNoAccess" | "hold" | "finishWork";
  note: string;
  signed_by: string | null;
  signature_id: string | null;
  at: Date;
}

interface VisitsTable {
  id: string;
  booking_id: string;
  technician_id: string | null;
  state: "held" | "scheduled" | "en_route" | "on_site" | "on_hold" | "work_done" | "no_access" | "cancelled";
  starts_at: Date;
  ends_at: Date;
  buffer_min: Generated<number>;
  departed_at: Date | null;
  arrived_at: Date | null;
  ended_at: Date | null;
  delay_min: Generated<number>;
  area: Generated<string>;
  crew_size: Generated<number>;
  lead_visit_id: string | null;
  multi_day: Generated<boolean>;
  trade: string | null;
  requested_at: Date | null;
  last_visit_start: Date | null;
  superseded: Generated<boolean>;
  led_to_warranty: Generated<boolean>;
  live: GeneratedAlways<boolean>;
  during: ColumnTypes["visits.during"];
  created_at: Date;
}

interface WalArchiveTable {
  singleton: Generated<boolean>;
  chain: string | null;
  copied_at: Date | null;
  failure: ColumnTypes["wal_archive.failure"];
  failure_text: string | null;
  bucket_segment: string | null;
}

interface WalChainEndsTable {
  chain: string;
  archived_until: Date;
}

interface WarrantyVisitRequestsTable {
  id: Generated<string>;
  booking_id: string;
  message: string;
  created_at: Date;
}

interface WebTrackingEventsTable {
  id: GeneratedAlways<number>;
  day: string;
  page_load: string;
  name: ColumnTypes["web_tracking_events.name"];
  path: string;
  details: ColumnTypes["web_tracking_events.details"];
}

interface WebhookAttemptsTable {
  id: GeneratedAlways<number>;
  delivery_id: string;
  at: Date;
  duration_ms: number;
  status: number | null;
  response_body: Generated<string>;
  error: string | null;
}

interface WebhookDeliveriesTable {
  id: Generated<string>;
  webhook_id: string;
  trail_id: number;
  event: string;
  body: string;
  traceparent: string | null;
  state: Generated<"waiting" | "delivered" | "failed" | "skipped">;
  attempts: Generated<number>;
  due_at: Generated<Date | null>;
  created_at: Date;
}

interface WebhooksTable {
  id: Generated<string>;
  user_id: string;
  url: string;
  events: string[];
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: "failing" | "manual" | null;
}

interface WeeklySummariesTable {
  user_id: string;
  day: string;
}

interface WorkerHeartbeatsTable {
  id: string;
  beat_at: Date;
}

interface WriteOffsTable {
  id: string;
  invoice_id: string;
  amount_fils: number;
  reason: string;
  recorded_by: string | null;
  recorded_at: Date;
}
