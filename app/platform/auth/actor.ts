/** Roles of accounts; staff are invited by an admin. */
export const userRoles = ["admin", "dispatcher", "accountant", "technician", "customer"] as const;

export type UserRole = (typeof userRoles)[number];

export type Actor =
  | { role: "visitor" }
  /** Opened a mailed link and acts as the customer of that booking or document. */
  | { role: "link-holder"; bookingId: string }
  | { role: "link-holder"; document: LinkedDocument }
  /** Calendar program with a technician's secret link. */
  | { role: "calendar-holder"; technicianId: string }
  /** Worker, schedule or first start. */
  | { role: "system" }
  | Person;

/** Document that a mailed link opens. */
export interface LinkedDocument {
  kind: "quote" | "invoice" | "receipt";
  id: string;
}

export interface Person {
  /** Effective role: "customer" for office staff without a required second factor. */
  role: UserRole;
  userId: string;
  name: string;
  email: string;
  /** Absent without a session, as in tests. */
  sessionId?: string;
  twoFactor?: boolean;
  /** Office role that takes effect once the second factor is set up. */
  withoutSecondFactor?: UserRole;
  /** Set for calls with an API key of this person, which limits them to these permissions. */
  key?: { id: string; name: string; permissions: readonly string[] };
}

export type Role = Actor["role"];

export const visitor: Actor = { role: "visitor" };
export const system: Actor = { role: "system" };

export function userIdOf(actor: Actor): string | null {
  return "userId" in actor ? actor.userId : null;
}

export function keyIdOf(actor: Actor): string | null {
  return "key" in actor ? (actor.key?.id ?? null) : null;
}

/** Name recorded in the audit trail; null for visitors and the system. */
export function nameOf(actor: Actor): string | null {
  return "name" in actor ? actor.name : null;
}
