import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Party } from "~/features/core/documents/document-data";
import type { EntitlementKind, PropertyType } from "~/features/core/packages/contract";
import type { Address } from "~/features/core/properties/schema";
import type { InvoiceState } from "~/features/finance/invoices/invoice";
import type { Account } from "~/features/finance/ledger/ledger";
import type { CheckoutRequest } from "~/features/finance/payments/commands/create-checkout.server";
import type { BookingState } from "~/features/operations/bookings/booking";
import type { KnownBooking } from "~/features/operations/bookings/corrections/correction";
import type { BookingFilter } from "~/features/operations/bookings/list/booking-filter";
import type { EventDetails, EventName } from "~/features/website/web-tracking/events";
import type { BackupFailure } from "~/platform/backup/backup-error";
import type { OutboxEvent } from "~/platform/events/events.server";
import type { Attachment } from "~/platform/mail/mail-transport.server";

/**
 * Types of columns that the database does not know: the content of JSON, texts that a foreign key or the code
 * limits, values that only triggers write, and columns of views that can be null. db/tables.ts refers to them.
 */
export interface ColumnTypes {
  "backups.failure": BackupFailure | null;
  "booking_filters.filter": JSONColumnType<BookingFilter>;
  "bookings.address_parts": JSONColumnType<Address>;
  "checkouts.request": JSONColumnType<CheckoutRequest> | null;
  "contracts.property_type": PropertyType;
  "credit_notes.buyer": JSONColumnType<Party>;
  "credit_notes.seller": JSONColumnType<Party>;
  "customer_balances.credit_fils": GeneratedAlways<number>;
  "entitlement_balances.kind": EntitlementKind;
  "entitlement_balances.total": number | null;
  "entitlement_uses.kind": EntitlementKind;
  "invoices.buyer": JSONColumnType<Party> | null;
  "invoices.credited_fils": GeneratedAlways<number>;
  "invoices.deducted_fils": GeneratedAlways<number>;
  "invoices.seller": JSONColumnType<Party> | null;
  "invoices.settled_fils": GeneratedAlways<number>;
  "invoices.state": GeneratedAlways<InvoiceState>;
  "invoices.uncredited_fils": GeneratedAlways<number>;
  "ledger_days.account": Account;
  "mails.attachments": JSONColumnType<Attachment[]>;
  "pending_correction_notifications.notified_facts": JSONColumnType<KnownBooking>;
  "reaction_jobs.event": JSONColumnType<OutboxEvent>;
  "renewal_offers.property_type": PropertyType;
  "reviews.service_id": Generated<string>;
  "timeline_entries.from_state": BookingState | null;
  "timeline_entries.to_state": BookingState;
  "visits.during": Generated<string>;
  "wal_archive.failure": BackupFailure | null;
  "web_tracking_events.details": JSONColumnType<EventDetails>;
  "web_tracking_events.name": EventName;
}
