/** The roles that somebody with an account can have; staff are invited by an admin. */
export const userRoles = ["admin", "dispatcher", "accountant", "technician", "customer"] as const;

export type UserRole = (typeof userRoles)[number];

/** Who acts. */
export type Actor =
  | { role: "visitor" }
  /** Has opened the mailed link of one booking, or of one document, and stands for its customer. */
  | { role: "link-holder"; bookingId: string }
  | { role: "link-holder"; document: LinkedDocument }
  /** A calendar program with a technician's secret link. */
  | { role: "calendar-holder"; technicianId: string }
  /** The product itself: the worker, a schedule, the first start. */
  | { role: "system" }
  | Person;

/** What a mailed link opens beside a booking. */
export interface LinkedDocument {
  kind: "quote" | "invoice" | "receipt";
  id: string;
}

export interface Person {
  /** As what somebody acts now: in the office only with the second factor where one is required. */
  role: UserRole;
  userId: string;
  name: string;
  email: string;
  /** Absent where no session is behind it, as in a test. */
  sessionId?: string;
  /** Signs in with a second factor. */
  twoFactor?: boolean;
  /** The role that waits for a second factor to be set up; until then the person acts as a customer. */
  withoutSecondFactor?: UserRole;
  /** Another program acts, by a key of this person's that is good for these permissions and no others. */
  key?: { id: string; name: string; permissions: readonly string[] };
}

export type Role = Actor["role"];

export const visitor: Actor = { role: "visitor" };
export const system: Actor = { role: "system" };

/** The signed-in person's id, or null. */
export function userIdOf(actor: Actor): string | null {
  return "userId" in actor ? actor.userId : null;
}

/** The key by which somebody acts, or null. */
export function keyIdOf(actor: Actor): string | null {
  return "key" in actor ? (actor.key?.id ?? null) : null;
}

/** The name kept in trails; a visitor and the system have none. */
export function nameOf(actor: Actor): string | null {
  return "name" in actor ? actor.name : null;
}
