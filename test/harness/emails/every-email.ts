import type { Business } from "~/features/core/business/queries.server";
import {
  type BookingState,
  terminalStates,
  validateReschedule,
  validateTransition,
} from "~/features/operations/bookings/booking";
import { isUndispatched } from "~/features/operations/bookings/response-targets/emergency";
import type {
  BookingFacts,
  PagedTechnician,
  VisitFacts,
} from "~/features/oversight/notifications/mails/bookings/booking-facts.server";
import * as account from "~/features/oversight/notifications/templates/account";
import { bookingCancelled } from "~/features/oversight/notifications/templates/booking/booking-cancelled";
import { bookingCompleted } from "~/features/oversight/notifications/templates/booking/booking-completed";
import { bookingConfirmed } from "~/features/oversight/notifications/templates/booking/booking-confirmed";
import { bookingCorrected } from "~/features/oversight/notifications/templates/booking/booking-corrected";
import { bookingDeclined } from "~/features/oversight/notifications/templates/booking/booking-declined";
import { bookingHoldExpired } from "~/features/oversight/notifications/templates/booking/booking-hold-expired";
import { bookingLink } from "~/features/oversight/notifications/templates/booking/booking-link";
import { bookingReceived } from "~/features/oversight/notifications/templates/booking/booking-received";
import { bookingRescheduled } from "~/features/oversight/notifications/templates/booking/booking-rescheduled";
import { noAccess } from "~/features/oversight/notifications/templates/booking/no-access";
import {
  arrivalDelayed,
  departureUndone,
  onTheWay,
} from "~/features/oversight/notifications/templates/booking/on-the-way";
import {
  recurringBookingEnded,
  recurringBookingStarted,
} from "~/features/oversight/notifications/templates/booking/recurring-booking";
import { reviewAnswered } from "~/features/oversight/notifications/templates/booking/review-answered";
import { technicianAssigned } from "~/features/oversight/notifications/templates/booking/technician-assigned";
import { visitCancelled } from "~/features/oversight/notifications/templates/booking/visit-cancelled";
import { visitReminder } from "~/features/oversight/notifications/templates/booking/visit-reminder";
import { warrantyRequested } from "~/features/oversight/notifications/templates/booking/warranty-requested";
import type { BookingMailContext } from "~/features/oversight/notifications/templates/context";
import * as contract from "~/features/oversight/notifications/templates/contract";
import {
  contractReceived,
  officeContractAlert,
} from "~/features/oversight/notifications/templates/contract-requested";
import * as invoice from "~/features/oversight/notifications/templates/invoice";
import * as money from "~/features/oversight/notifications/templates/money";
import { backupFailed, backupLate } from "~/features/oversight/notifications/templates/office/backup-alert";
import { certificateExpiring } from "~/features/oversight/notifications/templates/office/certificate-expiring";
import { combineAlerts } from "~/features/oversight/notifications/templates/office/combined-alerts";
import { emergencyCall } from "~/features/oversight/notifications/templates/office/emergency-call";
import {
  messageReceived,
  officeMessage,
} from "~/features/oversight/notifications/templates/office/message-sent";
import { officeAlert } from "~/features/oversight/notifications/templates/office/office-alert";
import * as change from "~/features/oversight/notifications/templates/office/office-change";
import { officeEscalation } from "~/features/oversight/notifications/templates/office/office-escalation";
import { officePassedOn } from "~/features/oversight/notifications/templates/office/office-passed-on";
import { webhookDisabled } from "~/features/oversight/notifications/templates/office/webhook-disabled";
import { weeklySummary } from "~/features/oversight/notifications/templates/office/weekly-summary";
import * as quote from "~/features/oversight/notifications/templates/quote";
import { technicianInvitation } from "~/features/oversight/notifications/templates/technician-invitation";
import { technicianVisit } from "~/features/oversight/notifications/templates/technician-visit";
import type { Message } from "~/platform/messaging/message";
import { addMinutes } from "~/platform/time";

/** Record and settings at the moment of writing, on which the sentences of an email depend. */
export interface Situation {
  booking?: BookingFacts;
  /** Time of the visit before its last change. */
  before?: Date | null;
  byCustomer?: boolean;
  /** The guest had confirmed the email when the hold expired. */
  isContactConfirmed?: boolean;
  /** The customer has confirmed the visit. */
  isConfirmed?: boolean;
  reason?: string | null;
  expectedAt?: Date | null;
  ways?: quote.QuoteMailContext["ways"];
  openFils?: number;
  totalFils?: number;
  /** Deposit that the invoice deducts. */
  deducted?: invoice.InvoiceMailContext["deposit"];
  /** Part of the invoice was credited or written off. */
  isReduced?: boolean;
  daysAfterDue?: number;
  revision?: number;
  depositFils?: number;
  deposit?: "none" | "refunded" | "forfeited";
  renewal?: boolean;
  answerable?: boolean;
  visits?: number;
  /** Entered by the office. */
  isEntered?: boolean;
  /** A visit was planned or held when the booking was cancelled. */
  hadVisit?: boolean;
  /** The certificate is shown on the website. */
  published?: boolean;
  /** The scheduled backup is still missing. */
  isRetried?: boolean;
  /** Last day of a cancelled contract. */
  endedOn?: string;
  unusedFils?: number;
  excessFils?: number;
  /** Documents that a payment was applied to. */
  towards?: number;
  /** Other days of a multi-day job are planned, although the technician could not get in on one. */
  hasOtherDays?: boolean;
  method?: "card" | "cash";
  reopened?: boolean;
  twoFactor?: boolean;
  signsIn?: boolean;
  passedOnBy?: string | null;
  contactDueAt?: Date;
  upcoming?: number;
  cancelled?: number;
  lastBackupAt?: Date | null;
  repriced?: boolean;
  company?: string | null;
  /** The recipient can sign in. */
  /** The customer has not accepted the contract yet. */
  canAccept?: boolean;
  /** Figures of the reported week and of the week before. */
  current?: number | null;
  previous?: number | null;
  /** Number of combined emails, whether all are about emergencies, and whether the recipient has pages. */
  alerts?: number;
  areEmergencies?: boolean;
  hasPages?: boolean;
}

export interface EmailCase {
  kind: string;
  /** Readable name of the situation. */
  state: string;
  so: Situation;
  message: Message;
}

const NOW = new Date("2026-11-23T06:00:00Z");
const CUT_OFF_HOURS = 12;
const URL = "https://rukn.example/x";

const business = {
  name: "Rukn",
  tagline: "Crafted for a City That Never Stops",
  phone: "+97145550100",
  emergencyPhone: "+97145550199",
  officeEmail: "office@rukn.example",
  address: "Al Quoz, Dubai",
  logo: null,
} as Business;

export const sender = business;

const line = {
  kind: "work",
  serviceId: "plumbing",
  serviceName: "Plumbing",
  priceId: null,
  item: null,
  name: "Plumbing call-out",
  mode: "hourly",
  unit: "hour",
  quantity: 1,
  unitFils: 150_00,
  nextFils: 150_00,
  percent: null,
  grossFils: 150_00,
  coveredFils: 0,
  contractId: null,
  contractReference: null,
} as const satisfies BookingFacts["lines"][number];

const technician = { technicianId: "t-1", technicianName: "Ravi Menon", otherCrewNames: [] as string[] };

/** A visit, by its start in hours from now. */
function visitAt(hours: number, changes: Partial<VisitFacts> = {}): VisitFacts {
  const startsAt = addMinutes(NOW, hours * 60);
  return {
    id: "v-1",
    state: "scheduled",
    live: true,
    hasStarted: ["en_route", "on_site", "on_hold", "no_access", "work_done"].includes(changes.state ?? ""),
    startsAt,
    endsAt: addMinutes(startsAt, 60),
    ...technician,
    onTheWay: null,
    heldUntil: null,
    contactConfirmed: false,
    ...changes,
  };
}

function bookingOf(
  changes: Partial<BookingFacts>,
  { isMultiDay = (changes.days ?? []).length > 0 } = {},
): BookingFacts {
  const booking = {
    id: "b-1",
    reference: "BK-2026-000123",
    linkNo: 0,
    state: "requested" as BookingState,
    version: 1,
    serviceName: "Plumbing",
    emergency: false,
    tradeId: null,
    customerId: "00000000-0000-4000-8000-0000000000c1",
    customerName: "Aisha Khan",
    company: null,
    email: "aisha@example.com",
    isEmailConfirmed: true,
    phone: "+971501234567",
    address: "Villa 7\nAl Wasl Road\nJumeirah 1",
    area: "Jumeirah 1",
    message: "The tap drips.\nSince Monday.",
    language: "en",
    preferredDate: null,
    preferredTime: null,
    lines: [line],
    estimateFils: 150_00,
    finalFils: null,
    requestedAt: addMinutes(NOW, -1),
    readAt: NOW,
    contactDueAt: addMinutes(NOW, 119),
    acknowledgedAt: null,
    paged: [],
    visit: null,
    days: [],
    plannedDays: [],
    ...changes,
  };
  const { state, visit } = booking;
  const agreedStart = visit?.live ? visit.startsAt : null;
  const asCustomer = {
    state,
    by: "customer",
    now: NOW,
    visitStartsAt: agreedStart,
    cutOffHours: CUT_OFF_HOURS,
  } as const;
  return {
    ...booking,
    online: {
      canCancel: validateTransition({ ...asCustomer, transition: "cancel" }).ok,
      canReschedule: !isMultiDay && validateReschedule({ ...asCustomer, emergency: booking.emergency }).ok,
      until: agreedStart && state !== "requested" ? addMinutes(agreedStart, -CUT_OFF_HOURS * 60) : null,
    },
  };
}

const paged = (declined: boolean): PagedTechnician => ({
  id: declined ? "t-2" : "t-1",
  name: declined ? "Ali Hassan" : "Ravi Menon",
  email: "t@rukn.example",
  phone: "+971501112233",
  signsIn: true,
  declined,
});

const twoDays = [visitAt(30), visitAt(54)].map(({ startsAt, endsAt }, day) => ({
  id: `v-${day + 1}`,
  startsAt,
  endsAt,
  technicianIds: ["t-1"],
}));
const pastDay = { startsAt: addMinutes(NOW, -3 * 60), endsAt: addMinutes(NOW, -2 * 60) };
const held = { state: "held", heldUntil: addMinutes(NOW, 120) } as const;
const ended = { live: false, state: "cancelled" } as const;

/** States of a booking that allow different sentences. */
const bookings: Record<string, BookingFacts> = {
  "requested, no time": bookingOf({}),
  "requested, preferred day and time": bookingOf({ preferredDate: "2026-11-26", preferredTime: "10:00" }),
  "requested, preferred day": bookingOf({ preferredDate: "2026-11-26" }),
  "requested, preferred time": bookingOf({ preferredTime: "10:00" }),
  "requested, response target missed": bookingOf({ contactDueAt: addMinutes(NOW, -60) }),
  "requested by phone": bookingOf({ contactDueAt: null }),
  "requested by a company": bookingOf({ company: "Marina Facilities LLC" }),
  "requested, work of several days": bookingOf({ preferredDate: "2026-11-26" }, { isMultiDay: true }),
  "requested, held until confirmed": bookingOf({ visit: visitAt(48, held) }),
  "requested, held until answered": bookingOf({ visit: visitAt(48, { ...held, contactConfirmed: true }) }),
  "requested, firmly held": bookingOf({ visit: visitAt(48, { ...held, heldUntil: null }) }),
  "requested, firmly held, tomorrow": bookingOf({ visit: visitAt(6, { ...held, heldUntil: null }) }),
  "requested, hold released": bookingOf({ visit: visitAt(48, ended) }),
  "requested, by survey": bookingOf({
    lines: [{ ...line, mode: "survey", unitFils: null, grossFils: null }],
    estimateFils: null,
  }),
  "requested, nothing chosen": bookingOf({ lines: [], estimateFils: null }),
  "requested, free": bookingOf({ estimateFils: 0 }),
  "requested, fixed price": bookingOf({ lines: [{ ...line, mode: "fixed", nextFils: null }] }),
  "emergency, no technician paged": bookingOf({ emergency: true }),
  "emergency, paged": bookingOf({ emergency: true, paged: [paged(false)] }),
  "emergency, all declined": bookingOf({ emergency: true, paged: [paged(true)] }),
  "emergency, one of two declined": bookingOf({ emergency: true, paged: [paged(true), paged(false)] }),
  "emergency, promised arrival passed": bookingOf({
    emergency: true,
    paged: [paged(false)],
    requestedAt: addMinutes(NOW, -121),
  }),
  "confirmed emergency, no time": bookingOf({ state: "confirmed", emergency: true }),
  "confirmed, no time": bookingOf({ state: "confirmed" }),
  "confirmed, no technician": bookingOf({
    state: "confirmed",
    visit: visitAt(48, { technicianId: null, technicianName: null }),
  }),
  "confirmed, visit released": bookingOf({ state: "confirmed", visit: visitAt(48, ended) }),
  scheduled: bookingOf({ state: "scheduled", visit: visitAt(48) }),
  "scheduled, of a company": bookingOf({
    state: "scheduled",
    company: "Marina Facilities LLC",
    visit: visitAt(48),
  }),
  "scheduled, with a helper": bookingOf({
    state: "scheduled",
    visit: visitAt(48, { otherCrewNames: ["Ali Hassan"] }),
  }),
  "scheduled, after the cut-off": bookingOf({ state: "scheduled", visit: visitAt(6) }),
  "scheduled, several days": bookingOf({ state: "scheduled", visit: visitAt(30), days: twoDays }),
  "scheduled emergency": bookingOf({ state: "scheduled", emergency: true, visit: visitAt(1) }),
  "on the way": bookingOf({
    state: "en_route",
    visit: visitAt(0.5, {
      state: "en_route",
      onTheWay: { departedAt: NOW, expectedAt: addMinutes(NOW, 30), laterMin: 0 },
    }),
  }),
  "on the way, no estimate": bookingOf({
    state: "en_route",
    visit: visitAt(0.5, {
      state: "en_route",
      onTheWay: { departedAt: NOW, expectedAt: null, laterMin: 0 },
    }),
  }),
  "on site": bookingOf({ state: "on_site", visit: visitAt(-0.5, { state: "on_site" }) }),
  "on hold": bookingOf({ state: "on_hold", visit: visitAt(-3, { state: "on_hold" }) }),
  "no access": bookingOf({ state: "no_access", visit: visitAt(-3, { live: false, state: "no_access" }) }),
  "work done": bookingOf({ state: "work_done", visit: visitAt(-3, { state: "work_done" }) }),
  completed: bookingOf({ state: "completed", visit: visitAt(-3, { state: "work_done" }) }),
  "completed, by survey": bookingOf({
    state: "completed",
    visit: visitAt(-3, { state: "work_done" }),
    lines: [{ ...line, mode: "survey", unitFils: null, grossFils: null }],
    estimateFils: null,
  }),
  "completed, free assessment": bookingOf({
    state: "completed",
    visit: visitAt(-3, { state: "work_done" }),
    lines: [{ ...line, mode: "fixed", unitFils: 0, nextFils: null, grossFils: 0 }],
    estimateFils: 0,
  }),
  "completed, warranty visit": bookingOf({
    state: "completed",
    visit: visitAt(-3, { state: "work_done" }),
    lines: [],
    estimateFils: 0,
  }),
  "scheduled under contract": bookingOf({
    state: "scheduled",
    visit: visitAt(48),
    lines: [{ ...line, coveredFils: 150_00, contractId: "c-1", contractReference: "AMC-2026-000001" }],
    estimateFils: 0,
  }),
  "completed, invoiced": bookingOf({
    state: "completed",
    visit: visitAt(-3, { state: "work_done" }),
    finalFils: 300_00,
  }),
  "cancelled, had a visit": bookingOf({ state: "cancelled", visit: visitAt(48, ended) }),
  "cancelled after its hold was released": bookingOf({
    state: "cancelled",
    visit: visitAt(48, { ...ended, heldUntil: addMinutes(NOW, -60) }),
  }),
  "cancelled, had no visit": bookingOf({ state: "cancelled" }),
  "cancelled, preferred day and time": bookingOf({
    state: "cancelled",
    preferredDate: "2026-11-26",
    preferredTime: "10:00",
  }),
  "cancelled while on hold": bookingOf({
    state: "cancelled",
    visit: visitAt(-3, { ...ended, hasStarted: true }),
  }),
  "declined, had a visit": bookingOf({ state: "declined", visit: visitAt(48, ended) }),
  "declined, had no visit": bookingOf({ state: "declined" }),
  "requested by phone, firmly held": bookingOf({
    contactDueAt: null,
    visit: visitAt(48, { ...held, heldUntil: null }),
  }),
  "requested, preferred day passed": bookingOf({ preferredDate: "2026-11-20", preferredTime: "10:00" }),
  "requested, held time passed": bookingOf({ visit: visitAt(-1, { ...held, heldUntil: null }) }),
  "scheduled, start passed": bookingOf({ state: "scheduled", visit: visitAt(-0.5) }),
  "confirmed, start passed, no technician": bookingOf({
    state: "confirmed",
    visit: visitAt(-0.5, { technicianId: null, technicianName: null }),
  }),
  "scheduled emergency, start passed": bookingOf({
    state: "scheduled",
    emergency: true,
    visit: visitAt(-0.5),
  }),
  "on the way, expected arrival passed": bookingOf({
    state: "en_route",
    visit: visitAt(-1, {
      state: "en_route",
      onTheWay: { departedAt: addMinutes(NOW, -60), expectedAt: addMinutes(NOW, -30), laterMin: 15 },
    }),
  }),
  "scheduled, several days, after the cut-off": bookingOf({
    state: "scheduled",
    visit: visitAt(6),
    days: twoDays,
  }),
  "scheduled, several days, first day done": bookingOf({
    state: "scheduled",
    visit: visitAt(54),
    days: twoDays.map((day, at) => (at === 0 ? { ...day, ...pastDay } : day)),
  }),
  "confirmed, several days, first day without a technician": bookingOf({
    state: "confirmed",
    visit: visitAt(30, { technicianId: null, technicianName: null }),
    days: twoDays,
  }),
  "on hold, several days": bookingOf({
    state: "on_hold",
    visit: visitAt(-3, { state: "on_hold" }),
    days: twoDays.map((day, at) => (at === 0 ? { ...day, ...pastDay } : day)),
  }),
  "no access, several days": bookingOf({
    state: "no_access",
    visit: visitAt(-3, { live: false, state: "no_access" }),
    days: twoDays.map((day, at) => (at === 0 ? { ...day, ...pastDay } : day)),
  }),
  "scheduled again after no access": bookingOf({ state: "scheduled", visit: visitAt(24) }),
  "scheduled, free assessment": bookingOf({
    state: "scheduled",
    visit: visitAt(48),
    lines: [{ ...line, mode: "fixed", unitFils: 0, nextFils: null, grossFils: 0 }],
    estimateFils: 0,
  }),
  "scheduled, warranty visit": bookingOf({
    state: "scheduled",
    visit: visitAt(48),
    lines: [],
    estimateFils: 0,
  }),
  "scheduled emergency, promised arrival passed": bookingOf({
    state: "scheduled",
    emergency: true,
    requestedAt: addMinutes(NOW, -121),
    contactDueAt: addMinutes(NOW, -60),
    visit: visitAt(0.5),
  }),
  "emergency on the way": bookingOf({
    state: "en_route",
    emergency: true,
    visit: visitAt(0.5, {
      state: "en_route",
      onTheWay: { departedAt: NOW, expectedAt: addMinutes(NOW, 30), laterMin: 0 },
    }),
  }),
  "emergency on hold": bookingOf({
    state: "on_hold",
    emergency: true,
    visit: visitAt(-3, { state: "on_hold" }),
  }),
  "emergency, no access": bookingOf({
    state: "no_access",
    emergency: true,
    visit: visitAt(-1, { live: false, state: "no_access" }),
  }),
  "emergency completed": bookingOf({
    state: "completed",
    emergency: true,
    visit: visitAt(-3, { state: "work_done" }),
  }),
  "emergency cancelled": bookingOf({ state: "cancelled", emergency: true, visit: visitAt(1, ended) }),
  "emergency declined": bookingOf({ state: "declined", emergency: true }),
  closed: bookingOf({ state: "closed", visit: visitAt(-3, { live: false, state: "no_access" }) }),
};

type Where = (booking: BookingFacts) => boolean;
type Write = (context: BookingMailContext, so: Situation) => Message | null;

/** One case for each booking in which the email is sent, and each of the further situations. */
function ofBooking(kind: string, where: Where, further: Situation[], write: Write): EmailCase[] {
  return Object.entries(bookings).flatMap(([state, booking]) =>
    where(booking)
      ? further.flatMap((more) => {
          const so = { ...more, booking };
          const context = { booking, business, followUrl: URL, officeUrl: `${URL}/office` };
          const message = write(context, so);
          return message ? [{ kind, state: named(state, more), so, message }] : [];
        })
      : [],
  );
}

function named(state: string, more: Situation): string {
  return [state, ...Object.entries(more).map(([key, value]) => `${key} ${JSON.stringify(value)}`)].join(", ");
}

const noAccessMail: Write = (context, { hasOtherDays = false }) => noAccess(context, { hasOtherDays });

const anyBooking: Where = () => true;
const inState =
  (...states: BookingState[]): Where =>
  ({ state }) =>
    states.includes(state);
const hasVisit: Where = ({ visit }) => visit?.live === true;
const upcoming: Where = (booking) => inState("confirmed", "scheduled")(booking);
const isAssigned: Where = (booking) => hasVisit(booking) && booking.visit?.technicianName != null;
const open: Where = ({ state }) => !terminalStates.includes(state);

/** `before`: the time in the last email, also if the visit was moved twice since then. */
const former: Situation[] = [
  { before: null },
  { before: addMinutes(NOW, 24 * 60) },
  { before: visitAt(48).startsAt },
];
const reasons: Situation[] = [
  { byCustomer: true, reason: null },
  { byCustomer: true, reason: "I moved" },
  { byCustomer: false, reason: null },
  { byCustomer: false, reason: "Customer called" },
];

const bookingCases: EmailCase[] = [
  ...ofBooking("booking-received", inState("requested"), [{}], bookingReceived),
  ...ofBooking("booking-confirmed", upcoming, former, (context, { before = null }) =>
    bookingConfirmed(context, before),
  ),
  ...ofBooking(
    "booking-rescheduled",
    (booking) => (upcoming(booking) || inState("requested")(booking)) && hasVisit(booking),
    former,
    (context, { before = null }) => bookingRescheduled(context, context.booking.visit!, before),
  ),
  ...ofBooking(
    "visit-reminder",
    (booking) => upcoming(booking) && hasVisit(booking) && booking.visit!.startsAt > booking.readAt,
    [{ isConfirmed: true }, { isConfirmed: false }],
    (context, { isConfirmed }) => visitReminder(context, context.booking.visit!, { confirmed: isConfirmed! }),
  ),
  ...ofBooking(
    "technician-assigned",
    (booking) => inState("scheduled")(booking) && isAssigned(booking),
    former,
    (context, { before = null }) =>
      technicianAssigned(context, context.booking.visit!, context.booking.visit!.technicianName!, before),
  ),
  ...ofBooking(
    "booking-corrected",
    open,
    [{ repriced: true }, { repriced: false }],
    (context, { repriced }) =>
      bookingCorrected(context, { fields: ["address"], repriced: repriced! }, [
        { field: "address", before: "Villa 7", after: "Villa 9" },
      ]),
  ),
  ...ofBooking("booking-declined", inState("declined"), [{ reason: "Outside Dubai" }], (context) =>
    bookingDeclined(context, "Outside Dubai"),
  ),
  ...ofBooking("booking-cancelled", inState("cancelled"), reasons, (context, so) =>
    bookingCancelled(context, { byCustomer: so.byCustomer!, reason: so.reason! }),
  ),
  ...ofBooking(
    "visit-cancelled",
    (booking) =>
      inState("confirmed", "no_access", "work_done")(booking) &&
      (!hasVisit(booking) || booking.state === "work_done"),
    [{}],
    (context) => visitCancelled(context, addMinutes(NOW, 24 * 60)),
  ),
  ...ofBooking(
    "booking-hold-ended",
    (booking) => inState("requested")(booking) && !hasVisit(booking),
    [{ isContactConfirmed: true }, { isContactConfirmed: false }],
    (context, { isContactConfirmed = false }) =>
      bookingHoldExpired(context, { startsAt: visitAt(48).startsAt, confirmed: isContactConfirmed }),
  ),
  ...ofBooking("booking-link", anyBooking, [{}], bookingLink),
  ...ofBooking("on-the-way", inState("en_route"), [{}], (context) =>
    onTheWay(context, context.booking.visit!.onTheWay!),
  ),
  ...ofBooking("on-the-way-later", inState("en_route"), [{}], (context) =>
    arrivalDelayed(context, context.booking.visit!.onTheWay!),
  ),
  ...ofBooking("not-on-the-way", upcoming, [{}], departureUndone),
  ...ofBooking("no-access", inState("no_access"), [{ hasOtherDays: false }], noAccessMail),
  ...ofBooking(
    "no-access",
    (booking) => booking.days.length > 0 && hasVisit(booking),
    [{ hasOtherDays: true }],
    noAccessMail,
  ),
  ...ofBooking("booking-completed", inState("completed"), [{}], bookingCompleted),
  ...ofBooking("review-answered", inState("completed"), [{}], (context) =>
    reviewAnswered(context, "Thank you.\nSee you soon."),
  ),
  ...ofBooking(
    "warranty-requested",
    inState("completed"),
    [{ contactDueAt: addMinutes(NOW, 120) }, { contactDueAt: addMinutes(NOW, -120) }],
    (context, { contactDueAt }) =>
      warrantyRequested(context, { message: "It drips again.\nSince today.", contactDueAt: contactDueAt! }),
  ),
  ...ofBooking("recurring-booking", isAssigned, [{}], (context) =>
    recurringBookingStarted(context, { interval: "quarterly", day: "2027-02-23", time: "10:00" }),
  ),
  ...ofBooking(
    "recurring-booking-ended",
    isAssigned,
    [
      { cancelled: 0, upcoming: 0 },
      { cancelled: 1, upcoming: 1 },
    ],
    (context, { cancelled, upcoming }) =>
      recurringBookingEnded(context, {
        cancelled: Array(cancelled).fill({ reference: "BK-2026-000200", startsAt: null, day: "2027-02-23" }),
        upcoming: Array(upcoming).fill({ reference: "BK-2026-000201", startsAt: NOW, day: null }),
      }),
  ),
  ...(["assigned", "rescheduled", "cancelled"] as const).flatMap((what) =>
    ofBooking(
      `technician-visit-${what}`,
      (booking) => (what === "cancelled" ? booking.visit !== null : isAssigned(booking)),
      former,
      (context, { before = null }) =>
        technicianVisit(context, { visitId: "v-1", what, from: before, url: URL }),
    ),
  ),
  ...([true, false] as const).flatMap((signsIn) =>
    ofBooking("technician-visit", isAssigned, [{ signsIn }], (context) =>
      technicianVisit(context, { visitId: "v-1", what: "assigned", from: null, url: signsIn ? URL : null }),
    ),
  ),
  ...ofBooking(
    "office-alert",
    ({ state, contactDueAt }) => state === "requested" && contactDueAt !== null,
    [{}],
    (context) => officeAlert(context, context.booking.contactDueAt!),
  ),
  ...ofBooking(
    "office-recurring-booking-open",
    (booking) => inState("requested")(booking) && !hasVisit(booking) && booking.contactDueAt === null,
    [{}],
    change.officeOpenRecurrence,
  ),
  ...ofBooking(
    "office-cancellation",
    inState("cancelled"),
    reasons.slice(0, 2).flatMap((so) => [true, false].map((hadVisit) => ({ ...so, hadVisit }))),
    (context, { reason = null, hadVisit = false }) => {
      const { visit } = context.booking;
      // Cancelled with its hold, after its hold, or without a visit.
      if (hadVisit !== (visit !== null && visit.heldUntil === null)) return null;
      return change.officeCancellation(context, { reason, hadVisit });
    },
  ),
  ...ofBooking(
    "office-rescheduling",
    (booking) => hasVisit(booking) && booking.online.canReschedule,
    [{}],
    (context) => change.officeRescheduling(context, context.booking.visit!.startsAt),
  ),
  ...ofBooking("office-warranty-request", inState("completed"), [{}], (context) =>
    change.officeWarrantyRequest(context, "It drips again."),
  ),
  ...ofBooking("office-late-report", isAssigned, [{}], change.officeLateReport),
  ...ofBooking("office-permit", open, [{}], change.officePermit),
  ...ofBooking("office-recurring-booking-ended", isAssigned, [{}], change.officeRecurringBookingEnded),
  ...ofBooking("office-recurring-booking-stuck", isAssigned, [{}], change.officeRecurringBookingStuck),
  ...(["unacknowledged", "not-arrived"] as const).flatMap((reason) =>
    ofBooking(
      `office-escalation-${reason}`,
      ({ emergency, acknowledgedAt }) => emergency && acknowledgedAt === null,
      [{}],
      (context) => officeEscalation(context, reason),
    ),
  ),
  ...ofBooking(
    "office-passed-on",
    ({ paged }) => paged.some(({ declined }) => declined),
    [{}],
    (context) => officePassedOn(context, "Ali Hassan", "Broken van"),
  ),
  ...ofBooking(
    "emergency-call",
    ({ emergency, state }) => emergency && isUndispatched(state),
    [
      { signsIn: true, passedOnBy: null },
      { signsIn: false, passedOnBy: "Ali Hassan" },
    ],
    (context, { signsIn, passedOnBy }) =>
      emergencyCall({ ...context, answerUrl: URL }, { ...paged(false), signsIn: signsIn! }, passedOnBy!),
  ),
];

const bank = { name: "Emirates NBD", accountName: "Rukn LLC", iban: "AE070331234567890123456" };
const installations: Required<Pick<Situation, "ways">>[] = [true, false].flatMap((cards) =>
  [bank, null].map((bank) => ({ ways: { cards, bank } })),
);

/** One case for each combination of settings and situation. */
function each<S extends Situation>(
  kind: string,
  situations: S[],
  write: (so: S) => Message | null,
): EmailCase[] {
  return situations.flatMap((so) => {
    const message = write(so);
    return message ? [{ kind, state: named("", so), so, message }] : [];
  });
}

/** Each situation with a private customer and with a company. */
function ofCompanies<S extends Situation>(situations: S[]): S[] {
  return situations.flatMap((so) => [so, { ...so, company: "Marina Facilities LLC" }]);
}

const deducted = {
  subtotalFils: 1_050_00,
  discountFils: 50_00,
  chargedFils: 1_000_00,
  chargedVatFils: 47_62,
  depositFils: 700_00,
  balanceFils: 300_00,
};

const settled = [
  { openFils: 300_00, totalFils: 300_00 },
  { openFils: 100_00, totalFils: 300_00 },
  { openFils: 0, totalFils: 300_00 },
  { openFils: 0, totalFils: 300_00, isReduced: true },
  { openFils: 300_00, totalFils: 300_00, deducted },
].flatMap((amounts) => installations.map((installation) => ({ ...amounts, ...installation })));
const due = settled.filter(({ openFils }) => openFils > 0);

function invoiceContext(so: (typeof settled)[number]): invoice.InvoiceMailContext {
  return {
    business,
    name: "Aisha Khan",
    reference: "INV-2026-000042",
    dueDate: "2026-12-07",
    totalFils: so.totalFils,
    openFils: so.openFils,
    deposit: so.deducted ?? null,
    isReduced: so.isReduced ?? false,
    url: URL,
    ways: { bank: so.ways.bank, link: null, otherMethods: "" },
    cards: so.ways.cards,
  };
}

interface QuoteSituation extends Situation {
  ways: quote.QuoteMailContext["ways"];
  depositFils: number;
  revision: number;
}

const quotes: QuoteSituation[] = installations.flatMap(({ ways }) => [
  { ways, depositFils: 0, revision: 1 },
  { ways, depositFils: 300_00, revision: 2 },
]);

function quoteContext({
  ways,
  depositFils,
  revision,
  company = null,
}: QuoteSituation): quote.QuoteMailContext {
  return {
    business,
    quote: {
      reference: "QT-2026-000007",
      title: "Repaint the living room",
      customerName: "Aisha Khan",
      company,
      phone: "+971501234567",
      email: "aisha@example.com",
      totalFils: 1_000_00,
      depositFils,
      validUntil: "2026-12-31",
      revision,
    },
    quoteUrl: URL,
    officeUrl: `${URL}/office`,
    ways,
  };
}

const paid = (so: Situation): money.PaymentFacts => ({
  business,
  customer: { name: "Aisha Khan", company: so.company ?? null, phone: "+971501234567" },
  url: URL,
  reference: "RC-2026-000011",
  method: so.method ?? "cash",
  fils: 300_00,
  receivedOn: "2026-11-23",
  towards: Array.from({ length: so.towards ?? 0 }, (_, index) => ({
    reference: `INV-2026-00004${2 + index}`,
    fils: 300_00,
    openFils: so.openFils ?? 0,
  })),
  excessFils: so.excessFils ?? 0,
});
const refund = (so: Situation) => ({
  ...paid(so),
  method: so.method ?? ("cash" as const),
  reason: "Overcharged part",
});

const quoteAndMoneyCases: EmailCase[] = [
  ...each("invoice-issued", settled, (so) => invoice.invoiceIssued(invoiceContext(so))),
  ...each("invoice-link", settled, (so) => invoice.invoiceLink(invoiceContext(so))),
  ...each("credit-note", settled, (so) =>
    invoice.creditNoteIssued({
      ...invoiceContext(so),
      creditNote: { reference: "CN-2026-000003", totalFils: 100_00, reason: "Part not needed" },
    }),
  ),
  ...each(
    "invoice-reminder",
    due.flatMap((so) => [-3, 0, 7].map((daysAfterDue) => ({ ...so, daysAfterDue }))),
    (so) => invoice.invoiceReminder(invoiceContext(so), so.daysAfterDue),
  ),
  ...each(
    "write-off-notice",
    settled.filter(({ isReduced }) => isReduced),
    (so) =>
      invoice.invoiceWrittenOff({ ...invoiceContext(so), issueDate: "2026-04-02", writtenOffFils: 300_00 }),
  ),
  ...each("quote-sent", quotes, (so) => quote.quoteSent(quoteContext(so))),
  ...each(
    "quote-link",
    quotes.flatMap((so) => [true, false].map((answerable) => ({ ...so, answerable }))),
    (so) => quote.quoteLink(quoteContext(so), so),
  ),
  ...each("quote-ending", quotes, (so) => quote.quoteEnding(quoteContext(so))),
  ...each(
    "quote-approved",
    quotes.flatMap((so) => [true, false].map((renewal) => ({ ...so, renewal }))),
    (so) => quote.quoteApproved(quoteContext(so), so),
  ),
  ...each("quote-withdrawn", quotes, (so) => quote.quoteWithdrawn(quoteContext(so))),
  ...each(
    "quote-cancelled",
    quotes.flatMap((so) =>
      (so.depositFils > 0 ? (["refunded", "forfeited"] as const) : (["none"] as const)).map((deposit) => ({
        ...so,
        deposit,
      })),
    ),
    (so) => quote.quoteCancelled(quoteContext(so), { deposit: so.deposit, fils: so.depositFils }),
  ),
  ...(["approved", "changes_requested", "declined", "expired"] as const).flatMap((answer) =>
    each(`office-quote-${answer}`, ofCompanies(quotes.slice(0, 1)), (so) =>
      quote.officeQuoteAnswer(quoteContext(so), {
        answer,
        words: answer === "changes_requested" ? "Please use\nanother colour." : "",
      }),
    ),
  ),
  ...each(
    "receipt",
    [
      { towards: 1, openFils: 0, excessFils: 0 },
      { towards: 1, openFils: 100_00, excessFils: 0 },
      { towards: 1, openFils: 0, excessFils: 50_00 },
      { towards: 2, openFils: 0, excessFils: 0 },
      { towards: 0, openFils: 0, excessFils: 300_00 },
    ],
    (so) => money.paymentReceipt(paid(so)),
  ),
  ...each("office-over-payment", ofCompanies([{ towards: 1, excessFils: 50_00 }]), (so) =>
    money.officeOverPayment(paid(so)),
  ),
  ...each("office-cheque-bounced", ofCompanies([{ reopened: true }, { reopened: false }]), (so) =>
    money.officeBouncedCheque({
      ...paid(so),
      number: "000123",
      bank: "ADCB",
      invoice: "INV-2026-000042",
      reopened: so.reopened,
    }),
  ),
  ...each("refund-done", [{ method: "card" as const }, { method: "cash" as const }], (so) =>
    money.refundDone(refund(so)),
  ),
  ...each("office-refund-failed", ofCompanies([{ method: "card" as const }]), (so) =>
    money.officeFailedRefund(refund(so)),
  ),
  ...each("office-payout-failed", [{ excessFils: 1_234_50 }], (so) =>
    money.officeFailedPayout({ provider: "stripe", payout: "po_123", fils: so.excessFils!, url: URL }),
  ),
  ...each("office-payment-question", [{}], () =>
    money.officeReconciliationIssue({
      paragraphs: ["A payment arrived for a checkout that is not on record. The payment was not recorded."],
      provider: "stripe",
      payment: "pi_123",
      amount: 300_00,
      currency: "aed",
      url: URL,
    }),
  ),
];

const contractContext = ({
  visits = 0,
  company = null,
  endedOn,
}: Situation): contract.ContractEmailContext => ({
  business,
  contract: {
    reference: "AMC-2026-000005",
    packageName: "Plus",
    propertyType: "apartment-1br",
    customerName: "Aisha Khan",
    company,
    address: "Flat 12\nMarina Gate",
    startsOn: "2026-11-23",
    endsOn: "2027-11-22",
    endedOn: endedOn ?? null,
    visits: Array.from({ length: visits }, (_, index) => ({
      bookingId: `b-${index + 1}`,
      reference: "BK-2026-000300",
      kind: "ac-visit" as const,
      quantity: 1,
      state: "confirmed" as const,
      startsAt: null,
      day: "2027-02-01",
    })),
  },
  openUrl: URL,
  contractUrl: URL,
  visitUrls: new Map([["b-1", URL]]),
});
const contractRequest = ({ company = null }: Situation) => ({
  business,
  packagesUrl: URL,
  contract: {
    reference: "AMC-2026-000005",
    packageName: "Plus",
    propertyType: "apartment-1br" as const,
    priceFils: 2_400_00,
    customerName: "Aisha Khan",
    company,
    email: "aisha@example.com",
    phone: "+971501234567",
    address: "Flat 12\nMarina Gate",
    language: "en",
    message: "",
    requestedAt: NOW,
  },
});

const emergencyBooking = bookingOf({ emergency: true, paged: [paged(false)] });

const combinedCases: EmailCase[] = each(
  "combined-alerts",
  [2, 40, 250].flatMap((alerts) => [
    { alerts, areEmergencies: true, hasPages: true, signsIn: true, booking: emergencyBooking },
    { alerts, areEmergencies: true, hasPages: false, signsIn: false, booking: emergencyBooking },
    { alerts, areEmergencies: false, hasPages: true },
  ]),
  ({ alerts, areEmergencies, hasPages }) =>
    combineAlerts(
      Array.from({ length: alerts }, (_, at) => ({
        message: areEmergencies ? emergencyAlert(at, hasPages) : officeContractAlert(contractRequest({})),
        url: hasPages ? `${URL}/${at}` : null,
        listUrl: hasPages ? URL : null,
      })),
    ),
);

function emergencyAlert(at: number, signsIn: boolean): Message {
  const booking = { ...emergencyBooking, reference: `BK-2026-${String(at).padStart(6, "0")}` };
  const context = { booking, business, followUrl: URL, officeUrl: URL, answerUrl: URL };
  return emergencyCall(context, { ...paged(false), signsIn }, null);
}

const contractCases: EmailCase[] = [
  ...each("contract-received", [{ isEntered: true }, { isEntered: false }], (so) =>
    contractReceived(contractRequest(so), so),
  ),
  ...each("office-contract-alert", ofCompanies([{}]), (so) => officeContractAlert(contractRequest(so))),
  ...each("contract-active", [{ visits: 2 }, { visits: 0 }], (so) =>
    contract.contractActive(contractContext(so)),
  ),
  ...each("contract-link", [{ canAccept: true }, { canAccept: false }], (so) =>
    contract.contractLink(contractContext(so), { canAccept: so.canAccept === true }),
  ),
  ...each("contract-ending", [{}], (so) => contract.contractEnding(contractContext(so))),
  ...each("office-renewal", ofCompanies([{}]), (so) =>
    contract.officeRenewalDrafted(contractContext(so), URL),
  ),
  ...each("office-contract-accepted", ofCompanies([{}]), (so) =>
    contract.officeContractAccepted(contractContext(so), { name: "Aisha Al Marri", contractUrl: URL }),
  ),
  ...each(
    "contract-cancelled",
    [
      { unusedFils: 0, endedOn: "2027-03-01" },
      { unusedFils: 100_00, endedOn: "2027-03-01" },
      // Cancelled before it started.
      { unusedFils: 0, endedOn: "2026-11-20" },
    ],
    (so) => contract.contractCancelled(contractContext(so), so),
  ),
];

const person = {
  name: "Aisha Khan",
  email: "aisha@example.com",
  business,
  config: { publicUrl: "https://rukn.example" },
};
const withLink = { ...person, url: URL };
const written = ({ company = null }: Situation) => ({
  reference: "MS-2026-000009",
  name: "Aisha Khan",
  company,
  email: "aisha@example.com",
  phone: "+971501234567",
  message: "Do you work in Sharjah?\nThank you.",
  sentAt: NOW,
});
const opening = {
  week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "18:00" })),
  closedDays: [],
};
/** Number of bookings of a week; null without permission. */
function figuresOf(total: number | null) {
  const quotes = { won: 0, lost: 0 };
  return {
    bookings: total === null ? null : { total },
    responseTargets: null,
    work: null,
    revenue: null,
    quotes,
  };
}

const weeks = [
  { current: 12, previous: 10 },
  { current: 10, previous: 12 },
  { current: 10, previous: 10 },
  { current: 10, previous: null },
  { current: null, previous: 10 },
];

const accountCases: EmailCase[] = [
  ...each("account-confirm", [{}], () => account.confirmEmail(withLink)),
  ...each("staff-invitation", [{}], () => account.staffInvitation(withLink)),
  ...each("account-exists", [{}], () => account.accountAlreadyExists(person)),
  ...each("account-reset", [{}], () => account.resetPassword(withLink)),
  ...each("account-code", [{}], () => account.signInCode({ ...person, code: "482913" })),
  ...each("account-password-changed", [{}], () => account.passwordChanged(person)),
  ...each("account-two-factor-changed", [{ twoFactor: true }, { twoFactor: false }], ({ twoFactor }) =>
    account.twoFactorChanged({ ...person, on: twoFactor }),
  ),
  ...each("account-email-confirm", [{}], () => account.confirmNewEmail(withLink)),
  ...each("account-email-change-asked", [{}], () =>
    account.emailChangeRequested({ ...person, newEmail: "new@example.com" }),
  ),
  ...each("account-email-changed", [{}], () =>
    account.emailChanged({ ...person, newEmail: "new@example.com" }),
  ),
  ...each("account-deleted", [{}], () => account.accountDeleted(person)),
  ...each("technician-invitation", [{}], () =>
    technicianInvitation({ name: "Ravi", business, url: URL, publicUrl: "https://rukn.example" }),
  ),
  ...each("message-received", [{}], () => messageReceived(written({}), business, opening as never)),
  ...each("office-message", ofCompanies([{}]), (so) => officeMessage(written(so), business)),
  ...each("webhook-switched-off", [{}], () =>
    webhookDisabled({ webhookUrl: "https://erp.example/hook", url: URL }),
  ),
  ...each(
    "office-backup-failed",
    [NOW, null].flatMap((lastBackupAt) => [true, false].map((isRetried) => ({ lastBackupAt, isRetried }))),
    ({ lastBackupAt, isRetried }) =>
      backupFailed({
        ...{ requestedAt: NOW, cause: "The disk is full.", lastAt: lastBackupAt },
        ...{ isRetried, url: URL },
      }),
  ),
  ...each("office-backup-late", [{}], () => backupLate({ madeAt: NOW.toISOString(), url: URL })),
  ...each("office-certificate-expiring", [{ published: true }, { published: false }], ({ published }) =>
    certificateExpiring(
      { title: "Trade licence", issuer: "DET", number: "123456", expiresOn: "2026-12-31", published },
      URL,
    ),
  ),
  ...each("weekly-summary", weeks, ({ current, previous }) =>
    weeklySummary({
      name: "Omar",
      week: { from: "2026-11-16", to: "2026-11-22" },
      current: figuresOf(current) as never,
      previous: figuresOf(previous) as never,
      publicUrl: "https://rukn.example",
      stopUrl: URL,
    }),
  ),
];

/** Amounts that are the same in each situation: quote, payment, credit note, and price of a package. */
export const otherFils: readonly number[] = [1_000_00, 300_00, 100_00, 2_400_00];

/** Every kind of email, in every state that it is sent in and with every setting that it depends on. */
export function everyEmail(): EmailCase[] {
  return [...bookingCases, ...quoteAndMoneyCases, ...contractCases, ...combinedCases, ...accountCases];
}
