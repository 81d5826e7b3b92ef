import { m } from "~/paraglide/messages";
import type { Role } from "~/platform/auth/actor";
import type { EventType } from "~/platform/events/events";

/** Label of an event type; an unknown type of an older version shows its name. */
export function labelForEvent(type: string): string {
  return (eventLabels as Record<string, (() => string) | undefined>)[type]?.() ?? type;
}

export function labelForRole(role: string): string {
  return (roles as Record<string, (() => string) | undefined>)[role]?.() ?? role;
}

/** Description of a record kind; an unknown kind of an older version shows its name. */
export function kindOf(kind: string): Kind {
  return (Object.hasOwn(kinds, kind) && kinds[kind]) || { label: () => kind };
}

const eventLabels: Record<EventType, () => string> = {
  "account.confirmation-requested": m.activity_did_account_confirmation_requested,
  "account.confirmed": m.activity_did_account_confirmed,
  "account.deleted": m.activity_did_account_deleted,
  "account.email-change-requested": m.activity_did_account_email_change_requested,
  "account.email-changed": m.activity_did_account_email_changed,
  "account.password-changed": m.activity_did_account_password_changed,
  "account.code-requested": m.activity_did_account_code_requested,
  "account.reset-requested": m.activity_did_account_reset_requested,
  "account.sign-up-repeated": m.activity_did_account_sign_up_repeated,
  "account.signed-up": m.activity_did_account_signed_up,
  "account.two-factor-changed": m.activity_did_account_two_factor_changed,
  "backup.requested": m.activity_did_backup_requested,
  "backup.failed": m.activity_did_backup_failed,
  "backup.late": m.activity_did_backup_late,
  "backup.completed": m.activity_did_backup_completed,
  "booking.access-changed": m.activity_did_access_changed,
  "booking.acknowledged": m.activity_did_booking_acknowledged,
  "booking.cancelled": m.activity_did_booking_cancelled,
  "booking.confirmed": m.activity_did_booking_confirmed,
  "booking.contacted": m.activity_did_booking_contacted,
  "booking.corrected": m.activity_did_booking_corrected,
  "booking.correction-notification-due": m.activity_did_booking_correction_notification_due,
  "booking.declined": m.activity_did_booking_declined,
  "booking.delayed": m.activity_did_booking_delayed,
  "booking.escalated": m.activity_did_booking_escalated,
  "booking.helper-added": m.activity_did_booking_helper_added,
  "booking.helper-removed": m.activity_did_booking_helper_removed,
  "booking.crew-size-changed": m.activity_did_booking_crew_size_changed,
  "booking.days-planned": m.activity_did_booking_days_planned,
  "booking.recurrence-started": m.activity_did_booking_recurrence_started,
  "booking.recurrence-shifted": m.activity_did_booking_recurrence_shifted,
  "booking.recurrence-ended": m.activity_did_booking_recurrence_ended,
  "booking.recurrence-technician-changed": m.activity_did_booking_recurrence_technician_changed,
  "booking.recurrence-stuck": m.activity_did_booking_recurrence_stuck,
  "booking.imported": m.activity_did_booking_imported,
  "booking.hold-confirmed": m.activity_did_booking_hold_confirmed,
  "booking.hold-expired": m.activity_did_booking_hold_expired,
  "booking.link-requested": m.activity_did_booking_link_requested,
  "booking.status-changed": m.activity_did_booking_status_changed,
  "booking.noted": m.activity_did_booking_noted,
  "booking.on-call-paged": m.activity_did_booking_on_call_paged,
  "booking.page-declined": m.activity_did_booking_on_call_page_declined,
  "booking.requested": m.activity_did_booking_requested,
  "booking.rescheduled": m.activity_did_booking_rescheduled,
  "booking.review-answer-edited": m.activity_did_booking_review_answer_edited,
  "booking.review-answer-removed": m.activity_did_booking_review_answer_removed,
  "booking.review-answered": m.activity_did_booking_review_answered,
  "booking.review-published": m.activity_did_booking_review_published,
  "booking.review-withdrawn": m.activity_did_booking_review_withdrawn,
  "booking.reviewed": m.activity_did_booking_reviewed,
  "booking.warranty-visit-requested": m.activity_did_booking_warranty_visit_requested,
  "booking.warranty-visit-booked": m.activity_did_booking_warranty_visit_booked,
  "booking.technician-assigned": m.activity_did_booking_technician_assigned,
  "booking.technician-unassigned": m.activity_did_booking_technician_unassigned,
  "booking.visit-cancelled": m.activity_did_booking_visit_cancelled,
  "booking.visit-notification-due": m.activity_did_booking_visit_notification_due,
  "booking.visit-resized": m.activity_did_booking_visit_resized,
  "books.closed": m.activity_did_books_closed,
  "books.numbers-set": m.activity_did_books_numbers_set,
  "books.opening-balances-imported": m.activity_did_books_opening_balances_imported,
  "cheque.state-changed": m.activity_did_cheque_state_changed,
  "cheque.received": m.activity_did_cheque_received,
  "client-error.fixed": m.activity_did_client_error_fixed,
  "client-error.reopened": m.activity_did_client_error_reopened,
  "connection.tested": m.activity_did_connection_tested,
  "contact.message-sent": m.activity_did_contact_message_sent,
  "content.added": m.activity_did_content_added,
  "content.reordered": m.activity_did_content_reordered,
  "content.edited": m.activity_did_content_edited,
  "content.expiring": m.activity_did_content_expiring,
  "content.published": m.activity_did_content_published,
  "content.removed": m.activity_did_content_removed,
  "content.withdrawn": m.activity_did_content_withdrawn,
  "contract.requested": m.activity_did_contract_requested,
  "contract.agreed": m.activity_did_contract_agreed,
  "contract.activated": m.activity_did_contract_activated,
  "contract.visit-planned": m.activity_did_contract_visit_planned,
  "contract.expiring": m.activity_did_contract_expiring,
  "contract.expired": m.activity_did_contract_expired,
  "contract.cancelled": m.activity_did_contract_cancelled,
  "contract.renewed": m.activity_did_contract_renewed,
  "contract.renewal-drafted": m.activity_did_contract_renewal_drafted,
  "contract.revenue-recognised": m.activity_did_contract_revenue_recognised,
  "customer.access-changed": m.activity_did_access_changed,
  "customer.added": m.activity_did_customer_added,
  "customer.billing-changed": m.activity_did_customer_billing_changed,
  "customer.edited": m.activity_did_customer_edited,
  "customer.imported": m.activity_did_customer_imported,
  "customer.merged": m.activity_did_customer_merged,
  "customer.noted": m.activity_did_customer_noted,
  "holiday.added": m.activity_did_holiday_added,
  "holiday.closed": m.activity_did_holiday_closed,
  "holiday.confirmed": m.activity_did_holiday_confirmed,
  "holiday.opened": m.activity_did_holiday_opened,
  "holiday.removed": m.activity_did_holiday_removed,
  "holiday.season-cancelled": m.activity_did_holiday_season_cancelled,
  "holiday.season-planned": m.activity_did_holiday_season_planned,
  "inbox.item-state-changed": m.activity_did_inbox_item_state_changed,
  "invoice.credited": m.activity_did_invoice_credited,
  "invoice.draft-deleted": m.activity_did_invoice_draft_deleted,
  "invoice.drafted": m.activity_did_invoice_drafted,
  "invoice.issued": m.activity_did_invoice_issued,
  "invoice.link-requested": m.activity_did_invoice_link_requested,
  "invoice.e-invoice-requested": m.activity_did_invoice_e_invoice_requested,
  "invoice.reminded": m.activity_did_invoice_reminded,
  "invoice.reminders-started": m.activity_did_invoice_reminders_started,
  "invoice.reminders-stopped": m.activity_did_invoice_reminders_stopped,
  "invoice.settled": m.activity_did_invoice_settled,
  "invoice.written-off": m.activity_did_invoice_written_off,
  "key.created": m.activity_did_api_key_created,
  "key.revoked": m.activity_did_api_key_revoked,
  "mail.resent": m.activity_did_mail_resent,
  "package.price-planned": m.activity_did_package_price_planned,
  "package.price-withdrawn": m.activity_did_package_price_withdrawn,
  "payment.questioned": m.activity_did_payment_questioned,
  "payment.recorded": m.activity_did_payment_recorded,
  "payment.restored": m.activity_did_payment_restored,
  "payment.reversed": m.activity_did_payment_reversed,
  "payout.arrived": m.activity_did_payout_arrived,
  "quote.approved": m.activity_did_quote_approved,
  "quote.cancelled": m.activity_did_quote_cancelled,
  "quote.changes-requested": m.activity_did_quote_changes_requested,
  "quote.converted": m.activity_did_quote_converted,
  "quote.created": m.activity_did_quote_created,
  "quote.declined": m.activity_did_quote_declined,
  "quote.expiring": m.activity_did_quote_expiring,
  "quote.expired": m.activity_did_quote_expired,
  "quote.link-requested": m.activity_did_quote_link_requested,
  "quote.revised": m.activity_did_quote_revised,
  "quote.sent": m.activity_did_quote_sent,
  "quote.viewed": m.activity_did_quote_viewed,
  "quote.withdrawn": m.activity_did_quote_withdrawn,
  "refund.requested": m.activity_did_refund_requested,
  "refund.found": m.activity_did_refund_found,
  "refund.done": m.activity_did_refund_done,
  "refund.failed": m.activity_did_refund_failed,
  "security.resolved": m.activity_did_security_case_closed,
  "security.reopened": m.activity_did_security_reopened,
  "service.added": m.activity_did_service_added,
  "service.reordered": m.activity_did_service_all_reordered,
  "service.archived": m.activity_did_service_archived,
  "service.deleted": m.activity_did_service_deleted,
  "service.edited": m.activity_did_service_edited,
  "service.price-planned": m.activity_did_service_price_planned,
  "service.price-withdrawn": m.activity_did_service_price_withdrawn,
  "service.prices-imported": m.activity_did_service_prices_imported,
  "service.restored": m.activity_did_service_restored,
  "settings.changed": m.activity_did_settings_changed,
  "staff.disabled": m.activity_did_staff_disabled,
  "staff.enabled": m.activity_did_staff_enabled,
  "staff.invitation-withdrawn": m.activity_did_staff_invitation_withdrawn,
  "staff.invited": m.activity_did_staff_invited,
  "staff.role-changed": m.activity_did_staff_role_changed,
  "restore.completed": m.activity_did_restore_completed,
  "restore.numbers-skipped": m.activity_did_restore_numbers_skipped,
  "restore.released": m.activity_did_restore_released,
  "staff.second-factor-required": m.activity_did_staff_second_factor_required,
  "staff.sessions-ended": m.activity_did_staff_sessions_ended,
  "technician.added": m.activity_did_technician_added,
  "technician.calendar-link-disabled": m.activity_did_technician_calendar_link_disabled,
  "technician.calendar-link-enabled": m.activity_did_technician_calendar_link_enabled,
  "technician.certificate-recorded": m.activity_did_technician_certificate_recorded,
  "technician.certificate-removed": m.activity_did_technician_certificate_removed,
  "technician.deactivated": m.activity_did_technician_deactivated,
  "technician.edited": m.activity_did_technician_edited,
  "technician.invited": m.activity_did_technician_invited,
  "technician.on-call-cancelled": m.activity_did_technician_on_call_cancelled,
  "technician.on-call-changed": m.activity_did_technician_on_call_changed,
  "technician.on-call-planned": m.activity_did_technician_on_call_planned,
  "technician.picture-changed": m.activity_did_technician_picture_changed,
  "technician.picture-removed": m.activity_did_technician_picture_removed,
  "technician.reactivated": m.activity_did_technician_reactivated,
  "technician.shifts-changed": m.activity_did_technician_shifts_changed,
  "technician.skills-changed": m.activity_did_technician_skills_changed,
  "technician.time-off-cancelled": m.activity_did_technician_time_off_cancelled,
  "technician.time-off-planned": m.activity_did_technician_time_off_planned,
  "technician.zones-changed": m.activity_did_technician_zones_changed,
  "webhook.added": m.activity_did_webhook_added,
  "webhook.changed": m.activity_did_webhook_changed,
  "webhook.removed": m.activity_did_webhook_removed,
  "webhook.secret-renewed": m.activity_did_webhook_secret_renewed,
  "webhook.switched-off": m.activity_did_webhook_switched_off,
  "webhook.switched-on": m.activity_did_webhook_switched_on,
};

/** Kind of record in the audit trail. */
interface Kind {
  label: () => string;
  /** Path of one record. */
  page?: (id: string) => string;
  /** Path of the page that lists them all. */
  allOn?: string;
  /** Table and name column; absent for kinds without a table. */
  source?: Source;
}

interface Source {
  from: string;
  id: string;
  name: string;
  /** Ids are texts; all others are uuids. */
  textIds?: true;
}

/** All record kinds of the audit trail. */
const kinds: Record<string, Kind> = {
  account: { label: m.activity_kind_account, source: { from: "users", id: "id", name: "name" } },
  backup: { label: m.activity_kind_backup },
  booking: {
    label: m.activity_kind_booking,
    page: (id) => `/admin/bookings/${id}`,
    source: { from: "bookings", id: "id", name: "reference" },
  },
  books: { label: m.activity_kind_books },
  cheque: {
    label: m.activity_kind_cheque,
    page: (id) => `/admin/payments/cheques/${id}`,
    source: { from: "cheques", id: "id", name: "number" },
  },
  "client-error": {
    label: m.activity_kind_client_error,
    page: (id) => `/admin/activity/errors/${id}`,
    source: { from: "client_error_groups", id: "id", name: "message" },
  },
  connection: { label: m.activity_kind_connection, allOn: "/admin/settings/connections" },
  contact: {
    label: m.activity_kind_contact,
    page: (id) => `/admin/inbox/${id}`,
    source: { from: "contact_messages", id: "id", name: "reference" },
  },
  contract: {
    label: m.activity_kind_contract,
    page: (id) => `/admin/contracts/${id}`,
    source: { from: "contracts", id: "id", name: "reference" },
  },
  customer: {
    label: m.activity_kind_customer,
    page: (id) => `/admin/customers/${id}`,
    source: { from: "customers", id: "id", name: "name" },
  },
  faq: {
    label: m.activity_kind_faq,
    allOn: "/admin/settings/services",
    source: { from: "service_faqs", id: "id", name: "question" },
  },
  holiday: { label: m.activity_kind_holiday, allOn: "/admin/holidays" },
  inbox: {
    label: m.activity_kind_inbox,
    page: (id) => `/admin/inbox/${id}`,
    source: {
      from: "(SELECT id, reference FROM contact_messages UNION ALL SELECT id, reference FROM contracts) AS item",
      id: "id",
      name: "reference",
    },
  },
  invoice: {
    label: m.activity_kind_invoice,
    page: (id) => `/admin/invoices/${id}`,
    source: { from: "invoices", id: "id", name: "reference" },
  },
  key: {
    label: m.activity_kind_key,
    allOn: "/admin/api",
    source: { from: "api_keys", id: "id", name: "name" },
  },
  mail: { label: m.activity_kind_mail },
  package: {
    label: m.activity_kind_package,
    allOn: "/admin/pricing?view=packages",
    source: {
      from: "package_prices JOIN packages ON packages.id = package_id",
      id: "package_prices.id",
      name: "packages.name",
    },
  },
  "company-certificate": {
    label: m.activity_kind_company_certificate,
    allOn: "/admin/settings/company-documents",
    source: { from: "company_certificates", id: "id", name: "title" },
  },
  payment: {
    label: m.activity_kind_payment,
    page: (id) => `/admin/payments/${id}`,
    source: { from: "payments", id: "id", name: "reference" },
  },
  payout: { label: m.activity_kind_payout, allOn: "/admin/payments/payouts" },
  price: {
    label: m.activity_kind_price,
    allOn: "/admin/pricing",
    source: {
      from: "prices JOIN services ON services.id = service_id",
      id: "prices.id",
      name: "services.name",
    },
  },
  quote: {
    label: m.activity_kind_quote,
    page: (id) => `/admin/quotes/${id}`,
    source: { from: "quotes", id: "id", name: "reference" },
  },
  refund: { label: m.activity_kind_refund },
  restore: { label: m.activity_kind_restore },
  season: { label: m.activity_kind_season, allOn: "/admin/holidays" },
  security: {
    label: m.activity_kind_security,
    page: (id) => `/admin/activity/security/${id}`,
    source: { from: "security_cases", id: "id", name: "host(client_ip)" },
  },
  service: {
    label: m.activity_kind_service,
    page: (id) => `/admin/services/${id}`,
    source: { from: "services", id: "id", name: "name", textIds: true },
  },
  settings: { label: m.activity_kind_settings, allOn: "/admin/settings" },
  staff: {
    label: m.activity_kind_staff,
    allOn: "/admin/team",
    source: { from: "users", id: "id", name: "name" },
  },
  technician: {
    label: m.activity_kind_technician,
    page: (id) => `/admin/technicians/${id}`,
    source: { from: "technicians", id: "id", name: "name" },
  },
  testimonial: {
    label: m.activity_kind_testimonial,
    allOn: "/admin/settings/testimonials",
    source: { from: "testimonials", id: "id", name: "client_name" },
  },
  "portfolio-item": {
    label: m.activity_kind_portfolio_item,
    allOn: "/admin/settings/portfolio",
    source: { from: "portfolio_items", id: "id", name: "title" },
  },
  "typical-job": {
    label: m.activity_kind_typical_job,
    allOn: "/admin/settings/services",
    source: { from: "service_jobs", id: "id", name: "title" },
  },
  webhook: {
    label: m.activity_kind_webhook,
    allOn: "/admin/api",
    source: { from: "webhooks", id: "id", name: "url" },
  },
};

const roles: Record<Role, () => string> = {
  admin: m.activity_role_admin,
  dispatcher: m.activity_role_dispatcher,
  accountant: m.activity_role_accountant,
  technician: m.activity_role_technician,
  customer: m.activity_role_customer,
  visitor: m.activity_role_visitor,
  "link-holder": m.activity_role_link_holder,
  "calendar-holder": m.activity_role_calendar_holder,
  system: m.activity_role_system,
};

export const eventTypes = Object.keys(eventLabels);
export const recordKinds = Object.keys(kinds);
