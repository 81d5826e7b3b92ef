import { m } from "~/paraglide/messages";
import type { Role } from "~/platform/auth/actor";
import type { EventType } from "~/platform/events/events";

/** What was done, as the trail has it; what only an older version knew is told by its name. */
export function wordForEvent(type: string): string {
  return (did as Record<string, (() => string) | undefined>)[type]?.() ?? type;
}

export function wordForRole(role: string): string {
  return (roles as Record<string, (() => string) | undefined>)[role]?.() ?? role;
}

/** What is told of a kind; of one that only an older version knew, its name. */
export function kindOf(kind: string): Kind {
  return (Object.hasOwn(kinds, kind) && kinds[kind]) || { label: () => kind };
}

const did: Record<EventType, () => string> = {
  "account.confirmation-asked": m.trail_did_account_confirmation_asked,
  "account.confirmed": m.trail_did_account_confirmed,
  "account.deleted": m.trail_did_account_deleted,
  "account.email-change-asked": m.trail_did_account_email_change_asked,
  "account.email-changed": m.trail_did_account_email_changed,
  "account.password-changed": m.trail_did_account_password_changed,
  "account.code-asked": m.trail_did_account_code_asked,
  "account.reset-asked": m.trail_did_account_reset_asked,
  "account.sign-up-repeated": m.trail_did_account_sign_up_repeated,
  "account.signed-up": m.trail_did_account_signed_up,
  "account.two-factor-changed": m.trail_did_account_two_factor_changed,
  "backup.asked": m.trail_did_backup_asked,
  "backup.failed": m.trail_did_backup_failed,
  "backup.late": m.trail_did_backup_late,
  "backup.made": m.trail_did_backup_made,
  "booking.access-changed": m.trail_did_access_changed,
  "booking.acknowledged": m.trail_did_booking_acknowledged,
  "booking.cancelled": m.trail_did_booking_cancelled,
  "booking.confirmed": m.trail_did_booking_confirmed,
  "booking.contacted": m.trail_did_booking_contacted,
  "booking.corrected": m.trail_did_booking_corrected,
  "booking.correction-news": m.trail_did_booking_correction_news,
  "booking.declined": m.trail_did_booking_declined,
  "booking.escalated": m.trail_did_booking_escalated,
  "booking.hand-joined": m.trail_did_booking_hand_joined,
  "booking.hand-left": m.trail_did_booking_hand_left,
  "booking.hands-needed": m.trail_did_booking_hands_needed,
  "booking.days-planned": m.trail_did_booking_days_planned,
  "booking.series-begun": m.trail_did_booking_series_begun,
  "booking.series-shifted": m.trail_did_booking_series_shifted,
  "booking.series-ended": m.trail_did_booking_series_ended,
  "booking.series-asked-for": m.trail_did_booking_series_asked_for,
  "booking.series-stuck": m.trail_did_booking_series_stuck,
  "booking.imported": m.trail_did_booking_imported,
  "booking.hold-confirmed": m.trail_did_booking_hold_confirmed,
  "booking.hold-ended": m.trail_did_booking_hold_ended,
  "booking.link-asked": m.trail_did_booking_link_asked,
  "booking.moved": m.trail_did_booking_moved,
  "booking.noted": m.trail_did_booking_noted,
  "booking.on-call-asked": m.trail_did_booking_on_call_asked,
  "booking.passed-on": m.trail_did_booking_passed_on,
  "booking.requested": m.trail_did_booking_requested,
  "booking.rescheduled": m.trail_did_booking_rescheduled,
  "booking.review-answer-edited": m.trail_did_booking_review_answer_edited,
  "booking.review-answer-removed": m.trail_did_booking_review_answer_removed,
  "booking.review-answered": m.trail_did_booking_review_answered,
  "booking.review-published": m.trail_did_booking_review_published,
  "booking.review-withdrawn": m.trail_did_booking_review_withdrawn,
  "booking.reviewed": m.trail_did_booking_reviewed,
  "booking.revisit-asked": m.trail_did_booking_revisit_asked,
  "booking.revisit-booked": m.trail_did_booking_revisit_booked,
  "booking.technician-assigned": m.trail_did_booking_technician_assigned,
  "booking.technician-unassigned": m.trail_did_booking_technician_unassigned,
  "booking.visit-cancelled": m.trail_did_booking_visit_cancelled,
  "booking.visit-news": m.trail_did_booking_visit_news,
  "booking.visit-resized": m.trail_did_booking_visit_resized,
  "books.closed": m.trail_did_books_closed,
  "books.numbers-set": m.trail_did_books_numbers_set,
  "books.taken-over": m.trail_did_books_taken_over,
  "cheque.moved": m.trail_did_cheque_moved,
  "cheque.received": m.trail_did_cheque_received,
  "client-error.mended": m.trail_did_client_error_mended,
  "client-error.reopened": m.trail_did_client_error_reopened,
  "connection.tested": m.trail_did_connection_tested,
  "contact.message-sent": m.trail_did_contact_message_sent,
  "content.added": m.trail_did_content_added,
  "content.arranged": m.trail_did_content_arranged,
  "content.edited": m.trail_did_content_edited,
  "content.ending": m.trail_did_content_ending,
  "content.published": m.trail_did_content_published,
  "content.removed": m.trail_did_content_removed,
  "content.withdrawn": m.trail_did_content_withdrawn,
  "contract.requested": m.trail_did_contract_requested,
  "contract.agreed": m.trail_did_contract_agreed,
  "contract.activated": m.trail_did_contract_activated,
  "contract.visit-planned": m.trail_did_contract_visit_planned,
  "contract.ending": m.trail_did_contract_ending,
  "contract.expired": m.trail_did_contract_expired,
  "contract.cancelled": m.trail_did_contract_cancelled,
  "contract.renewed": m.trail_did_contract_renewed,
  "contract.renewal-drafted": m.trail_did_contract_renewal_drafted,
  "contract.earned": m.trail_did_contract_earned,
  "customer.access-changed": m.trail_did_access_changed,
  "customer.added": m.trail_did_customer_added,
  "customer.billing-changed": m.trail_did_customer_billing_changed,
  "customer.edited": m.trail_did_customer_edited,
  "customer.imported": m.trail_did_customer_imported,
  "customer.merged": m.trail_did_customer_merged,
  "customer.noted": m.trail_did_customer_noted,
  "holiday.added": m.trail_did_holiday_added,
  "holiday.closed": m.trail_did_holiday_closed,
  "holiday.confirmed": m.trail_did_holiday_confirmed,
  "holiday.opened": m.trail_did_holiday_opened,
  "holiday.removed": m.trail_did_holiday_removed,
  "holiday.season-cancelled": m.trail_did_holiday_season_cancelled,
  "holiday.season-planned": m.trail_did_holiday_season_planned,
  "inbox.item-moved": m.trail_did_inbox_item_moved,
  "invoice.credited": m.trail_did_invoice_credited,
  "invoice.draft-deleted": m.trail_did_invoice_draft_deleted,
  "invoice.drafted": m.trail_did_invoice_drafted,
  "invoice.issued": m.trail_did_invoice_issued,
  "invoice.link-asked": m.trail_did_invoice_link_asked,
  "invoice.e-invoice-asked": m.trail_did_invoice_e_invoice_asked,
  "invoice.reminded": m.trail_did_invoice_reminded,
  "invoice.reminders-started": m.trail_did_invoice_reminders_started,
  "invoice.reminders-stopped": m.trail_did_invoice_reminders_stopped,
  "invoice.settled": m.trail_did_invoice_settled,
  "invoice.written-off": m.trail_did_invoice_written_off,
  "key.made": m.trail_did_key_made,
  "key.revoked": m.trail_did_key_revoked,
  "mail.sent-again": m.trail_did_mail_sent_again,
  "package.price-planned": m.trail_did_package_price_planned,
  "package.price-withdrawn": m.trail_did_package_price_withdrawn,
  "payment.questioned": m.trail_did_payment_questioned,
  "payment.recorded": m.trail_did_payment_recorded,
  "payment.restored": m.trail_did_payment_restored,
  "payment.reversed": m.trail_did_payment_reversed,
  "payout.arrived": m.trail_did_payout_arrived,
  "quote.approved": m.trail_did_quote_approved,
  "quote.cancelled": m.trail_did_quote_cancelled,
  "quote.changes-requested": m.trail_did_quote_changes_requested,
  "quote.converted": m.trail_did_quote_converted,
  "quote.created": m.trail_did_quote_created,
  "quote.declined": m.trail_did_quote_declined,
  "quote.ending": m.trail_did_quote_ending,
  "quote.expired": m.trail_did_quote_expired,
  "quote.link-asked": m.trail_did_quote_link_asked,
  "quote.revised": m.trail_did_quote_revised,
  "quote.sent": m.trail_did_quote_sent,
  "quote.viewed": m.trail_did_quote_viewed,
  "quote.withdrawn": m.trail_did_quote_withdrawn,
  "refund.asked": m.trail_did_refund_asked,
  "refund.found": m.trail_did_refund_found,
  "refund.done": m.trail_did_refund_done,
  "refund.failed": m.trail_did_refund_failed,
  "security.dealt-with": m.trail_did_security_dealt_with,
  "security.reopened": m.trail_did_security_reopened,
  "service.added": m.trail_did_service_added,
  "service.all-arranged": m.trail_did_service_all_arranged,
  "service.archived": m.trail_did_service_archived,
  "service.deleted": m.trail_did_service_deleted,
  "service.edited": m.trail_did_service_edited,
  "service.price-planned": m.trail_did_service_price_planned,
  "service.price-withdrawn": m.trail_did_service_price_withdrawn,
  "service.prices-imported": m.trail_did_service_prices_imported,
  "service.restored": m.trail_did_service_restored,
  "settings.changed": m.trail_did_settings_changed,
  "staff.disabled": m.trail_did_staff_disabled,
  "staff.enabled": m.trail_did_staff_enabled,
  "staff.invitation-withdrawn": m.trail_did_staff_invitation_withdrawn,
  "staff.invited": m.trail_did_staff_invited,
  "staff.role-changed": m.trail_did_staff_role_changed,
  "restore.made": m.trail_did_restore_made,
  "restore.numbers-skipped": m.trail_did_restore_numbers_skipped,
  "restore.released": m.trail_did_restore_released,
  "staff.second-factor-asked": m.trail_did_staff_second_factor_asked,
  "staff.sessions-ended": m.trail_did_staff_sessions_ended,
  "technician.added": m.trail_did_technician_added,
  "technician.calendar-closed": m.trail_did_technician_calendar_closed,
  "technician.calendar-opened": m.trail_did_technician_calendar_opened,
  "technician.certificate-recorded": m.trail_did_technician_certificate_recorded,
  "technician.certificate-removed": m.trail_did_technician_certificate_removed,
  "technician.deactivated": m.trail_did_technician_deactivated,
  "technician.edited": m.trail_did_technician_edited,
  "technician.invited": m.trail_did_technician_invited,
  "technician.on-call-cancelled": m.trail_did_technician_on_call_cancelled,
  "technician.on-call-changed": m.trail_did_technician_on_call_changed,
  "technician.on-call-planned": m.trail_did_technician_on_call_planned,
  "technician.picture-changed": m.trail_did_technician_picture_changed,
  "technician.picture-removed": m.trail_did_technician_picture_removed,
  "technician.reactivated": m.trail_did_technician_reactivated,
  "technician.shifts-changed": m.trail_did_technician_shifts_changed,
  "technician.skills-changed": m.trail_did_technician_skills_changed,
  "technician.time-off-cancelled": m.trail_did_technician_time_off_cancelled,
  "technician.time-off-planned": m.trail_did_technician_time_off_planned,
  "technician.zones-changed": m.trail_did_technician_zones_changed,
  "webhook.added": m.trail_did_webhook_added,
  "webhook.changed": m.trail_did_webhook_changed,
  "webhook.removed": m.trail_did_webhook_removed,
  "webhook.secret-renewed": m.trail_did_webhook_secret_renewed,
  "webhook.switched-off": m.trail_did_webhook_switched_off,
  "webhook.switched-on": m.trail_did_webhook_switched_on,
};

/** A kind of record as the trail tells of it. */
interface Kind {
  label: () => string;
  /** Where one is seen. */
  page?: (id: string) => string;
  /** Where they all are on one page. */
  allOn?: string;
  /** Where they are kept, and what people know them by; absent: it is no record of its own. */
  source?: Source;
}

interface Source {
  from: string;
  id: string;
  name: string;
  /** Its ids are words; all others are uuids. */
  textIds?: true;
}

/** Every kind of record that the trail tells of, a row each. */
const kinds: Record<string, Kind> = {
  account: { label: m.trail_kind_account, source: { from: "users", id: "id", name: "name" } },
  backup: { label: m.trail_kind_backup },
  booking: {
    label: m.trail_kind_booking,
    page: (id) => `/admin/bookings/${id}`,
    source: { from: "bookings", id: "id", name: "reference" },
  },
  books: { label: m.trail_kind_books },
  cheque: {
    label: m.trail_kind_cheque,
    page: (id) => `/admin/payments/cheques/${id}`,
    source: { from: "cheques", id: "id", name: "number" },
  },
  "client-error": {
    label: m.trail_kind_client_error,
    page: (id) => `/admin/activity/errors/${id}`,
    source: { from: "client_error_groups", id: "id", name: "message" },
  },
  connection: { label: m.trail_kind_connection, allOn: "/admin/settings/connections" },
  contact: {
    label: m.trail_kind_contact,
    page: (id) => `/admin/inbox/${id}`,
    source: { from: "contact_messages", id: "id", name: "reference" },
  },
  contract: {
    label: m.trail_kind_contract,
    page: (id) => `/admin/contracts/${id}`,
    source: { from: "contracts", id: "id", name: "reference" },
  },
  customer: {
    label: m.trail_kind_customer,
    page: (id) => `/admin/customers/${id}`,
    source: { from: "customers", id: "id", name: "name" },
  },
  faq: {
    label: m.trail_kind_faq,
    allOn: "/admin/settings/services",
    source: { from: "service_faqs", id: "id", name: "question" },
  },
  holiday: { label: m.trail_kind_holiday, allOn: "/admin/holidays" },
  inbox: {
    label: m.trail_kind_inbox,
    page: (id) => `/admin/inbox/${id}`,
    source: {
      from: "(SELECT id, reference FROM contact_messages UNION ALL SELECT id, reference FROM contracts) AS item",
      id: "id",
      name: "reference",
    },
  },
  invoice: {
    label: m.trail_kind_invoice,
    page: (id) => `/admin/invoices/${id}`,
    source: { from: "invoices", id: "id", name: "reference" },
  },
  key: { label: m.trail_kind_key, allOn: "/admin/api", source: { from: "api_keys", id: "id", name: "name" } },
  mail: { label: m.trail_kind_mail },
  package: {
    label: m.trail_kind_package,
    allOn: "/admin/pricing?view=packages",
    source: {
      from: "package_prices JOIN packages ON packages.id = package_id",
      id: "package_prices.id",
      name: "packages.name",
    },
  },
  paper: {
    label: m.trail_kind_paper,
    allOn: "/admin/settings/papers",
    source: { from: "company_papers", id: "id", name: "title" },
  },
  payment: {
    label: m.trail_kind_payment,
    page: (id) => `/admin/payments/${id}`,
    source: { from: "payments", id: "id", name: "reference" },
  },
  payout: { label: m.trail_kind_payout, allOn: "/admin/payments/payouts" },
  price: {
    label: m.trail_kind_price,
    allOn: "/admin/pricing",
    source: {
      from: "prices JOIN services ON services.id = service_id",
      id: "prices.id",
      name: "services.name",
    },
  },
  quote: {
    label: m.trail_kind_quote,
    page: (id) => `/admin/quotes/${id}`,
    source: { from: "quotes", id: "id", name: "reference" },
  },
  refund: { label: m.trail_kind_refund },
  restore: { label: m.trail_kind_restore },
  season: { label: m.trail_kind_season, allOn: "/admin/holidays" },
  security: {
    label: m.trail_kind_security,
    page: (id) => `/admin/activity/security/${id}`,
    source: { from: "security_cases", id: "id", name: "host(client_ip)" },
  },
  service: {
    label: m.trail_kind_service,
    page: (id) => `/admin/services/${id}`,
    source: { from: "services", id: "id", name: "name", textIds: true },
  },
  settings: { label: m.trail_kind_settings, allOn: "/admin/settings" },
  staff: {
    label: m.trail_kind_staff,
    allOn: "/admin/team",
    source: { from: "users", id: "id", name: "name" },
  },
  technician: {
    label: m.trail_kind_technician,
    page: (id) => `/admin/technicians/${id}`,
    source: { from: "technicians", id: "id", name: "name" },
  },
  testimonial: {
    label: m.trail_kind_testimonial,
    allOn: "/admin/settings/testimonials",
    source: { from: "testimonials", id: "id", name: "client_name" },
  },
  work: {
    label: m.trail_kind_work,
    allOn: "/admin/settings/portfolio",
    source: { from: "portfolio_items", id: "id", name: "title" },
  },
  "typical-job": {
    label: m.trail_kind_typical_job,
    allOn: "/admin/settings/services",
    source: { from: "service_jobs", id: "id", name: "title" },
  },
  webhook: {
    label: m.trail_kind_webhook,
    allOn: "/admin/api",
    source: { from: "webhooks", id: "id", name: "url" },
  },
};

const roles: Record<Role, () => string> = {
  admin: m.trail_role_admin,
  dispatcher: m.trail_role_dispatcher,
  accountant: m.trail_role_accountant,
  technician: m.trail_role_technician,
  customer: m.trail_role_customer,
  visitor: m.trail_role_visitor,
  "link-holder": m.trail_role_link_holder,
  "calendar-holder": m.trail_role_calendar_holder,
  system: m.trail_role_system,
};

export const eventTypes = Object.keys(did);
export const recordKinds = Object.keys(kinds);
