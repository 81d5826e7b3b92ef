import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Party } from "~/features/core/documents/document-data";
import type { IssuedBuyer } from "~/features/core/e-invoices/missing-fields";
import type { EntitlementKind, PropertyType } from "~/features/core/packages/contract";
import type { Address } from "~/features/core/properties/schema";
import type { InstalmentObstacle, InvoiceState } from "~/features/finance/invoices/invoice";
import type { Account } from "~/features/finance/ledger/ledger";
import type { CheckoutRequest } from "~/features/finance/payments/commands/create-checkout.server";
import type { BookingState } from "~/features/operations/bookings/booking";
import type { KnownBooking } from "~/features/operations/bookings/corrections/correction";
import type { BookingFilter } from "~/features/operations/bookings/list/booking-filter";
import type { GuestHold } from "~/features/operations/bookings/visits/guest-holds.server";
import type { VisitTap } from "~/features/operations/technician-app/visit-taps";
import type { EventDetails, EventName } from "~/features/website/web-tracking/events";
import type { BackupFailure } from "~/platform/backup/backup-error";
import type { OutboxEvent } from "~/platform/events/events.server";
import type { Attachment } from "~/platform/mail/mail-transport.server";
import type {
  MessageChoices,
  MessageContent,
  MessageStep,
  SharedLocation,
} from "~/platform/messaging/channel";
import type { MailSection } from "~/platform/messaging/message";
import type { PushLine, PushMessage } from "~/platform/push/push-message";

/**
 * Types of columns that the database does not know: the content of JSON, texts that a foreign key or the code
 * limits, values that only triggers write, and columns of views that can be null. db/tables.ts refers to them.
 */
export interface ColumnTypes {
  "backups.failure": BackupFailure | null;
  "bookingFilters.filter": JSONColumnType<BookingFilter>;
  "bookings.addressParts": JSONColumnType<Address>;
  "checkouts.request": JSONColumnType<CheckoutRequest> | null;
  "contracts.propertyType": PropertyType;
  "conversationMessages.choices": JSONColumnType<MessageChoices> | null;
  "conversationMessages.location": JSONColumnType<SharedLocation> | null;
  "creditNotes.buyer": JSONColumnType<IssuedBuyer>;
  "creditNotes.seller": JSONColumnType<Party>;
  "customerBalances.creditFils": GeneratedAlways<number>;
  "entitlementBalances.kind": EntitlementKind;
  "entitlementBalances.total": number | null;
  "entitlementUses.kind": EntitlementKind;
  "invoices.buyer": JSONColumnType<IssuedBuyer> | null;
  "invoices.creditedFils": GeneratedAlways<number>;
  "invoices.deductedFils": GeneratedAlways<number>;
  "invoices.seller": JSONColumnType<Party> | null;
  "invoices.settledFils": GeneratedAlways<number>;
  "invoices.state": GeneratedAlways<InvoiceState>;
  "invoices.uncreditedFils": GeneratedAlways<number>;
  "lateReports.transition": VisitTap;
  "ledgerDays.account": Account;
  "mails.attachments": JSONColumnType<Attachment[]>;
  "mails.sections": JSONColumnType<MailSection[]> | null;
  "messages.content": JSONColumnType<MessageContent>;
  "messages.nextSteps": JSONColumnType<MessageStep[], string | undefined>;
  "pendingCorrectionNotifications.notifiedFacts": JSONColumnType<KnownBooking>;
  "pendingVisitNotifications.guestHold": JSONColumnType<GuestHold> | null;
  "pushMessages.lines": JSONColumnType<PushLine[]>;
  "pushMessages.message": JSONColumnType<PushMessage>;
  "reactionJobs.event": JSONColumnType<OutboxEvent>;
  "refusedInstalments.obstacle": InstalmentObstacle;
  "renewalOffers.propertyType": PropertyType;
  "reviews.serviceId": Generated<string>;
  "timelineEntries.fromState": BookingState | null;
  "timelineEntries.toState": BookingState;
  "visits.during": Generated<string>;
  "walArchive.failure": BackupFailure | null;
  "webTrackingEvents.details": JSONColumnType<EventDetails>;
  "webTrackingEvents.name": EventName;
}
