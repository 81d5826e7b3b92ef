import { type OfficeRole, officeRoles } from "~/platform/auth/permissions";
import type { Silent } from "~/platform/events/events";

/** What an account is bound by, and what is told when something happens to it. Pure. */

export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** For how long a mailed link works, in minutes. */
export const linkLifetimeMin = {
  "confirm-email": 24 * 60,
  "reset-password": 60,
  "change-email": 60,
  invitation: 7 * 24 * 60,
} as const;
export type LinkPurpose = keyof typeof linkLifetimeMin;

/** The team are the people of the office; technicians are invited where technicians are kept. */
export const staffStates = ["invited", "active", "disabled"] as const;
export type StaffState = (typeof staffStates)[number];

/** Whom an admin can sign out: a phone gets lost on a building site as well. */
export const staffRoles = [...officeRoles, "technician"] as const;

/** What a member of the team is by their account: disabled is who may not sign in, invited who has no password yet. */
export function staffStateOf(account: { banned: boolean; email_verified: boolean }): StaffState {
  if (account.banned) return "disabled";
  return account.email_verified ? "active" : "invited";
}

/** After so many failures within 15 minutes a sign-in also asks for the captcha, where one is configured. */
export const CAPTCHA_AFTER_FAILURES = 3;

declare module "~/platform/events/events" {
  interface Events {
    "account.signed-up": Record<string, never>;
    /** Somebody signed up with an email that has an account already. */
    "account.sign-up-repeated": Record<string, never>;
    "account.confirmed": Silent<{ bookings: number }>;
    /** Of the three that anybody may ask for with any email, the subject may be nobody's. */
    "account.confirmation-asked": Record<string, never>;
    "account.reset-asked": Record<string, never>;
    "account.code-asked": Record<string, never>;
    "account.password-changed": Record<string, never>;
    /** `linkId`: the link that was made for it, which knows the addresses. */
    "account.email-change-asked": { linkId: string };
    "account.email-changed": { linkId: string };
    "account.two-factor-changed": { on: boolean };
    "account.deleted": Silent;
    /** The subject of these is the account. Sent again, too. */
    "staff.invited": { role: OfficeRole };
    "staff.invitation-withdrawn": Silent<{ role: OfficeRole }>;
    "staff.role-changed": Silent<{ from: OfficeRole; to: OfficeRole }>;
    "staff.disabled": Silent;
    "staff.enabled": Silent;
    "staff.second-factor-asked": Silent<{ required: boolean }>;
    "staff.sessions-ended": Silent<{ count: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "link-spent": unknown;
    "last-admin": unknown;
    /** A booking is under way: the account is deleted after it. */
    open: unknown;
    /** The same address stands there already. */
    known: unknown;
    inactive: unknown;
    "email-taken": unknown;
    /** Nobody changes their own rights, so that there always is an admin. */
    "own-account": unknown;
    "has-sign-in": unknown;
  }
}
