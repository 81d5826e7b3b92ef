import * as z from "zod/mini";
import { officeRoles } from "~/platform/auth/actor";
import { locales } from "~/platform/locale/locale";
import { customerChannels, textChannels } from "~/platform/messaging/channel";
import { bookingStates } from "../../operations/bookings/booking";
import { onHold } from "../../operations/bookings/view-fields";
import { staffStates, visitChanges } from "./account";
import { grantablePermission } from "./granted-permissions";

/** Account views. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

export const profileView = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  language: z.enum(locales),
  marketing: z.boolean(),
  /** Time of the last choice; null if never asked. */
  marketingChangedAt: z.nullable(instant),
  /** Weekly summary subscription; office users only. */
  weeklySummary: z.boolean(),
  /** Technicians only. */
  visitChanges: z.enum(visitChanges),
  twoFactor: z.boolean(),
  /** New email awaiting confirmation. */
  pendingEmail: z.nullable(z.string()),
  /** A mail server refused it, so that the link did not arrive. */
  pendingEmailUndeliverable: z.boolean(),
  memberSince: instant,
});
export type ProfileView = z.output<typeof profileView>;

/** Channels of service messages to the signed-in customer. */
export const ownChannels = z.object({
  /** Configured channels of texts; empty before the first booking. */
  channels: z.array(z.enum(textChannels)),
  phone: z.nullable(z.string()),
  chosen: z.nullable(z.enum(customerChannels)),
  /** Stopped by the person. */
  closed: z.array(z.enum(textChannels)),
  /** False if only a message from the phone can open them again. */
  canReopen: z.boolean(),
});
export type OwnChannels = z.output<typeof ownChannels>;

export const deviceView = z.object({
  id: z.uuid(),
  /** True for the session of this request. */
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  signedInAt: instant,
  /** Accurate to the day. */
  lastUsedAt: instant,
});
export type DeviceView = z.output<typeof deviceView>;

export const ownBookingRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(bookingStates),
  serviceId: z.string(),
  serviceName: z.string(),
  emergency: z.boolean(),
  address: z.string(),
  requestedAt: instant,
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  technicianName: z.nullable(z.string()),
  /** Null unless the work is on hold. */
  onHold: z.nullable(onHold),
  /** Day of a multi-day job. */
  multiDayPosition: z.nullable(z.object({ day: z.int(), days: z.int() })),
});
export type OwnBookingRow = z.output<typeof ownBookingRow>;

export const ownBookingList = z.object({
  bookings: z.array(ownBookingRow),
  nextCursor: z.nullable(z.string()),
});
export type OwnBookingList = z.output<typeof ownBookingList>;

/** First data of the dashboard. */
export const overview = z.object({
  /** Upcoming and current visits, next first. */
  upcoming: z.array(ownBookingRow),
  profile: profileView,
});
export type Overview = z.output<typeof overview>;

export const staffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(officeRoles),
  state: z.enum(staffStates),
  /** Permissions of the account beyond those of its role. */
  granted: z.array(grantablePermission),
  twoFactor: z.boolean(),
  /** Required of this person in addition to the general setting. */
  twoFactorRequired: z.boolean(),
  /** Null if never. */
  signedInAt: z.nullable(instant),
});
export type StaffMember = z.output<typeof staffMember>;

export const staffSession = z.object({
  id: z.uuid(),
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signedInAt: instant,
  /** Accurate to the day. */
  lastUsedAt: instant,
});
export type StaffSession = z.output<typeof staffSession>;

export const staffSessions = z.object({ sessions: z.array(staffSession) });

export const team = z.object({ members: z.array(staffMember) });

export type Team = z.output<typeof team>;
