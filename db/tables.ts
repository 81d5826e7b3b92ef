// Types of the tables and views in the migrated database, written by `node scripts/write-schema.mjs`. Do not
// edit. Reasons and invariants of the columns are in db/migrations.
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { ColumnTypes } from "./column-types";

declare module "~/platform/database/tables" {
  interface Tables {
    accessInstructions: AccessInstructionsTable;
    accountLinks: AccountLinksTable;
    accounts: AccountsTable;
    alertStreams: AlertStreamsTable;
    apiKeys: ApiKeysTable;
    assignedVisits: AssignedVisitsTable;
    authRateLimits: AuthRateLimitsTable;
    backgroundJobs: BackgroundJobsTable;
    backups: BackupsTable;
    badDebtReliefs: BadDebtReliefsTable;
    bankDeposits: BankDepositsTable;
    bookingFilters: BookingFiltersTable;
    bookingFlows: BookingFlowsTable;
    bookingLines: BookingLinesTable;
    bookingPhotos: BookingPhotosTable;
    bookingYears: BookingYearsTable;
    bookings: BookingsTable;
    cannedReplies: CannedRepliesTable;
    certificates: CertificatesTable;
    channelChoices: ChannelChoicesTable;
    channelFailures: ChannelFailuresTable;
    checkouts: CheckoutsTable;
    chequeMovements: ChequeMovementsTable;
    cheques: ChequesTable;
    clientErrorGroups: ClientErrorGroupsTable;
    clientErrors: ClientErrorsTable;
    companyCertificateWarnings: CompanyCertificateWarningsTable;
    companyCertificates: CompanyCertificatesTable;
    contactMessages: ContactMessagesTable;
    contentChanges: ContentChangesTable;
    contractAcceptances: ContractAcceptancesTable;
    contractEntitlements: ContractEntitlementsTable;
    contractInstalments: ContractInstalmentsTable;
    contracts: ContractsTable;
    conversationFiles: ConversationFilesTable;
    conversationMessages: ConversationMessagesTable;
    conversationWriters: ConversationWritersTable;
    conversations: ConversationsTable;
    counters: CountersTable;
    creditEntries: CreditEntriesTable;
    creditNoteLines: CreditNoteLinesTable;
    creditNotes: CreditNotesTable;
    customerBalances: CustomerBalancesTable;
    customerNotes: CustomerNotesTable;
    customers: CustomersTable;
    dailyPageLoads: DailyPageLoadsTable;
    duplicateCustomers: DuplicateCustomersTable;
    eInvoices: EInvoicesTable;
    employmentPeriods: EmploymentPeriodsTable;
    entitlementBalances: EntitlementBalancesTable;
    entitlementUses: EntitlementUsesTable;
    erasedMails: ErasedMailsTable;
    files: FilesTable;
    financialYears: FinancialYearsTable;
    fullyHeldDays: FullyHeldDaysTable;
    guestHolds: GuestHoldsTable;
    idempotencyKeys: IdempotencyKeysTable;
    importedBookings: ImportedBookingsTable;
    inboundMailboxes: InboundMailboxesTable;
    inboxItemStates: InboxItemStatesTable;
    invoiceLines: InvoiceLinesTable;
    invoiceReminders: InvoiceRemindersTable;
    invoices: InvoicesTable;
    lastNumbers: LastNumbersTable;
    lateReportPhotos: LateReportPhotosTable;
    lateReports: LateReportsTable;
    lateSupplies: LateSuppliesTable;
    ledgerClosings: LedgerClosingsTable;
    ledgerDays: LedgerDaysTable;
    ledgerEntries: LedgerEntriesTable;
    ledgerLines: LedgerLinesTable;
    liveNotices: LiveNoticesTable;
    logos: LogosTable;
    mailEvents: MailEventsTable;
    mails: MailsTable;
    mailsSentBeforeRestore: MailsSentBeforeRestoreTable;
    manualJournalLines: ManualJournalLinesTable;
    manualJournals: ManualJournalsTable;
    messageOptOuts: MessageOptOutsTable;
    messages: MessagesTable;
    onCallPages: OnCallPagesTable;
    onCallShifts: OnCallShiftsTable;
    openAmounts: OpenAmountsTable;
    openingCredits: OpeningCreditsTable;
    outbox: OutboxTable;
    packagePrices: PackagePricesTable;
    packages: PackagesTable;
    payments: PaymentsTable;
    payouts: PayoutsTable;
    pendingAlerts: PendingAlertsTable;
    pendingCorrectionNotifications: PendingCorrectionNotificationsTable;
    pendingVisitNotifications: PendingVisitNotificationsTable;
    portfolioItems: PortfolioItemsTable;
    prices: PricesTable;
    profiles: ProfilesTable;
    properties: PropertiesTable;
    providerEvents: ProviderEventsTable;
    providerFees: ProviderFeesTable;
    publicHolidays: PublicHolidaysTable;
    pushMessages: PushMessagesTable;
    pushSubscriptions: PushSubscriptionsTable;
    quoteAnswers: QuoteAnswersTable;
    quoteDocuments: QuoteDocumentsTable;
    quoteLines: QuoteLinesTable;
    quotePhotos: QuotePhotosTable;
    quoteRevisions: QuoteRevisionsTable;
    quotes: QuotesTable;
    rateLimits: RateLimitsTable;
    reactionJobs: ReactionJobsTable;
    recurringBookingVisits: RecurringBookingVisitsTable;
    recurringBookings: RecurringBookingsTable;
    refunds: RefundsTable;
    refusedInstalments: RefusedInstalmentsTable;
    renewalOffers: RenewalOffersTable;
    restores: RestoresTable;
    revenueEntries: RevenueEntriesTable;
    reviews: ReviewsTable;
    seasons: SeasonsTable;
    securityCases: SecurityCasesTable;
    securityChecks: SecurityChecksTable;
    securityEvents: SecurityEventsTable;
    serviceFaqs: ServiceFaqsTable;
    serviceJobs: ServiceJobsTable;
    servicePages: ServicePagesTable;
    serviceSteps: ServiceStepsTable;
    services: ServicesTable;
    sessions: SessionsTable;
    settings: SettingsTable;
    settlements: SettlementsTable;
    shifts: ShiftsTable;
    tallies: TalliesTable;
    technicianPictures: TechnicianPicturesTable;
    technicianSkills: TechnicianSkillsTable;
    technicianTallies: TechnicianTalliesTable;
    technicianZones: TechnicianZonesTable;
    technicians: TechniciansTable;
    testimonials: TestimonialsTable;
    timeOff: TimeOffTable;
    timelineEntries: TimelineEntriesTable;
    trail: TrailTable;
    trailValues: TrailValuesTable;
    twoFactors: TwoFactorsTable;
    undeliverableAddresses: UndeliverableAddressesTable;
    users: UsersTable;
    vatDisclosureEntries: VatDisclosureEntriesTable;
    vatDisclosures: VatDisclosuresTable;
    vatRates: VatRatesTable;
    vatReturns: VatReturnsTable;
    verifications: VerificationsTable;
    visitOutcomes: VisitOutcomesTable;
    visitReminders: VisitRemindersTable;
    visitReportPhotos: VisitReportPhotosTable;
    visitReports: VisitReportsTable;
    visits: VisitsTable;
    walArchive: WalArchiveTable;
    walChainEnds: WalChainEndsTable;
    warrantyVisitRequests: WarrantyVisitRequestsTable;
    webTrackingEvents: WebTrackingEventsTable;
    webhookAttempts: WebhookAttemptsTable;
    webhookDeliveries: WebhookDeliveriesTable;
    webhooks: WebhooksTable;
    weeklySummaries: WeeklySummariesTable;
    workerHeartbeats: WorkerHeartbeatsTable;
    writeOffNotices: WriteOffNoticesTable;
    writeOffReversals: WriteOffReversalsTable;
    writeOffs: WriteOffsTable;
  }
}

interface AccessInstructionsTable {
  id: Generated<string>;
  propertyId: string;
  bookingId: string | null;
  parking: Generated<string>;
  notes: Generated<string>;
  siteContact: Generated<string>;
  sitePhone: string | null;
  latitude: number | null;
  longitude: number | null;
  permitNeeded: Generated<boolean>;
  permitBy: "customer" | "office" | null;
  permitUntil: string | null;
  permitFileId: string | null;
  version: Generated<number>;
}

interface AccountLinksTable {
  id: Generated<string>;
  purpose: "confirm-email" | "reset-password" | "change-email" | "invitation";
  userId: string;
  email: string;
  previousEmail: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

interface AccountsTable {
  id: Generated<string>;
  userId: string;
  providerId: string;
  accountId: string;
  password: string | null;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: Date | null;
  refreshTokenExpiresAt: Date | null;
  scope: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface AlertStreamsTable {
  stream: string;
  lastMailAt: Date;
}

interface ApiKeysTable {
  id: Generated<string>;
  userId: string;
  name: string;
  hash: Buffer;
  suffix: string;
  permissions: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  callsInMinute: Generated<number>;
}

interface AssignedVisitsTable {
  id: string;
  bookingId: string;
  technicianId: string;
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  area: string;
  reference: string;
  emergency: boolean;
  serviceId: string;
  serviceName: string;
  outdoor: boolean;
  skills: string[];
  serviceNameAr: string;
}

interface AuthRateLimitsTable {
  id: Generated<string>;
  key: string;
  count: number;
  lastRequest: number;
}

interface BackgroundJobsTable {
  id: Generated<string>;
  kind: string;
  label: Generated<string>;
  startedBy: string | null;
  startedAt: Date;
  locale: Generated<string>;
  requestId: string;
  traceparent: string | null;
  input: JSONColumnType<Record<string, unknown>>;
  state: Generated<"waiting" | "running" | "done" | "failed">;
  stepsDone: Generated<number>;
  stepsTotal: number | null;
  attempts: Generated<number>;
  dueAt: Generated<Date | null>;
  result: JSONColumnType<Record<string, unknown>> | null;
  error: string | null;
  endedAt: Date | null;
}

interface BackupsTable {
  id: Generated<string>;
  origin: "office" | "schedule" | "command";
  state: Generated<"waiting" | "running" | "done" | "failed">;
  requestedAt: Date;
  dueAt: Generated<Date | null>;
  attempts: Generated<number>;
  bytesDone: Generated<number>;
  bytesTotal: number | null;
  endedAt: Date | null;
  failure: ColumnTypes["backups.failure"];
  failureText: string | null;
  name: string | null;
  sizeBytes: number | null;
  chain: string | null;
  firstWalSegment: string | null;
  copiedAt: Date | null;
  copyFailure: string | null;
  overdueNotifiedAt: Date | null;
}

interface BadDebtReliefsTable {
  id: string;
  invoiceId: string;
  writeOffReversalId: string | null;
  day: string;
  amountFils: number;
  vatFils: number;
  recordedBy: string | null;
  recordedAt: Date;
}

interface BankDepositsTable {
  id: string;
  day: string;
  amountFils: number;
  reference: string;
  recordedBy: string | null;
  recordedAt: Date;
}

interface BookingFiltersTable {
  id: Generated<string>;
  userId: string;
  name: string;
  filter: ColumnTypes["bookingFilters.filter"];
}

interface BookingFlowsTable {
  conversationId: string;
  step: "service" | "item" | "area" | "day" | "time" | "alternative" | "address" | "name" | "confirm" | "booked";
  version: Generated<number>;
  language: string;
  phone: string;
  page: Generated<number>;
  typedArea: string | null;
  isHinted: Generated<boolean>;
  serviceId: string | null;
  item: string | null;
  area: string | null;
  day: string | null;
  time: string | null;
  street: string | null;
  landmark: string | null;
  name: string | null;
  bookingId: string | null;
  answeredAt: Date;
  expiresAt: Date;
}

interface BookingLinesTable {
  bookingId: string;
  position: number;
  kind: "work" | "emergency-uplift" | "out-of-hours-uplift";
  serviceId: string;
  priceId: string | null;
  item: string | null;
  name: string;
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  quantity: number;
  unitFils: number | null;
  nextHourFils: number | null;
  percent: number | null;
  grossFils: number | null;
  coveredFils: Generated<number>;
  contractId: string | null;
}

interface BookingPhotosTable {
  bookingId: string;
  position: number;
  fileId: string;
}

interface BookingYearsTable {
  year: number;
  numbersBefore: number;
}

interface BookingsTable {
  id: string;
  reference: string;
  state: "requested" | "confirmed" | "declined" | "cancelled" | "scheduled" | "en_route" | "on_site" | "no_access" | "on_hold" | "work_done" | "completed" | "closed";
  version: Generated<number>;
  serviceId: string;
  emergency: boolean;
  tradeId: string | null;
  customerId: string;
  propertyId: string;
  userId: string | null;
  contactName: string;
  contactEmail: string | null;
  contactPhone: string;
  address: string;
  addressParts: ColumnTypes["bookings.addressParts"];
  area: Generated<string>;
  message: Generated<string>;
  language: Generated<string>;
  preferredDate: string | null;
  preferredTime: string | null;
  preferredTechnicianId: string | null;
  warrantyOfId: string | null;
  durationMin: number | null;
  bufferMin: number | null;
  crewSize: Generated<number>;
  estimateFils: number | null;
  linkVersion: Generated<number>;
  requestedAt: Date;
  contactDueAt: Date | null;
  respondedAt: Date | null;
  acknowledgedAt: Date | null;
  dispatchedAt: Date | null;
  arrivedAt: Date | null;
  unacknowledgedNotifiedAt: Date | null;
  notArrivedNotifiedAt: Date | null;
  contactConfirmedAt: Date | null;
  holdExpiredAt: Date | null;
  continueOn: string | null;
  searchText: GeneratedAlways<string>;
}

interface CannedRepliesTable {
  id: Generated<string>;
  title: string;
  text: string;
  version: Generated<number>;
  textAr: string | null;
  searchText: GeneratedAlways<string>;
}

interface CertificatesTable {
  id: Generated<string>;
  technicianId: string;
  name: string;
  number: Generated<string>;
  expiresOn: string;
}

interface ChannelChoicesTable {
  id: Generated<string>;
  customerId: string;
  channel: "whatsapp" | "sms" | "email";
  form: "booking" | "assessment" | "office" | "account";
  isIdentified: boolean;
  chosenAt: Date;
}

interface ChannelFailuresTable {
  channel: "sms" | "whatsapp";
  reason: string;
  failedAt: Date;
}

interface CheckoutsTable {
  id: string;
  invoiceId: string | null;
  quoteId: string | null;
  provider: string;
  session: string | null;
  amountFils: number;
  state: Generated<"requested" | "open" | "paid" | "expired">;
  request: ColumnTypes["checkouts.request"];
  url: string | null;
  expiresAt: Date;
  createdAt: Date;
  paymentId: string | null;
}

interface ChequeMovementsTable {
  chequeId: string;
  number: number;
  transition: "deposit" | "clear" | "bounce" | "returnUnused";
  day: string;
  recordedAt: Date;
}

interface ChequesTable {
  id: string;
  customerId: string;
  invoiceId: string | null;
  contractId: string | null;
  quoteId: string | null;
  number: string;
  bank: string;
  dated: string;
  amountFils: number;
  state: Generated<"received" | "deposited" | "cleared" | "bounced" | "returned">;
  version: Generated<number>;
  paymentId: string | null;
  receivedAt: Date;
  searchText: GeneratedAlways<string>;
  instalment: number | null;
  keptAt: Date | null;
}

interface ClientErrorGroupsTable {
  id: Generated<string>;
  fingerprint: string;
  message: string;
  location: string;
  path: string;
  userAgent: string | null;
  severity: "low" | "medium" | "high";
  occurrences: Generated<number>;
  firstSeenAt: Date;
  lastSeenAt: Date;
  fixedAt: Date | null;
  isOpen: GeneratedAlways<boolean>;
  searchText: GeneratedAlways<string>;
}

interface ClientErrorsTable {
  day: string;
  fingerprint: string;
  groupId: string | null;
  message: string;
  stack: string;
  path: string;
  severity: "low" | "medium" | "high";
  userAgent: string | null;
  occurrences: Generated<number>;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

interface CompanyCertificateWarningsTable {
  certificateId: string;
  expiresOn: string;
  daysBefore: number;
}

interface CompanyCertificatesTable {
  id: Generated<string>;
  kind: "licence" | "insurance" | "iso" | "other";
  title: string;
  issuer: Generated<string>;
  number: Generated<string>;
  expiresOn: string | null;
  fileId: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
  titleAr: string | null;
  issuerAr: string | null;
}

interface ContactMessagesTable {
  id: Generated<string>;
  reference: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  language: Generated<string>;
  userId: string | null;
  sentAt: Date;
  searchText: GeneratedAlways<string>;
}

interface ContentChangesTable {
  tableName: string;
  version: Generated<number>;
  changedAt: Generated<Date>;
}

interface ContractAcceptancesTable {
  contractId: string;
  agreementVersion: number;
  method: "online" | "paper";
  name: string;
  reason: Generated<string>;
  document: JSONColumnType<Record<string, unknown>>;
  clientIp: string | null;
  userId: string | null;
  at: Date;
}

interface ContractEntitlementsTable {
  contractId: string;
  kind: "ac-visit" | "check" | "call-out" | "handyman-hour";
  total: number | null;
}

interface ContractInstalmentsTable {
  contractId: string;
  number: number;
  dueDate: string;
  startsOn: string;
  endsOn: string;
  amountFils: number;
}

interface ContractsTable {
  id: Generated<string>;
  reference: Generated<string>;
  state: "requested" | "active" | "expired" | "cancelled";
  version: Generated<number>;
  packageId: string;
  propertyType: ColumnTypes["contracts.propertyType"];
  priceId: string;
  customerId: string;
  propertyId: string;
  userId: string | null;
  contactName: string;
  contactEmail: string;
  contactPhone: string;
  address: string;
  message: Generated<string>;
  language: Generated<string>;
  requestedAt: Date;
  renewsContractId: string | null;
  agreedAt: Date | null;
  priceFils: number | null;
  startsOn: string | null;
  endsOn: string | null;
  callOutHours: number | null;
  emergencyFee: boolean | null;
  partsDiscount: number | null;
  partsIncludedFils: number | null;
  paymentPlan: Generated<"upfront" | "cheques">;
  activatedAt: Date | null;
  endedOn: string | null;
  revenueRecognisedThrough: string | null;
  lastReminderDays: number | null;
  searchText: GeneratedAlways<string>;
  agreementVersion: Generated<number>;
  linkVersion: Generated<number>;
}

interface ConversationFilesTable {
  id: Generated<string>;
  messageId: string;
  mediaId: string | null;
  contentType: string;
  fileName: string | null;
  fileId: string | null;
  bookingId: string | null;
  state: Generated<"waiting" | "fetching" | "stored" | "missing" | "unsupported">;
  dueAt: Generated<Date | null>;
  attempts: Generated<number>;
  lastError: string | null;
}

interface ConversationMessagesTable {
  id: Generated<string>;
  conversationId: string;
  direction: "received" | "sent" | "note";
  channel: "whatsapp" | "sms" | "email" | "form" | "contract" | null;
  address: string | null;
  text: Generated<string>;
  location: ColumnTypes["conversationMessages.location"];
  provider: string | null;
  providerId: string | null;
  trailId: number | null;
  contactMessageId: string | null;
  contractId: string | null;
  authorId: string | null;
  authorName: string | null;
  sentAt: Date;
  number: GeneratedAlways<number>;
  searchText: GeneratedAlways<string>;
  automatic: Generated<boolean>;
  choices: ColumnTypes["conversationMessages.choices"];
}

interface ConversationWritersTable {
  conversationId: string;
  userId: string;
  wroteAt: Date;
}

interface ConversationsTable {
  id: Generated<string>;
  customerId: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  state: Generated<"open" | "snoozed" | "closed">;
  snoozedUntil: Date | null;
  assigneeId: string | null;
  unreadCount: Generated<number>;
  version: Generated<number>;
  lastMessageAt: Date;
  searchText: GeneratedAlways<string>;
}

interface CountersTable {
  kind: "QT" | "INV" | "CN";
  year: number;
  value: Generated<number>;
}

interface CreditEntriesTable {
  id: GeneratedAlways<number>;
  customerId: string;
  amountFils: number;
  paymentId: string | null;
  creditNoteId: string | null;
  refundId: string | null;
  settlementId: number | null;
  openingCreditId: string | null;
  at: Date;
  day: string | null;
}

interface CreditNoteLinesTable {
  creditNoteId: string;
  position: number;
  invoiceId: string;
  invoicePosition: number | null;
  description: string;
  quantityHundredths: number;
  unit: Generated<string>;
  unitFils: number;
  discountFils: Generated<number>;
  vatPercent: number;
  grossFils: number;
  vatFils: number;
  netFils: GeneratedAlways<number>;
  quantityThousandths: Generated<number>;
  vatTreatment: "standard" | "DL8.45.1" | "DL8.45" | "DL8.46.1" | "DL8.46.2" | "DL8.46.3" | "DL8.46.4" | "DL8.30.7" | "DL8.29" | null;
}

interface CreditNotesTable {
  id: string;
  reference: string;
  invoiceId: string;
  title: "tax-credit-note" | "credit-note";
  language: Generated<string>;
  seller: ColumnTypes["creditNotes.seller"];
  buyer: ColumnTypes["creditNotes.buyer"];
  reason: string;
  eventDate: string;
  issueDate: string;
  issuedAt: Date;
  netFils: number;
  vatFils: number;
  totalFils: number;
  documentId: string | null;
  erasedAt: Date | null;
  originalFils: number | null;
}

interface CustomerBalancesTable {
  customerId: string;
  creditFils: ColumnTypes["customerBalances.creditFils"];
}

interface CustomerNotesTable {
  id: GeneratedAlways<number>;
  customerId: string;
  text: string;
  forTechnician: Generated<boolean>;
  authorId: string | null;
  authorName: string | null;
  at: Date;
}

interface CustomersTable {
  id: Generated<string>;
  userId: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  billingAddress: string | null;
  trn: string | null;
  billingStreet: string | null;
  billingCity: string | null;
  billingEmirate: "AUH" | "DXB" | "SHJ" | "AJM" | "UAQ" | "RAK" | "FUJ" | null;
  eAddress: string | null;
  tradeLicence: string | null;
  paymentReminders: Generated<boolean>;
  createdAt: Date;
  version: Generated<number>;
  mergedInto: string | null;
  mergedAt: Date | null;
  searchText: Generated<string>;
  billingCountry: string | null;
  billingRegion: string | null;
  taxNumber: string | null;
  licenceAuthority: string | null;
  language: string | null;
}

interface DailyPageLoadsTable {
  day: string;
  pageLoads: number;
  formStarts: number;
}

interface DuplicateCustomersTable {
  customerId: string;
}

interface EInvoicesTable {
  id: string;
  invoiceId: string | null;
  creditNoteId: string | null;
  xml: string;
  createdAt: Date;
  state: Generated<"created" | "sent" | "received" | "rejected">;
  failedAttempts: Generated<number>;
  providerId: string | null;
  rejectionReason: string | null;
  sentAt: Date | null;
  polledAt: Date | null;
}

interface EmploymentPeriodsTable {
  technicianId: string;
  firstDay: string;
  lastDay: string | null;
}

interface EntitlementBalancesTable {
  contractId: string;
  kind: ColumnTypes["entitlementBalances.kind"];
  total: ColumnTypes["entitlementBalances.total"];
  used: number;
  planned: number;
}

interface EntitlementUsesTable {
  bookingId: string;
  contractId: string;
  kind: ColumnTypes["entitlementUses.kind"];
  quantity: number;
  isPlannedVisit: boolean;
}

interface ErasedMailsTable {
  mailId: string;
  erasedAt: Generated<Date>;
}

interface FilesTable {
  id: Generated<string>;
  kind: string;
  ownerId: string | null;
  public: Generated<boolean>;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  createdAt: Date;
}

interface FinancialYearsTable {
  id: string;
  startsOn: string;
  endsOn: string;
  profitFils: number;
  closedBy: string | null;
  closedAt: Date;
}

interface FullyHeldDaysTable {
  day: string;
  filledAt: Date;
}

interface GuestHoldsTable {
  visitId: string;
  network: string;
  mailbox: string;
  endsAt: Date;
  mailDomain: string | null;
  confirmedAt: Date | null;
}

interface IdempotencyKeysTable {
  scope: string;
  key: string;
  bodyHash: string;
  status: number | null;
  response: JSONColumnType<Record<string, unknown>> | null;
  createdAt: Date;
}

interface ImportedBookingsTable {
  source: string;
  reference: string;
  bookingId: string;
}

interface InboundMailboxesTable {
  name: string;
  uidValidity: number | null;
  lastUid: Generated<number>;
  notBefore: Date;
  readAt: Date | null;
  readerId: string | null;
  leaseEndsAt: Date | null;
  failure: "refused" | "no-folder" | "unreachable" | "failed" | null;
  failedAt: Date | null;
}

interface InboxItemStatesTable {
  itemId: GeneratedAlways<string>;
  messageId: string | null;
  contractId: string | null;
  state: "open" | "in-progress" | "answered";
  version: number;
}

interface InvoiceLinesTable {
  invoiceId: string;
  position: number;
  section: Generated<string>;
  description: string;
  quantityHundredths: number;
  unit: Generated<string>;
  unitFils: number;
  discountFils: Generated<number>;
  vatPercent: number;
  grossFils: number;
  vatFils: number;
  netFils: GeneratedAlways<number>;
  serviceId: string | null;
  priceId: string | null;
  deductedDepositId: string | null;
  partContractId: string | null;
  quantityThousandths: Generated<number>;
  vatTreatment: Generated<"standard" | "DL8.45.1" | "DL8.45" | "DL8.46.1" | "DL8.46.2" | "DL8.46.3" | "DL8.46.4" | "DL8.30.7" | "DL8.29">;
}

interface InvoiceRemindersTable {
  invoiceId: string;
  daysAfterDue: number;
  at: Date;
}

interface InvoicesTable {
  id: string;
  kind: Generated<"invoice" | "deposit" | "opening">;
  reference: string | null;
  version: Generated<number>;
  customerId: string;
  propertyId: string | null;
  bookingId: string | null;
  quoteId: string | null;
  contractId: string | null;
  language: Generated<string>;
  title: "tax-invoice" | "simplified-tax-invoice" | "invoice" | null;
  seller: ColumnTypes["invoices.seller"];
  buyer: ColumnTypes["invoices.buyer"];
  note: Generated<string>;
  createdAt: Date;
  issuedAt: Date | null;
  issueDate: string | null;
  supplyDate: string | null;
  dueDate: string | null;
  netFils: Generated<number>;
  vatFils: Generated<number>;
  totalFils: Generated<number>;
  settledFils: ColumnTypes["invoices.settledFils"];
  creditedFils: ColumnTypes["invoices.creditedFils"];
  deductedFils: ColumnTypes["invoices.deductedFils"];
  uncreditedFils: ColumnTypes["invoices.uncreditedFils"];
  openFils: GeneratedAlways<number>;
  state: ColumnTypes["invoices.state"];
  documentId: string | null;
  reminders: Generated<boolean>;
  erasedAt: Date | null;
  searchText: GeneratedAlways<string>;
  writtenOffFils: Generated<number>;
  taxPoint: string | null;
  instalment: number | null;
  heldFils: Generated<number>;
  linkVersion: Generated<number>;
}

interface LastNumbersTable {
  kind: string;
  year: number;
  value: number;
}

interface LateReportPhotosTable {
  reportId: string;
  position: number;
  fileId: string;
  beforeWork: Generated<boolean>;
}

interface LateReportsTable {
  id: string;
  visitId: string;
  technicianId: string;
  transition: ColumnTypes["lateReports.transition"];
  reason: string;
  note: string;
  signedBy: string | null;
  signatureId: string | null;
  tappedAt: Date;
  receivedAt: Date;
  accepted: boolean | null;
  decidedAt: Date | null;
  continueOn: string | null;
  readings: Generated<string>;
  parts: Generated<string>;
  paymentMethod: "cash" | "card" | "transfer" | "cheque" | null;
  paymentFils: number | null;
  recordingId: string | null;
}

interface LateSuppliesTable {
  entryId: number;
  startsOn: string;
  endsOn: string;
  netFils: number;
  vatFils: number;
  noticedOn: string;
}

interface LedgerClosingsTable {
  closedThrough: string;
  closedBy: string | null;
  closedAt: Date;
}

interface LedgerDaysTable {
  day: string;
  account: ColumnTypes["ledgerDays.account"];
  serviceId: string;
  vat: string;
  emirate: string;
  debitFils: number;
  creditFils: number;
  unmerged: boolean;
}

interface LedgerEntriesTable {
  id: GeneratedAlways<number>;
  kind: "invoice" | "deposit" | "opening" | "opening-credit" | "credit-note" | "deposit-forfeited" | "payment" | "payment-reversed" | "payment-restored" | "payment-reallocated" | "advance" | "advance-settled" | "credit-used" | "write-off" | "write-off-reversed" | "bad-debt-recovered" | "bad-debt-relief" | "bad-debt-relief-reversed" | "refund" | "refund-failed" | "cheque-in" | "cheque-out" | "fee" | "provider-fee" | "dispute-fee" | "payout" | "payout-failed" | "contract-revenue" | "year-end" | "journal" | "bank-deposit";
  sourceId: string;
  occurrence: Generated<number>;
  reference: string;
  documentDay: string;
  day: string;
  totalFils: number;
  searchText: GeneratedAlways<string>;
}

interface LedgerLinesTable {
  entryId: number;
  position: number;
  account: "cash" | "bank" | "card-clearing" | "cheques-in-hand" | "receivables" | "prepaid-expenses" | "equipment" | "accumulated-depreciation" | "payables" | "output-vat" | "vat-settlement" | "customer-deposits" | "customer-credit" | "uncleared-cheques" | "deferred-contract-revenue" | "bank-loan" | "opening" | "owners-equity" | "owners-drawings" | "retained-earnings" | "profit-carried-forward" | "revenue" | "other-income" | "bad-debts-recovered" | "materials" | "fees" | "dispute-fees" | "bad-debts" | "salaries" | "rent" | "utilities" | "fuel" | "professional-fees" | "bank-charges" | "depreciation" | "other-expenses";
  serviceId: string | null;
  debitFils: number;
  creditFils: number;
  vat: "standard" | "zero" | "exempt" | "bad-debt" | null;
  emirate: "AUH" | "DXB" | "SHJ" | "AJM" | "UAQ" | "RAK" | "FUJ" | null;
  settlementId: number | null;
  creditEntryId: number | null;
}

interface LiveNoticesTable {
  payload: string;
  id: Generated<string>;
}

interface LogosTable {
  id: Generated<string>;
  picture: Buffer;
  icon: Buffer;
  width: number;
  height: number;
  plate: "on-dark" | "on-light" | "never";
  validFrom: Date;
  validUntil: Date | null;
}

interface MailEventsTable {
  mailId: string;
  trailId: number;
}

interface MailsTable {
  id: string;
  kind: string;
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments: ColumnTypes["mails.attachments"];
  unsubscribeUrl: string | null;
  secret: Generated<boolean>;
  isFinal: Generated<boolean>;
  state: Generated<"queued" | "sending" | "sent" | "failed">;
  dueAt: Generated<Date | null>;
  attempts: Generated<number>;
  smtpDataStartedAt: Date | null;
  unansweredAttempts: Generated<number>;
  lastError: string | null;
  traceparent: string | null;
  createdAt: Generated<Date>;
  sentAt: Date | null;
  digest: string | null;
  sections: ColumnTypes["mails.sections"];
  searchText: GeneratedAlways<string>;
  usefulUntil: Date | null;
}

interface MailsSentBeforeRestoreTable {
  hash: Buffer;
  copies: number;
  sentAt: Date;
}

interface ManualJournalLinesTable {
  journalId: string;
  position: number;
  account: string;
  debitFils: number;
  creditFils: number;
}

interface ManualJournalsTable {
  id: string;
  day: string;
  reference: string;
  reason: string;
  reverses: string | null;
  postedBy: string | null;
  postedAt: Date;
}

interface MessageOptOutsTable {
  channel: "sms" | "whatsapp";
  recipient: string;
  optedOutAt: Generated<Date>;
}

interface MessagesTable {
  id: string;
  kind: string;
  trailId: number | null;
  channel: "push" | "sms" | "whatsapp";
  recipient: string;
  content: ColumnTypes["messages.content"];
  nextSteps: ColumnTypes["messages.nextSteps"];
  state: Generated<"queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "unknown" | "withdrawn">;
  dueAt: Generated<Date | null>;
  deadlineAt: Date | null;
  attempts: Generated<number>;
  submittedAt: Date | null;
  provider: string | null;
  providerId: string | null;
  costMicros: number | null;
  costCurrency: string | null;
  lastError: string | null;
  traceparent: string | null;
  createdAt: Generated<Date>;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
}

interface OnCallPagesTable {
  bookingId: string;
  technicianId: string;
  pagedAt: Date;
  declinedAt: Date | null;
  offeredAt: Date | null;
  ringStartedAt: Date | null;
  ringDueAt: Date | null;
  rings: Generated<number>;
  rangAt: Date | null;
  unansweredAt: Date | null;
  textTrailId: number | null;
}

interface OnCallShiftsTable {
  id: Generated<string>;
  technicianId: string;
  during: string;
}

interface OpenAmountsTable {
  dueDate: string;
  openFils: number;
  openCount: number | null;
}

interface OpeningCreditsTable {
  id: string;
  customerId: string;
  amountFils: number;
  asOf: string;
  recordedBy: string | null;
  recordedAt: Date;
}

interface OutboxTable {
  trailId: number;
  type: string;
  subjectType: string;
  subjectId: string | null;
  data: JSONColumnType<Record<string, unknown>>;
  actorRole: string;
  requestId: string;
  traceparent: string | null;
}

interface PackagePricesTable {
  id: Generated<string>;
  packageId: string;
  propertyType: "apartment-1br" | "apartment-3br" | "villa-3br" | "villa-4br";
  priceFils: number;
  effectiveFrom: string;
}

interface PackagesTable {
  id: string;
  name: string;
  summary: string;
  acVisits: number;
  checks: number;
  callOuts: number | null;
  callOutHours: number;
  handymanHours: number;
  emergencyFee: boolean;
  partsDiscount: Generated<number>;
  partsIncludedFils: number | null;
  recommended: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
  nameAr: string | null;
  summaryAr: string | null;
  version: Generated<number>;
}

interface PaymentsTable {
  id: string;
  reference: Generated<string>;
  customerId: string;
  method: "card" | "cash" | "transfer" | "cheque";
  amountFils: number;
  receivedOn: string;
  note: Generated<string>;
  provider: string | null;
  providerPayment: string | null;
  feeFils: number | null;
  payoutId: string | null;
  recordedBy: string | null;
  recordedAt: Date;
  reversedFils: Generated<number>;
  refundedFils: Generated<number>;
  searchText: GeneratedAlways<string>;
}

interface PayoutsTable {
  id: Generated<string>;
  provider: string;
  providerPayout: string;
  amountFils: number;
  arrivedOn: string;
  failedOn: string | null;
  acknowledgedAt: Date | null;
  reserveFils: Generated<number>;
  topUpFils: Generated<number>;
}

interface PendingAlertsTable {
  stream: string;
  trailId: number;
  queuedAt: Generated<Date>;
}

interface PendingCorrectionNotificationsTable {
  bookingId: string;
  notifiedFacts: ColumnTypes["pendingCorrectionNotifications.notifiedFacts"];
  dueAt: Date;
}

interface PendingVisitNotificationsTable {
  visitId: string;
  technicianId: string | null;
  notifiedStartsAt: Date | null;
  notifiedTechnicianId: string | null;
  confirmsBooking: Generated<boolean>;
  dueAt: Date | null;
  queued: Generated<boolean>;
  manual: Generated<boolean>;
  guestHold: ColumnTypes["pendingVisitNotifications.guestHold"];
}

interface PortfolioItemsTable {
  id: Generated<string>;
  serviceId: string;
  title: string;
  area: string;
  summary: string;
  duration: string;
  drawing: string | null;
  beforeFileId: string | null;
  afterFileId: string | null;
  bookingId: string | null;
  consent: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
  titleAr: string | null;
  areaAr: string | null;
  summaryAr: string | null;
  durationAr: string | null;
}

interface PricesTable {
  id: Generated<string>;
  serviceId: string;
  item: string;
  name: string;
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  priceFils: number | null;
  nextHourFils: number | null;
  emergencySurcharge: Generated<number>;
  outOfHoursSurcharge: Generated<number>;
  durationMin: number | null;
  bufferMin: number | null;
  isHeadline: Generated<boolean>;
  position: Generated<number>;
  effectiveFrom: string;
  nameAr: string | null;
  unitAr: string | null;
  version: Generated<number>;
}

interface ProfilesTable {
  userId: string;
  phone: string | null;
  language: Generated<string>;
  marketing: Generated<boolean>;
  marketingChangedAt: Date | null;
  weeklySummary: Generated<boolean>;
  visitChanges: Generated<"push-email" | "push" | "email">;
}

interface PropertiesTable {
  id: Generated<string>;
  customerId: string;
  street: string;
  building: Generated<string>;
  unit: Generated<string>;
  area: Generated<string>;
  landmark: Generated<string>;
  makani: string | null;
  addedBy: string | null;
  createdAt: Date;
  addressSearchText: GeneratedAlways<string>;
}

interface ProviderEventsTable {
  provider: string;
  event: string;
  type: string;
  receivedAt: Date;
}

interface ProviderFeesTable {
  id: Generated<string>;
  provider: string;
  providerTransaction: string;
  kind: "dispute" | "other";
  amountFils: number;
  chargedOn: string;
  payoutId: string | null;
}

interface PublicHolidaysTable {
  day: string;
  name: string;
  tentative: Generated<boolean>;
  open: Generated<boolean>;
}

interface PushMessagesTable {
  id: Generated<string>;
  userId: string;
  kind: string;
  lines: ColumnTypes["pushMessages.lines"];
  message: ColumnTypes["pushMessages.message"];
  urgency: "very-low" | "low" | "normal" | "high";
  state: Generated<"queued" | "sending">;
  attempts: Generated<number>;
  dueAt: Date;
  expiresAt: Date;
  createdAt: Date;
}

interface PushSubscriptionsTable {
  id: Generated<string>;
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  userAgent: string | null;
  language: string;
  createdAt: Date;
  lastSuccessAt: Date | null;
  failures: Generated<number>;
  pausedUntil: Date | null;
}

interface QuoteAnswersTable {
  id: GeneratedAlways<number>;
  quoteId: string;
  revision: number;
  answer: "approved" | "changes_requested" | "declined";
  name: string;
  comment: Generated<string>;
  chosen: Generated<number[]>;
  totalFils: number | null;
  clientIp: string | null;
  userId: string | null;
  at: Date;
}

interface QuoteDocumentsTable {
  quoteId: string;
  variant: string;
  fileId: string;
}

interface QuoteLinesTable {
  quoteId: string;
  revision: number;
  position: number;
  section: Generated<string>;
  description: string;
  quantityHundredths: number;
  unit: Generated<string>;
  unitFils: number;
  discountFils: Generated<number>;
  optional: Generated<boolean>;
  serviceId: string | null;
  priceId: string | null;
  partContractId: string | null;
  quantityThousandths: Generated<number>;
}

interface QuotePhotosTable {
  quoteId: string;
  revision: number;
  position: number;
  fileId: string;
}

interface QuoteRevisionsTable {
  quoteId: string;
  number: number;
  title: string;
  introduction: Generated<string>;
  terms: Generated<string>;
  discountKind: Generated<"none" | "amount" | "percent">;
  discount: Generated<number>;
  depositPercent: Generated<number>;
  depositRule: Generated<"refunded" | "forfeited">;
  validDays: Generated<number>;
  sentAt: Date | null;
  searchText: GeneratedAlways<string>;
  vatTreatment: Generated<string>;
}

interface QuotesTable {
  id: string;
  reference: string;
  state: "draft" | "sent" | "viewed" | "approved" | "changes_requested" | "declined" | "expired" | "withdrawn" | "converted" | "cancelled";
  version: Generated<number>;
  customerId: string;
  propertyId: string | null;
  bookingId: string | null;
  workBookingId: string | null;
  workCancelled: Generated<boolean>;
  serviceId: string | null;
  renewsContractId: string | null;
  language: Generated<string>;
  revision: Generated<number>;
  totalFils: Generated<number>;
  depositFils: Generated<number>;
  validUntil: string | null;
  createdAt: Date;
  sentAt: Date | null;
  viewedAt: Date | null;
  answeredAt: Date | null;
  expiryRemindedAt: Date | null;
  searchText: GeneratedAlways<string>;
  linkVersion: Generated<number>;
}

interface RateLimitsTable {
  key: string;
  attempts: Date[];
  lastAllowed: boolean;
  expiresAt: Date;
}

interface ReactionJobsTable {
  id: GeneratedAlways<number>;
  trailId: number;
  reaction: string;
  event: ColumnTypes["reactionJobs.event"];
  state: Generated<"waiting" | "running" | "failed">;
  dueAt: Generated<Date | null>;
  attempts: Generated<number>;
  endedAt: Date | null;
}

interface RecurringBookingVisitsTable {
  recurringBookingId: string;
  number: number;
  bookingId: string;
}

interface RecurringBookingsTable {
  id: Generated<string>;
  version: Generated<number>;
  recurrenceInterval: "monthly" | "quarterly" | "twice-yearly";
  startTime: string;
  anchorNumber: number;
  anchorDay: string;
  nextNumber: number;
  nextDay: string;
  preferredTechnicianId: string | null;
  startedAt: Date;
  failures: Generated<number>;
  retryAt: Date | null;
  gaveUpAt: Date | null;
  endedAt: Date | null;
  endedBy: "office" | "service" | "erased" | null;
}

interface RefundsTable {
  id: string;
  reference: Generated<string>;
  customerId: string;
  method: "card" | "cash" | "transfer" | "cheque";
  paymentId: string | null;
  amountFils: number;
  reason: string;
  state: "requested" | "done" | "failed";
  providerRefund: string | null;
  recordedBy: string | null;
  recordedAt: Date;
  paidOn: string | null;
}

interface RefusedInstalmentsTable {
  contractId: string;
  number: number;
  obstacle: ColumnTypes["refusedInstalments.obstacle"];
  refusedAt: Date;
}

interface RenewalOffersTable {
  quoteId: string;
  packageId: string;
  propertyType: ColumnTypes["renewalOffers.propertyType"];
  priceId: string;
  startsOn: string;
  paymentPlan: "upfront" | "cheques";
  acVisits: number;
  checks: number;
  callOuts: number | null;
  callOutHours: number;
  handymanHours: number;
  emergencyFee: boolean;
  partsDiscount: number;
  partsIncludedFils: number | null;
  renewedContractId: string | null;
}

interface RestoresTable {
  id: Generated<string>;
  restoredAt: Date;
  targetTime: Date | null;
  archive: string;
  releasedAt: Date | null;
}

interface RevenueEntriesTable {
  id: GeneratedAlways<number>;
  invoiceId: string;
  creditNoteId: string | null;
  position: number;
  day: string;
  service: string;
  area: string;
  technicianId: string | null;
  fils: number;
}

interface ReviewsTable {
  id: Generated<string>;
  bookingId: string;
  serviceId: ColumnTypes["reviews.serviceId"];
  finishedByTechnicianId: string | null;
  rating: number;
  comment: Generated<string>;
  createdAt: Date;
  publishedAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
}

interface SeasonsTable {
  id: Generated<string>;
  name: string;
  firstDay: string;
  lastDay: string;
  shorterByMin: number;
}

interface SecurityCasesTable {
  id: Generated<string>;
  userId: string | null;
  clientIp: string | null;
  reportedByBrowser: boolean;
  subject: GeneratedAlways<string>;
  authFailures: Generated<number>;
  rateLimits: Generated<number>;
  manyFailures: Generated<boolean>;
  manyLimits: Generated<boolean>;
  firstEventAt: Date;
  lastEventAt: Date;
  closedAt: Date | null;
  isOpen: GeneratedAlways<boolean>;
  isSuspicious: GeneratedAlways<boolean>;
}

interface SecurityChecksTable {
  id: string;
  a: number;
  b: number;
  wrong: Generated<number>;
  usedAt: Date | null;
  expiresAt: Date;
}

interface SecurityEventsTable {
  id: GeneratedAlways<number>;
  caseId: string | null;
  type: "auth_failure" | "rate_limit" | "suspicious_activity";
  message: string;
  userId: string | null;
  metadata: JSONColumnType<Record<string, unknown>>;
  userAgent: string | null;
  clientIp: string | null;
  requestId: string;
  reportedAt: Date | null;
  receivedAt: Date;
}

interface ServiceFaqsTable {
  id: Generated<string>;
  serviceId: string;
  position: number;
  question: string;
  answer: string;
  published: Generated<boolean>;
  version: Generated<number>;
  questionAr: string | null;
  answerAr: string | null;
}

interface ServiceJobsTable {
  id: Generated<string>;
  serviceId: string;
  position: number;
  title: string;
  priceItem: string;
  quantity: Generated<number>;
  published: Generated<boolean>;
  version: Generated<number>;
  titleAr: string | null;
}

interface ServicePagesTable {
  serviceId: string;
  category: "systems" | "finishes" | "upkeep" | "emergency";
  headline: string;
  introduction: string;
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  notIncluded: Generated<string[]>;
  packageId: string | null;
  version: Generated<number>;
  headlineAr: string | null;
  introductionAr: string | null;
  descriptionAr: string | null;
  durationAr: string | null;
  warrantyAr: string | null;
  includedAr: string[] | null;
  notIncludedAr: string[] | null;
}

interface ServiceStepsTable {
  serviceId: string;
  position: number;
  title: string;
  body: string;
  titleAr: string | null;
  bodyAr: string | null;
}

interface ServicesTable {
  id: string;
  name: string;
  summary: string;
  icon: string;
  accountingCode: string | null;
  page: Generated<boolean>;
  durationMin: number;
  bufferMin: Generated<number>;
  outdoor: Generated<boolean>;
  emergency: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
  version: Generated<number>;
  nameAr: string | null;
  summaryAr: string | null;
}

interface SessionsTable {
  id: Generated<string>;
  token: string;
  userId: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  impersonatedBy: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface SettingsTable {
  name: string;
  value: JSONColumnType<Record<string, unknown>>;
  version: number;
}

interface SettlementsTable {
  id: GeneratedAlways<number>;
  invoiceId: string;
  kind: "payment" | "credit-note" | "credit" | "write-off";
  amountFils: number;
  paymentId: string | null;
  creditNoteId: string | null;
  writeOffId: string | null;
  at: Date;
  writeOffReversalId: string | null;
  day: string | null;
}

interface ShiftsTable {
  technicianId: string;
  weekday: number;
  startMin: number;
  endMin: number;
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
  technicianId: string;
  active: GeneratedAlways<boolean>;
  id: Generated<string>;
  small: Buffer;
  large: Buffer;
  createdAt: Date;
}

interface TechnicianSkillsTable {
  technicianId: string;
  serviceId: string;
}

interface TechnicianTalliesTable {
  span: number;
  day: string;
  technicianId: string;
  finishedVisits: number;
  warrantyReturns: number;
  workedSec: number;
  arrivals: number;
  onTimeArrivals: number;
  ratings: number;
  ratingSum: number;
  invoicedFils: number;
  unmerged: boolean;
}

interface TechnicianZonesTable {
  technicianId: string;
  area: string;
}

interface TechniciansTable {
  id: Generated<string>;
  userId: string | null;
  name: string;
  email: string;
  phone: string;
  onCall: Generated<boolean>;
  active: Generated<boolean>;
  calendarSeed: string | null;
  createdAt: Date;
  version: Generated<number>;
  searchText: GeneratedAlways<string>;
  websiteConsentAt: Date | null;
}

interface TestimonialsTable {
  id: Generated<string>;
  quote: string;
  clientName: string;
  role: string;
  photoId: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
  quoteAr: string | null;
  clientNameAr: string | null;
  roleAr: string | null;
}

interface TimeOffTable {
  id: Generated<string>;
  technicianId: string;
  during: string;
  reason: Generated<string>;
}

interface TimelineEntriesTable {
  id: GeneratedAlways<number>;
  bookingId: string;
  event: "confirm" | "undoConfirm" | "decline" | "cancel" | "assign" | "unassign" | "depart" | "arrive" | "undoDepart" | "undoArrive" | "reportNoAccess" | "hold" | "finishWork" | "handOver" | "complete" | "close" | "request" | "import" | "reschedule" | "resize" | "cancelVisit" | "expireHold" | "bookWarrantyVisit" | "correct" | "correctContact" | "note" | "contact" | "acknowledge" | "declinePage" | "addHelper" | "removeHelper" | "setCrewSize" | "setContinuationDate" | "planDays" | "delay" | "confirmVisit";
  fromState: ColumnTypes["timelineEntries.fromState"];
  toState: ColumnTypes["timelineEntries.toState"];
  fromVersion: number;
  reason: string | null;
  detail: JSONColumnType<Record<string, unknown>>;
  actorId: string | null;
  actorRole: string;
  actorName: string | null;
  at: Date;
}

interface TrailTable {
  id: GeneratedAlways<number>;
  at: Date;
  type: string;
  actorId: string | null;
  actorRole: string;
  apiKeyId: string | null;
  subjectType: string;
  subjectId: string | null;
  fields: Generated<string[]>;
  data: JSONColumnType<Record<string, unknown>>;
  requestId: string;
}

interface TrailValuesTable {
  trailId: number;
  actorName: string | null;
  clientIp: string | null;
  reason: string | null;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
}

interface TwoFactorsTable {
  id: Generated<string>;
  userId: string;
  secret: string;
  backupCodes: string;
  verified: Generated<boolean>;
  failedVerificationCount: Generated<number>;
  lockedUntil: Date | null;
}

interface UndeliverableAddressesTable {
  id: Generated<string>;
  email: string;
  reason: string;
  refusedAt: Date;
}

interface UsersTable {
  id: Generated<string>;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  image: string | null;
  role: Generated<"admin" | "dispatcher" | "accountant" | "technician" | "customer">;
  banned: Generated<boolean>;
  banReason: string | null;
  banExpires: Date | null;
  twoFactorEnabled: Generated<boolean>;
  twoFactorRequired: Generated<boolean>;
  signedInAt: Date | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  searchText: GeneratedAlways<string>;
  grantedPermissions: Generated<string[]>;
}

interface VatDisclosureEntriesTable {
  entryId: number;
  disclosureId: string;
}

interface VatDisclosuresTable {
  id: string;
  returnEndsOn: string;
  disclosedOn: string;
  reference: string;
  vatFils: number;
  recordedBy: string | null;
  recordedAt: Date;
}

interface VatRatesTable {
  firstDay: string;
  percent: number;
}

interface VatReturnsTable {
  endsOn: string;
  startsOn: string;
  filedOn: string;
  paidOn: string | null;
  netFils: number;
  vatFils: number;
  filedBy: string | null;
  recordedAt: Date;
}

interface VerificationsTable {
  id: Generated<string>;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface VisitOutcomesTable {
  id: string;
  bookingId: string;
  superseded: boolean;
  ledToWarranty: boolean;
}

interface VisitRemindersTable {
  visitId: string;
  kind: "day-before" | "hours-before";
  startsAt: Date;
  dueAt: Date;
  state: "planned" | "sent" | "skipped";
}

interface VisitReportPhotosTable {
  reportId: string;
  position: number;
  fileId: string;
  beforeWork: Generated<boolean>;
}

interface VisitReportsTable {
  id: string;
  visitId: string;
  technicianId: string;
  transition: "reportNoAccess" | "hold" | "finishWork" | "handOver";
  note: string;
  signedBy: string | null;
  signatureId: string | null;
  at: Date;
  readings: Generated<string>;
  parts: Generated<string>;
  paymentMethod: "cash" | "card" | "transfer" | "cheque" | null;
  paymentFils: number | null;
  recordingId: string | null;
}

interface VisitsTable {
  id: string;
  bookingId: string;
  technicianId: string | null;
  state: "held" | "scheduled" | "en_route" | "on_site" | "on_hold" | "work_done" | "no_access" | "handed_over" | "cancelled";
  startsAt: Date;
  endsAt: Date;
  bufferMin: Generated<number>;
  departedAt: Date | null;
  arrivedAt: Date | null;
  endedAt: Date | null;
  delayMin: Generated<number>;
  area: Generated<string>;
  crewSize: Generated<number>;
  leadVisitId: string | null;
  multiDay: Generated<boolean>;
  trade: string | null;
  requestedAt: Date | null;
  lastVisitStart: Date | null;
  superseded: Generated<boolean>;
  ledToWarranty: Generated<boolean>;
  during: ColumnTypes["visits.during"];
  createdAt: Date;
  live: GeneratedAlways<boolean>;
  graceMin: Generated<number>;
  replacesVisitId: string | null;
}

interface WalArchiveTable {
  singleton: Generated<boolean>;
  chain: string | null;
  copiedAt: Date | null;
  failure: ColumnTypes["walArchive.failure"];
  failureText: string | null;
  bucketSegment: string | null;
}

interface WalChainEndsTable {
  chain: string;
  archivedUntil: Date;
}

interface WarrantyVisitRequestsTable {
  id: Generated<string>;
  bookingId: string;
  message: string;
  createdAt: Date;
}

interface WebTrackingEventsTable {
  id: GeneratedAlways<number>;
  day: string;
  pageLoad: string;
  name: ColumnTypes["webTrackingEvents.name"];
  path: string;
  details: ColumnTypes["webTrackingEvents.details"];
}

interface WebhookAttemptsTable {
  id: GeneratedAlways<number>;
  deliveryId: string;
  at: Date;
  durationMs: number;
  status: number | null;
  responseBody: Generated<string>;
  error: string | null;
}

interface WebhookDeliveriesTable {
  id: Generated<string>;
  webhookId: string;
  trailId: number;
  event: string;
  body: string;
  traceparent: string | null;
  state: Generated<"waiting" | "delivered" | "failed" | "skipped">;
  attempts: Generated<number>;
  dueAt: Generated<Date | null>;
  createdAt: Date;
}

interface WebhooksTable {
  id: Generated<string>;
  userId: string;
  url: string;
  events: string[];
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: "failing" | "manual" | null;
}

interface WeeklySummariesTable {
  userId: string;
  day: string;
}

interface WorkerHeartbeatsTable {
  id: string;
  beatAt: Date;
}

interface WriteOffNoticesTable {
  id: string;
  invoiceId: string;
  sentBy: "email" | "letter";
  sentOn: string;
  amountFils: number;
  recordedBy: string | null;
  recordedAt: Date;
}

interface WriteOffReversalsTable {
  id: string;
  writeOffId: string;
  kind: "credited" | "recovered" | "undone";
  amountFils: number;
  creditNoteId: string | null;
  paymentId: string | null;
  reason: string | null;
  day: string;
  recordedBy: string | null;
  recordedAt: Date;
}

interface WriteOffsTable {
  id: string;
  invoiceId: string;
  amountFils: number;
  reason: string;
  recordedBy: string | null;
  recordedAt: Date;
}
