import type { Locale } from "../locale/locale";

export const userRoles = ["admin", "dispatcher", "accountant", "technician", "customer"] as const;

export type UserRole = (typeof userRoles)[number];

export const officeRoles = ["admin", "dispatcher", "accountant"] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** Check for the frame of the website, which does not load the permissions. */
export function isOfficeRole(role: UserRole): boolean {
  return officeRoles.some((officeRole) => officeRole === role);
}

export type Actor =
  | { role: "visitor" }
  /** Acts as the customer of the linked booking or document. */
  | {
      role: "link-holder";
      bookingId: string;
      /** The key was emailed, which proves that the actor reads the mailbox of the booking. */
      isEmailed?: boolean;
    }
  | { role: "link-holder"; document: LinkedDocument }
  | { role: "calendar-holder"; technicianId: string }
  | { role: "system" }
  | Person;

export interface LinkedDocument {
  kind: "quote" | "invoice" | "receipt" | "contract";
  id: string;
}

export interface KeyGrant {
  permissions: readonly string[];
  /** Permission of the endpoint row that admitted the current call. */
  admittedBy?: string;
}

export interface Person {
  /** "customer" for office staff without a required second factor. */
  role: UserRole;
  userId: string;
  name: string;
  email: string;
  sessionId?: string;
  twoFactor?: boolean;
  /** Language of the profile, if pages are offered in several. Read for the session endpoint only. */
  language?: Locale;
  /**
   * Languages that a technician can choose for the app, or the office for customers, if there are several. Read for the
   * session endpoint only.
   */
  languages?: readonly Locale[];
  /** Languages that the office can choose for technicians. */
  technicianLanguages?: readonly Locale[];
  /** Permissions of the account beyond those of its role. */
  granted?: readonly string[];
  withoutSecondFactor?: UserRole;
  /** Limits the person's permissions. */
  key?: { id: string; name: string } & KeyGrant;
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

export function nameOf(actor: Actor): string | null {
  return "name" in actor ? actor.name : null;
}
