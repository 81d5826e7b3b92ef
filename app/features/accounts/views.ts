import * as z from "zod/mini";
import { officeRoles } from "~/platform/auth/permissions";
import { locales } from "~/platform/locale/locale";
import { accessView } from "../access/views";
import { bookingStates } from "../bookings/booking";
import { staffStates } from "./account";

/** What people see of their own account. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();

export const profileView = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  language: z.enum(locales),
  marketing: z.boolean(),
  /** Since when that is so; null: nobody was ever asked. */
  marketingChangedAt: z.nullable(instant),
  /** Whether the figures of the week are mailed; of the office only. */
  weeklySummary: z.boolean(),
  twoFactor: z.boolean(),
  /** A new email that waits to be confirmed. */
  pendingEmail: z.nullable(z.string()),
  memberSince: instant,
});
export type ProfileView = z.output<typeof profileView>;

export const deviceView = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  /** As the browser calls itself. */
  userAgent: z.nullable(z.string()),
  signedInAt: instant,
  /** To the day. */
  lastUsedAt: instant,
});
export type DeviceView = z.output<typeof deviceView>;

export const propertyView = z.object({
  id: z.uuid(),
  street: z.string(),
  buildingName: z.string(),
  unitNumber: z.string(),
  area: z.string(),
  landmark: z.string(),
  /** Bookings were made for it: it can be changed, not removed. */
  used: z.boolean(),
  /** How to get in; null: its record is not known to be this person's alone. */
  access: z.nullable(accessView),
});
export type PropertyView = z.output<typeof propertyView>;

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
  /** Of work that is planned over several days: which of them that visit is. */
  multiDayPosition: z.nullable(z.object({ day: z.int(), days: z.int() })),
});
export type OwnBookingRow = z.output<typeof ownBookingRow>;

export const ownBookingList = z.object({
  bookings: z.array(ownBookingRow),
  nextCursor: z.nullable(z.string()),
});
export type OwnBookingList = z.output<typeof ownBookingList>;

/** What the dashboard opens with. */
export const overview = z.object({
  /** Still to come or under way, the next first. */
  coming: z.array(ownBookingRow),
  profile: profileView,
});
export type Overview = z.output<typeof overview>;

/** The people of the office, as an admin sees them. */
export const staffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(officeRoles),
  state: z.enum(staffStates),
  twoFactor: z.boolean(),
  /** Of this person, whatever holds for all. */
  twoFactorRequired: z.boolean(),
  /** Null: not yet. */
  signedInAt: z.nullable(instant),
});
export type StaffMember = z.output<typeof staffMember>;

/** Where a member is signed in. */
export const staffSession = z.object({
  id: z.uuid(),
  /** As the browser calls itself. */
  userAgent: z.nullable(z.string()),
  /** Of the network. */
  address: z.nullable(z.string()),
  signedInAt: instant,
  /** To the day. */
  lastUsedAt: instant,
});
export type StaffSession = z.output<typeof staffSession>;
export const staffSessions = z.object({ sessions: z.array(staffSession) });

export const team = z.object({ members: z.array(staffMember) });
export type Team = z.output<typeof team>;
