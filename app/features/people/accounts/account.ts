import { type OfficeRole, officeRoles } from "~/platform/auth/actor";
import type { Silent } from "~/platform/events/events";

export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** Lifetime of emailed links, in minutes. */
export const linkLifetimeMin = {
  "confirm-email": 24 * 60,
  "reset-password": 60,
  "change-email": 60,
  invitation: 7 * 24 * 60,
} as const;
export type LinkPurpose = keyof typeof linkLifetimeMin;

/** States of office users; technicians are invited from their own pages. */
export const staffStates = ["invited", "active", "disabled"] as const;
export type StaffState = (typeof staffStates)[number];

/** Roles whose sessions an admin can end, for instance of a lost phone. */
export const staffRoles = [...officeRoles, "technician"] as const;

/** State of an office user: disabled users cannot sign in, invited ones have no password yet. */
export function staffStateOf(account: { banned: boolean; emailVerified: boolean }): StaffState {
  if (account.banned) return "disabled";
  return account.emailVerified ? "active" : "invited";
}

/** Upcoming bookings in the account's overview; further ones are in the paged list. */
export const UPCOMING_LIMIT = 20;

/** Failures within 15 minutes after which a sign-in needs the captcha, if configured. */
export const CAPTCHA_AFTER_FAILURES = 3;

declare module "~/platform/events/events" {
  interface Events {
    "account.signed-up": Record<string, never>;
    /** Sign-up with an email that already has an account. */
    "account.sign-up-repeated": Record<string, never>;
    "account.confirmed": Silent<{ bookings: number }>;
    /** Emails requested for an address. The account may not exist. */
    "account.confirmation-requested": Record<string, never>;
    "account.reset-requested": Record<string, never>;
    "account.code-requested": Record<string, never>;
    "account.password-changed": Record<string, never>;
    /** `linkId` identifies the stored link, which contains both addresses. */
    "account.email-change-requested": { linkId: string };
    "account.email-changed": { linkId: string };
    "account.two-factor-changed": { on: boolean };
    "account.deleted": Silent;
    /** The subject is the account. Also emitted for a repeated invitation. */
    "staff.invited": { role: OfficeRole };
    "staff.invitation-withdrawn": Silent<{ role: OfficeRole }>;
    "staff.role-changed": Silent<{ from: OfficeRole; to: OfficeRole }>;
    /** Permissions of the account beyond those of its role. */
    "staff.permissions-granted": Silent<{ granted: string[] }>;
    "staff.disabled": Silent;
    "staff.enabled": Silent;
    "staff.second-factor-required": Silent<{ required: boolean }>;
    "staff.sessions-ended": Silent<{ count: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "link-used": unknown;
    "last-admin": unknown;
    /** The account cannot be deleted yet, because it has an open booking. */
    "has-open-booking": unknown;
    /** The property exists already. */
    "property-exists": unknown;
    inactive: unknown;
    "email-taken": unknown;
    /** Admins cannot change their own role, so that there is always one. */
    "own-account": unknown;
    "has-sign-in": unknown;
    /** The permission cannot be granted to the role. */
    "not-grantable": unknown;
  }
}

/** How a technician learns of changed visits. */
export const visitChanges = ["push-email", "push", "email"] as const;
export type VisitChanges = (typeof visitChanges)[number];
