import { labelForTimelineEntry } from "~/features/operations/bookings/labels";
import { labelForSlotTaken } from "~/features/operations/bookings/request/labels";
import { labelForConflicts } from "~/features/operations/scheduling/labels";
import { missingDetailsMessage, pathOfMissingDetails } from "./features/core/business/company-details";
import { labelForReliefObstacle } from "./features/finance/invoices/labels";
import { documentHint } from "./features/finance/ledger/labels";
import type { TimelineEntry } from "./features/operations/bookings/booking";
import type { Conflict } from "./features/operations/scheduling/slots";
import { m } from "./paraglide/messages";
import { tooManyRequests } from "./platform/errors";
import { type RefusalTable, refusalAsError } from "./platform/http/mount-endpoints.server";
import { bidiIsolate, formatList, leftToRight } from "./platform/locale/locale";
import { formatMoney } from "./platform/money";
import { formatDay, formatTime } from "./platform/time";

/** Texts that depend on the kind of record. */
const notFound: Record<string, () => string> = {
  booking: m.booking_error_not_found,
  content: m.website_error_not_found,
  contract: m.contract_error_not_found,
  inbox: m.inbox_error_not_found,
  customer: m.admin_customers_error_not_found,
  invoice: m.invoices_error_not_found,
  key: m.keys_error_not_found,
  webhook: m.webhooks_error_not_found,
  payment: m.payments_error_not_found,
  package: m.admin_price_error_gone,
  price: m.admin_price_error_gone,
  quote: m.quotes_error_not_found,
  review: m.booking_error_not_found,
  service: m.catalogue_error_not_found,
  staff: m.team_error_not_found,
  technician: m.admin_people_error_not_found,
  "own visit": m.technician_error_not_found,
  emergency: m.technician_emergency_over,
};

const stale: Record<string, () => string> = {
  inbox: m.inbox_error_stale,
  content: m.website_error_stale,
  contract: m.contract_error_stale,
  customer: m.customers_error_stale,
  invoice: m.invoices_error_stale,
  quote: m.quotes_error_stale,
  package: m.pricing_package_error_stale,
  payment: m.payments_error_stale,
  price: m.pricing_error_stale,
  service: m.catalogue_error_stale,
  settings: m.settings_error_stale,
  staff: m.team_error_changed,
  technician: m.admin_people_error_stale,
};

const wrongState: Record<string, () => string> = {
  inbox: m.inbox_error_wrong_state,
  contract: m.contract_error_wrong_state,
  invoice: m.invoices_error_wrong_state,
  quote: m.quotes_error_wrong_state,
  payment: m.payments_error_wrong_state,
  review: m.account_aftercare_wrong_state,
  staff: m.team_error_changed,
  "security event": m.security_error_changed,
};

const tooMany: Record<string, (limit: { max: number }) => string> = {
  booking: m.admin_filters_too_many,
  key: m.keys_error_too_many,
  webhook: m.webhooks_error_too_many,
};

/** Answers to all expected refusals: status, text and additional fields. */
export const refusals: RefusalTable = {
  "not-allowed": {
    status: 403,
    respond: (_, subject) => ({
      message: subject === "booking" ? m.booking_error_not_allowed() : m.common_error_not_allowed(),
    }),
  },
  "not-found": {
    status: 404,
    respond: (_, subject) => ({ message: (notFound[subject] ?? m.common_error_not_found)() }),
  },
  stale: {
    status: 409,
    respond: ({ last }, subject) => ({
      message: last
        ? m.booking_error_stale_by({
            name: bidiIsolate(last.name),
            what: labelForTimelineEntry(last.event as TimelineEntry),
            time: formatTime(last.at, "time"),
          })
        : (stale[subject] ?? m.booking_error_stale)(),
    }),
  },
  "too-many": {
    status: 409,
    respond: ({ max }, subject) => ({
      message: tooMany[subject]?.({ max }) ?? m.account_property_too_many(),
    }),
  },
  "still-occurring": { status: 409, respond: () => ({ message: m.security_error_still_occurring() }) },
  "key-reused": { status: 422, respond: () => ({ message: m.booking_error_idempotency_reused() }) },
  "rate-limited": {
    status: 429,
    respond: ({ retryAfterSeconds: seconds }) =>
      tooManyRequests(seconds, m.booking_error_too_many({ seconds })),
  },

  // Inbox
  "channel-unavailable": { status: 409, respond: () => ({ message: m.inbox_error_channel_unavailable() }) },
  "opted-out": { status: 409, respond: () => ({ message: m.inbox_error_opted_out() }) },
  "window-closed": { status: 409, respond: () => ({ message: m.inbox_error_window_closed() }) },

  // Bookings and visits
  "reason-required": { status: 422, respond: () => ({ message: m.booking_error_reason_required() }) },
  "text-required": { status: 422, respond: () => ({ message: m.booking_error_text_required() }) },
  "wrong-state": {
    status: 409,
    respond: (_, subject) => ({ message: (wrongState[subject] ?? m.booking_error_wrong_state)() }),
  },
  "not-completed": { status: 409, respond: () => ({ message: m.booking_error_not_completed() }) },
  "emergency-not-correctable": {
    status: 409,
    respond: () => ({ field: "service", message: m.booking_error_emergency_not_correctable() }),
  },
  "too-late": { status: 409, respond: () => ({ message: m.booking_error_too_late() }) },
  "sign-in-required": { status: 401, respond: () => ({ message: m.common_error_not_signed_in() }) },
  "customer-notified": { status: 409, respond: () => ({ message: m.booking_error_customer_notified() }) },
  "changed-since": {
    status: 409,
    respond: ({ last: { name, event, at } }) => {
      const change = { what: labelForTimelineEntry(event as TimelineEntry), time: formatTime(at, "time") };
      return {
        message: name
          ? m.booking_error_changed_since_by({ name: bidiIsolate(name), ...change })
          : m.booking_error_changed_since(change),
      };
    },
  },
  "not-today": {
    status: 409,
    respond: ({ startsAt }) => ({
      message: m.booking_error_not_today({ when: formatTime(startsAt, "dateTime") }),
    }),
  },
  "visit-unknown": { status: 404, respond: () => ({ message: m.booking_error_visit_unknown() }) },
  "slot-taken": {
    status: 409,
    respond: ({ alternatives, holiday }) => ({
      message: labelForSlotTaken([...alternatives], holiday),
      extra: { alternatives },
    }),
  },
  "captcha-required": {
    status: 409,
    respond: ({ proofOfWork, about }) => ({
      message: about === "hold" ? m.booking_error_captcha_client() : m.booking_error_captcha_emergency(),
      extra: { captcha: proofOfWork, about },
    }),
  },
  "time-not-held": {
    status: 409,
    respond: ({ day, isNew }) => ({
      message: isNew
        ? m.booking_error_not_held({ day: formatDay(day) })
        : m.booking_error_not_held_moved({ day: formatDay(day) }),
    }),
  },
  "already-booked": {
    status: 409,
    respond: ({ reference }) => ({
      message: m.booking_error_already_booked({ reference }),
      extra: { reference },
    }),
  },
  "technician-unknown": { status: 404, respond: () => ({ message: m.booking_error_technician_unknown() }) },
  "technician-busy": {
    status: 409,
    respond: ({ who }) => ({ message: labelForBusy(who) }),
  },
  "multi-day-locked": { status: 409, respond: () => ({ message: m.booking_error_multi_day_locked() }) },
  "days-busy": {
    status: 409,
    respond: ({ busyDays }) => ({
      message: m.booking_error_days_busy({
        taken: formatList(
          busyDays.map(({ technicianName, day }) =>
            m.booking_error_day_busy({ name: bidiIsolate(technicianName), day: formatDay(day) }),
          ),
        ),
      }),
    }),
  },
  "permit-ends-before": {
    status: 400,
    respond: ({ day }) => ({
      field: "permitUntil",
      message: m.access_error_permit_ends_before({ day: formatDay(day) }),
    }),
  },
  "already-recurring": { status: 409, respond: () => ({ message: m.recurring_bookings_error_repeats() }) },
  "no-open-days": { status: 409, respond: () => ({ message: m.booking_error_no_open_days() }) },
  "emergency-assigned": {
    status: 409,
    respond: ({ assignee }) => ({
      message: assignee
        ? m.technician_emergency_assigned({ name: bidiIsolate(assignee) })
        : m.technician_emergency_over(),
    }),
  },
  "technician-warning": {
    status: 409,
    respond({ conflicts, holiday = null }) {
      const conflictText = labelForConflicts(conflicts, holiday);
      return { message: m.booking_error_technician_warning({ why: conflictText }), extra: { conflictText } };
    },
  },
  "unknown-service": {
    status: 404,
    respond: (_, subject) =>
      subject === "price"
        ? { message: m.catalogue_error_not_found() }
        : { field: "service", message: m.booking_error_service_unknown() },
  },
  "unknown-trade": {
    status: 400,
    respond: () => ({ field: "trade", message: m.booking_error_service_unknown() }),
  },
  "unknown-item": { status: 409, respond: () => ({ field: "items", message: m.lines_error_item_gone() }) },
  invoiced: { status: 409, respond: () => ({ message: m.lines_error_invoiced() }) },
  "unknown-former-technician": {
    status: 422,
    respond: () => ({ message: m.preferred_technician_error_unknown_former() }),
  },
  "unknown-photo": {
    status: 409,
    respond: (_, subject) =>
      subject === "own visit"
        ? { message: m.technician_error_unknown_photo() }
        : { field: "photoIds", message: m.booking_error_photo_gone() },
  },
  "security-wrong": {
    status: 400,
    respond: () => ({ field: "securityCheck", message: m.booking_error_security_wrong() }),
  },
  "security-expired": {
    status: 400,
    respond: () => ({ field: "securityCheck", message: m.booking_error_security_expired() }),
  },

  "email-undeliverable": {
    status: 422,
    respond: () => ({ message: m.common_email_undeliverable() }),
  },

  // Customers
  merged: { status: 409, respond: () => ({ message: m.admin_customers_error_merged() }) },
  same: { status: 409, respond: () => ({ message: m.admin_customers_error_same() }) },
  "two-accounts": { status: 409, respond: () => ({ message: m.customers_error_two_accounts() }) },
  "account-email": { status: 409, respond: () => ({ message: m.admin_customers_error_account_email() }) },
  duplicates: {
    status: 409,
    respond: ({ duplicates }) => ({ message: m.customers_error_duplicate(), extra: { duplicates } }),
  },

  "customer-ambiguous": {
    status: 409,
    respond: ({ candidates }) => ({ message: m.customers_error_ambiguous(), extra: { candidates } }),
  },

  // Quotes
  "quote-expired": { status: 409, respond: () => ({ message: m.quotes_error_expired() }) },
  superseded: { status: 409, respond: () => ({ message: m.quotes_error_superseded() }) },
  "no-lines": { status: 422, respond: () => ({ message: m.quotes_error_no_lines() }) },
  "no-email": { status: 422, respond: () => ({ message: m.quotes_error_no_email() }) },
  "renewal-deposit": {
    status: 422,
    respond: () => ({ field: "depositPercent", message: m.quotes_error_renewal_deposit() }),
  },
  "renewed-otherwise": { status: 409, respond: () => ({ message: m.quotes_error_renewed() }) },
  "discount-too-large": {
    status: 422,
    respond: () => ({ field: "discount", message: m.quotes_error_discount_too_large() }),
  },
  "nothing-chosen": { status: 422, respond: () => ({ message: m.quotes_error_nothing_chosen() }) },
  "unknown-line": { status: 422, respond: () => ({ message: m.quotes_error_unknown_line() }) },
  "phone-required": { status: 422, respond: () => ({ message: m.quotes_error_phone_required() }) },
  "property-required": {
    status: 422,
    respond: () => ({ field: "propertyId", message: m.quotes_error_property_required() }),
  },
  "service-required": {
    status: 422,
    respond: () => ({ field: "serviceId", message: m.quotes_error_service_required() }),
  },

  // Technicians, holidays, seasons
  "upcoming-visits": {
    status: 409,
    respond: ({ count }) => ({ message: m.admin_people_error_visits_ahead({ count }) }),
  },
  "visits-affected": {
    status: 409,
    respond: ({ visits }) => ({
      message: m.admin_visits_affected({ count: visits.length }),
      extra: {
        visits: visits.map(({ conflicts, people, ...visit }) => ({
          ...visit,
          conflictText: people ? labelForPeople(people) : labelForConflicts(conflicts),
        })),
      },
    }),
  },
  "reassignment-failed": {
    status: 409,
    respond: ({ reference, startsAt, cause }) => ({
      message: m.admin_reassign_failed({
        reference,
        when: formatTime(startsAt, "dateTime"),
        why: refusalAsError(refusals, cause, "booking").message,
      }),
    }),
  },
  "service-unknown": {
    status: 400,
    respond: () => ({ field: "serviceIds", message: m.booking_error_service_unknown() }),
  },
  "certificate-unknown": { status: 404, respond: () => ({ message: m.scheduling_people_error_gone() }) },
  "shifts-overlap": { status: 409, respond: () => ({ message: m.admin_people_error_shifts_overlap() }) },
  "range-empty": { status: 400, respond: () => ({ field: "toDay", message: m.board_error_range() }) },
  "time-off-unknown": { status: 404, respond: () => ({ message: m.scheduling_people_error_gone() }) },
  "on-call-overlap": { status: 409, respond: () => ({ message: m.admin_people_error_on_call_overlap() }) },
  "on-call-unknown": { status: 404, respond: () => ({ message: m.scheduling_people_error_gone() }) },
  "holiday-exists": { status: 409, respond: () => ({ message: m.admin_days_error_known() }) },
  "holiday-unknown": { status: 404, respond: () => ({ message: m.scheduling_people_error_gone() }) },
  "season-overlap": { status: 409, respond: () => ({ message: m.admin_days_error_overlap() }) },
  "season-unknown": { status: 404, respond: () => ({ message: m.scheduling_people_error_gone() }) },

  // Other programs
  "webhook-address": {
    status: 400,
    respond: ({ wrong }) => ({
      field: "url",
      message: {
        unreadable: m.webhooks_error_unreadable,
        "not-https": m.webhooks_error_not_https,
        inside: m.webhooks_error_inside,
      }[wrong](),
    }),
  },

  // Lists from spreadsheets
  "csv-unreadable": {
    status: 400,
    respond: ({ line }) => ({ message: m.csv_error_unreadable({ line }) }),
  },
  "csv-damaged": { status: 400, respond: ({ line }) => ({ message: m.csv_error_damaged({ line }) }) },
  "csv-columns": {
    status: 400,
    respond: ({ missing }) => ({ message: m.csv_error_columns({ missing: missing.join(", ") }) }),
  },
  "csv-empty": { status: 400, respond: () => ({ message: m.csv_error_empty() }) },
  "csv-too-long": { status: 400, respond: ({ max }) => ({ message: m.csv_error_long({ max }) }) },
  "import-not-ready": { status: 409, respond: () => ({ message: m.imports_error_not_ready() }) },
  "csv-invalid": { status: 409, respond: ({ count }) => ({ message: m.csv_error_wrong({ count }) }) },

  // Services and prices
  "order-stale": {
    status: 409,
    respond: (_, subject) => ({
      message: subject === "content" ? m.website_error_stale() : m.admin_services_error_order_stale(),
    }),
  },
  "unknown-price": {
    status: 409,
    respond: () => ({ field: "priceItem", message: m.website_error_price_gone() }),
  },
  "unknown-reference": {
    status: 409,
    respond: ({ reference }) => ({
      message: m.website_error_unknown_reference({ reference: leftToRight(reference) }),
    }),
  },
  "unknown-file": { status: 409, respond: () => ({ message: m.website_error_file_gone() }) },
  "in-use": {
    status: 409,
    respond: (_, subject) => ({
      message: subject === "service" ? m.admin_services_error_in_use() : m.account_property_in_use(),
    }),
  },
  "service-exists": { status: 409, respond: () => ({ message: m.admin_services_error_known() }) },
  "in-force": { status: 409, respond: () => ({ message: m.admin_price_error_in_force() }) },
  booked: {
    status: 409,
    respond: (_, subject) => ({
      message: subject === "package" ? m.pricing_package_requested() : m.admin_price_error_booked(),
    }),
  },
  "day-past": { status: 409, respond: () => ({ message: m.catalogue_price_error_past() }) },
  "day-taken": { status: 409, respond: () => ({ message: m.catalogue_price_error_taken() }) },
  unchanged: { status: 409, respond: () => ({ message: m.admin_price_error_unchanged() }) },
  "not-agreed": { status: 409, respond: () => ({ message: m.contract_error_not_agreed() }) },
  "terms-changed": { status: 409, respond: () => ({ message: m.contract_error_terms_changed() }) },
  "not-accepted": { status: 409, respond: () => ({ message: m.contract_error_not_accepted() }) },
  "property-covered": {
    status: 409,
    respond: ({ reference }) => ({ message: m.contract_error_covered({ reference }) }),
  },
  "entitlement-used-up": { status: 409, respond: () => ({ message: m.contract_error_none_left() }) },
  "day-outside-contract": {
    status: 422,
    respond: () => ({ field: "day", message: m.contract_error_day_outside() }),
  },
  "renewed-already": {
    status: 409,
    respond: ({ reference }) => ({ message: m.contract_error_renewed({ reference }) }),
  },
  "renewal-offered": {
    status: 409,
    respond: ({ reference }) => ({ message: m.contract_error_renewal_offered({ reference }) }),
  },
  "unknown-package": {
    status: 404,
    respond: () => ({ field: "packageId", message: m.contract_error_package_unknown() }),
  },

  // Backups
  "backup-not-set-up": { status: 409, respond: () => ({ message: m.backups_error_not_set_up() }) },
  "backup-running": { status: 409, respond: () => ({ message: m.backups_error_running() }) },
  "not-paused": { status: 409, respond: () => ({ message: m.backups_error_not_paused() }) },
  "number-unknown": {
    status: 409,
    respond: ({ field }) => ({ field, message: m.backups_error_number() }),
  },

  // Invoices
  "opening-balances-locked": { status: 409, respond: () => ({ message: m.opening_balances_error_locked() }) },
  "number-taken": {
    status: 409,
    respond: ({ series, last }) => ({
      field: series,
      message: m.opening_balances_error_number_taken({ last }),
    }),
  },
  "account-of-documents": {
    status: 409,
    respond: ({ account, at }) => ({ field: `lines.${at}.account`, message: documentHint(account) ?? "" }),
  },
  "cash-too-low": {
    status: 409,
    respond: ({ fils }) => ({
      field: "fils",
      message: m.books_error_cash_low({ amount: formatMoney(fils) }),
    }),
  },
  "cash-overdrawn": {
    status: 409,
    respond: ({ fils }) => ({ message: m.books_error_cash_overdrawn({ amount: formatMoney(fils) }) }),
  },
  "journal-unbalanced": { status: 409, respond: () => ({ message: m.books_error_manual_balance() }) },
  "journal-reversed": { status: 409, respond: () => ({ message: m.books_error_manual_reversed() }) },
  "reversal-early": {
    status: 409,
    respond: () => ({ field: "day", message: m.books_error_manual_reversal_day() }),
  },
  "period-closed": {
    status: 409,
    respond: ({ through }) => ({ message: m.books_error_closed({ day: formatDay(through, "date") }) }),
  },
  "notice-in-future": {
    status: 409,
    respond: () => ({ field: "sentOn", message: m.invoices_error_notice_day() }),
  },
  "notice-too-old": {
    status: 409,
    respond: () => ({ field: "sentOn", message: m.invoices_error_notice_old() }),
  },
  "nothing-to-relieve": { status: 409, respond: () => ({ message: m.invoices_error_nothing_to_relieve() }) },
  "relief-not-possible": {
    status: 409,
    respond: ({ obstacle, from }) => ({ message: labelForReliefObstacle(obstacle, from) }),
  },
  "financial-year-changed": { status: 409, respond: () => ({ message: m.books_error_year_changed() }) },
  "financial-year-running": { status: 409, respond: () => ({ message: m.books_error_year_running() }) },
  "months-open": {
    status: 409,
    respond: ({ through }) => ({ message: m.books_error_months_open({ day: formatDay(through, "date") }) }),
  },
  "vat-return-changed": { status: 409, respond: () => ({ message: m.books_error_return_changed() }) },
  "vat-return-filed-early": { status: 409, respond: () => ({ message: m.books_error_return_day() }) },
  "vat-return-first": {
    status: 409,
    respond: ({ from, to }) => ({
      message: m.books_error_return_first({ from: formatDay(from, "date"), to: formatDay(to, "date") }),
    }),
  },
  "disclosure-required": {
    status: 409,
    respond: ({ from, to }) => ({
      message: m.books_error_disclose_first({ from: formatDay(from, "date"), to: formatDay(to, "date") }),
    }),
  },
  "nothing-to-disclose": { status: 409, respond: () => ({ message: m.books_error_nothing_to_disclose() }) },
  "period-running": { status: 409, respond: () => ({ message: m.books_error_running() }) },
  "already-invoiced": {
    status: 409,
    respond: ({ reference }) => ({ message: m.invoices_error_already_invoiced({ reference }) }),
  },
  "instalment-not-due": {
    status: 409,
    respond: ({ day }) => ({
      message: day
        ? m.invoices_error_instalment_not_due({ day: formatDay(day) })
        : m.invoices_error_instalments_invoiced(),
    }),
  },
  "instalment-not-invoiced": {
    status: 409,
    respond: () => ({ message: m.invoices_error_instalment_not_invoiced() }),
  },
  "not-approved": { status: 409, respond: () => ({ message: m.invoices_error_not_approved() }) },
  "customer-unknown": { status: 404, respond: () => ({ message: m.invoices_error_customer_unknown() }) },
  "nothing-to-charge": { status: 409, respond: () => ({ message: m.invoices_error_nothing_to_charge() }) },
  "negative-total": { status: 409, respond: () => ({ message: m.invoices_error_below_zero() }) },
  "deposit-not-credited": {
    status: 409,
    respond: ({ reference }) => ({ message: m.invoices_error_deposit_not_credited({ reference }) }),
  },
  "deposit-used": {
    status: 409,
    respond: ({ reference, fils }) => ({
      message: m.invoices_error_deposit_used({ reference, amount: formatMoney(fils) }),
    }),
  },
  "supply-in-future": {
    status: 409,
    respond: () => ({ field: "supplyDate", message: m.invoices_error_supply_ahead() }),
  },
  "supply-too-old": {
    status: 409,
    respond: () => ({ field: "supplyDate", message: m.invoices_error_supply_old() }),
  },
  "supply-reason-required": {
    status: 409,
    respond: () => ({ field: "supplyReason", message: m.invoices_error_supply_reason() }),
  },
  "due-before-issue": {
    status: 409,
    respond: () => ({ field: "dueDate", message: m.invoices_error_due_before_issue() }),
  },
  "due-too-late": {
    status: 409,
    respond: () => ({ field: "dueDate", message: m.invoices_error_due_late() }),
  },
  "company-details-missing": {
    status: 409,
    respond: ({ missing }) => ({
      message: missingDetailsMessage(missing),
      extra: { missing, link: { path: pathOfMissingDetails(missing), label: m.settings_details_open() } },
    }),
  },
  "address-required": { status: 409, respond: () => ({ message: m.invoices_error_address_required() }) },
  "export-within-uae": { status: 409, respond: () => ({ message: m.invoices_error_export_in_uae() }) },
  "missing-letters": {
    status: 409,
    respond: ({ letters }) => ({
      letters,
      message: m.document_missing_letters({ letters: bidiIsolate(letters.join(" ")) }),
    }),
  },
  "nothing-open": { status: 409, respond: () => ({ message: m.invoices_error_nothing_open() }) },
  "write-off-too-much": {
    status: 409,
    respond: ({ fils }) => ({
      field: "fils",
      message: m.invoices_error_write_off_too_much({ amount: formatMoney(fils) }),
    }),
  },
  "not-written-off": { status: 409, respond: () => ({ message: m.invoices_error_not_written_off() }) },
  "covered-by-cheques": {
    status: 409,
    respond: () => ({ message: m.invoices_error_covered_by_cheques() }),
  },
  "not-reminded": { status: 409, respond: () => ({ message: m.invoices_error_not_reminded() }) },
  "no-address": { status: 422, respond: () => ({ message: m.invoices_error_no_address() }) },
  "no-channel": { status: 422, respond: () => ({ message: m.invoices_error_no_channel() }) },
  "reminded-today": { status: 409, respond: () => ({ message: m.invoices_error_reminded_today() }) },

  "credit-too-much": {
    status: 409,
    respond: ({ fils }) => ({ message: m.invoices_error_credit_too_much({ amount: formatMoney(fils) }) }),
  },
  "credit-lines-unknown": {
    status: 422,
    respond: ({ positions }) => ({
      message: m.invoices_error_credit_lines({ positions: formatList(positions.map(String)) }),
    }),
  },
  "opening-credit-kind": { status: 409, respond: () => ({ message: m.invoices_error_opening_credit() }) },
  "original-too-small": {
    status: 422,
    respond: ({ fils }) => ({
      field: "originalFils",
      message: m.invoices_error_original_small({ amount: formatMoney(fils) }),
    }),
  },
  "e-invoice-incomplete": { status: 409, respond: () => ({ message: m.e_invoices_error_incomplete() }) },
  "event-in-future": {
    status: 409,
    respond: () => ({ field: "eventDate", message: m.invoices_error_event_ahead() }),
  },
  "event-too-old": {
    status: 409,
    respond: () => ({ field: "eventDate", message: m.invoices_error_event_old() }),
  },
  // Payments
  "over-payment": {
    status: 409,
    respond: ({ excessFils }) => ({
      message: m.payments_error_over_payment({ amount: formatMoney(excessFils) }),
      extra: { excessFils },
    }),
  },
  "cheques-held": {
    status: 409,
    respond: ({ count, fils }) => ({
      message: m.payments_error_cheques_held({ count, amount: formatMoney(fils) }),
      extra: { count, fils },
    }),
  },
  "same-payment": {
    status: 409,
    respond: ({ reference }) => ({
      message: m.payments_error_same_payment({ reference }),
      extra: { reference },
    }),
  },
  "already-refunded": { status: 409, respond: () => ({ message: m.payments_error_already_refunded() }) },
  "payment-reversed": { status: 409, respond: () => ({ message: m.payments_error_reversed() }) },
  "recorded-automatically": {
    status: 409,
    respond: () => ({ message: m.payments_error_recorded_automatically() }),
  },
  "credit-too-small": {
    status: 409,
    respond: ({ creditFils }) => ({
      field: "fils",
      message: m.payments_error_credit_too_small({ amount: formatMoney(creditFils) }),
    }),
  },
  "refund-above-limit": {
    status: 403,
    respond: ({ limitFils }) => ({
      message: m.payments_error_refund_limit({ amount: formatMoney(limitFils) }),
    }),
  },
  "refund-above-payment": {
    status: 409,
    respond: ({ leftFils }) => ({
      field: "fils",
      message: m.payments_error_refund_above_payment({ amount: formatMoney(leftFils) }),
    }),
  },
  "cheque-exists": {
    status: 409,
    respond: () => ({ field: "number", message: m.payments_error_cheque_exists() }),
  },
  "movement-day": {
    status: 409,
    respond: ({ from, to }) => ({
      field: "day",
      message: m.payments_error_movement_day({ from: formatDay(from, "date"), to: formatDay(to, "date") }),
    }),
  },
  "cheque-not-due": { status: 409, respond: () => ({ message: m.payments_error_cheque_not_due() }) },
  "cheques-exceed-due": {
    status: 409,
    respond: ({ fils }) => ({
      field: "fils",
      message: m.payments_error_cheques_exceed_due({ amount: formatMoney(fils) }),
    }),
  },
  "deposit-in-full": {
    status: 409,
    respond: ({ fils }) => ({
      field: "fils",
      message: m.payments_error_deposit_in_full({ amount: formatMoney(fils) }),
    }),
  },
  "no-deposit": { status: 409, respond: () => ({ message: m.payments_error_no_deposit() }) },
  "cards-not-configured": {
    status: 409,
    respond: () => ({ message: m.payments_error_cards_not_configured() }),
  },
  "too-small-for-cards": { status: 409, respond: () => ({ message: m.payments_error_cards_small() }) },
  "card-provider-unavailable": {
    status: 409,
    respond: () => ({ message: m.payments_error_card_provider_unavailable() }),
  },
  "payment-in-progress": { status: 409, respond: () => ({ message: m.payments_error_in_progress() }) },

  // Pictures
  "not-a-picture": { status: 422, respond: () => ({ message: m.file_picture_not_a_picture() }) },
  heic: { status: 422, respond: () => ({ message: m.file_picture_heic() }) },
  "too-large": { status: 422, respond: () => ({ message: m.file_picture_too_large() }) },
  "too-many-pixels": { status: 422, respond: () => ({ message: m.file_picture_too_many_pixels() }) },
  broken: { status: 422, respond: () => ({ message: m.file_picture_broken() }) },
  "not-a-recording": { status: 422, respond: () => ({ message: m.technician_error_recording() }) },
  "recording-too-large": {
    status: 422,
    respond: () => ({ message: m.technician_error_recording_large() }),
  },
  transparent: { status: 422, respond: () => ({ message: m.settings_logo_transparent() }) },

  // Accounts and mails
  "link-used": { status: 409, respond: () => ({ message: m.account_link_used() }) },
  "has-open-booking": { status: 409, respond: () => ({ message: m.account_delete_has_open_booking() }) },
  "last-admin": { status: 409, respond: () => ({ message: m.account_delete_last_admin() }) },
  "property-exists": { status: 409, respond: () => ({ message: m.account_property_exists() }) },
  inactive: { status: 409, respond: () => ({ message: m.technician_error_inactive() }) },
  "email-taken": {
    status: 409,
    respond: (_, subject) =>
      subject === "staff"
        ? { field: "email", message: m.team_error_email_taken() }
        : { message: m.technician_error_email_taken() },
  },
  "not-grantable": { status: 409, respond: () => ({ message: m.team_error_not_grantable() }) },
  "own-account": { status: 409, respond: () => ({ message: m.team_error_own_account() }) },
  "has-sign-in": { status: 409, respond: () => ({ message: m.technician_error_has_sign_in() }) },
  "not-failed": { status: 409, respond: () => ({ message: m.mail_error_not_failed() }) },
  "not-sent": { status: 409, respond: () => ({ message: m.mail_error_not_sent() }) },
};

/** "Omar Saleh: already has a visit" */
function labelForPeople(people: readonly { name: string; conflicts: readonly Conflict[] }[]): string {
  return formatList(
    people.map(({ name, conflicts }) =>
      m.admin_affected_person({ name: bidiIsolate(name), why: labelForConflicts(conflicts) }),
    ),
  );
}

function labelForBusy(who: string | undefined): string {
  return who ? m.booking_error_other_busy({ name: bidiIsolate(who) }) : m.booking_error_technician_busy();
}
