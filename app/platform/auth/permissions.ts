import type { Actor, Role } from "./actor";

export const officeRoles = ["admin", "dispatcher", "accountant"] as const;
export type OfficeRole = (typeof officeRoles)[number];
/** Roles that confirm, plan and dispatch. */
const dispatch = ["admin", "dispatcher"] as const;
const money = ["admin", "accountant"] as const;
/** Staff are also customers of their own bookings. */
const signedIn = [...officeRoles, "technician", "customer"] as const;
const allRoles = [...signedIn, "visitor", "link-holder", "calendar-holder"] as const;

/**
 * Roles by permission (docs/domain.md, "Roles"). Guards, commands, queries, navigation and the API document
 * read this table. Ownership of a record is checked by the command or query. The role `system` has all
 * permissions.
 */
export const permissions = {
  /** Read public content, send its forms, sign in. */
  "website.use": allRoles,
  /** Open the record of a mailed link key. */
  "website.open-link": allRoles,
  /** A technician's visits in a calendar program. */
  "calendar-link.read": ["calendar-holder"],

  "account.use": signedIn,
  "office.enter": officeRoles,

  "bookings.read": officeRoles,
  /** Every office change of bookings and visits. */
  "bookings.manage": dispatch,
  "bookings.request": allRoles,
  /** Follow, cancel or reschedule own bookings; for technicians, those of their visits. */
  "bookings.take-part": [...signedIn, "link-holder"],
  /** Use the dispatch board. */
  "visits.plan": dispatch,
  "visits.report": ["technician"],
  /** Accept or pass on an on-call page. */
  "emergencies.answer": ["technician"],
  "reviews.write": [...signedIn, "link-holder"],
  "reviews.publish": dispatch,

  "customers.read": officeRoles,
  "customers.manage": officeRoles,

  "technicians.read": dispatch,
  "technicians.manage": dispatch,
  "technicians.invite": dispatch,
  "holidays.manage": dispatch,

  "services.read": officeRoles,
  "services.manage": ["admin"],
  "prices.read": officeRoles,
  "prices.manage": ["admin"],

  "invoices.read": money,
  /** Draft, issue, credit, remind. */
  "invoices.manage": money,
  /** See and pay own invoices, or one by its mailed link. */
  "invoices.pay": [...signedIn, "link-holder"],
  "invoices.write-off": ["admin"],
  "payments.record": money,
  /** Up to the amount in the settings; above it `payments.refund-any`. */
  "payments.refund": money,
  "payments.refund-any": ["admin"],
  /** Import unpaid invoices at go-live. */
  "books.import-opening-balances": ["admin"],
  /** Journal, trial balance, revenue, VAT return and exports. */
  "books.read": money,
  /** Close a period permanently. */
  "books.close": ["admin"],

  "quotes.read": officeRoles,
  /** Draft, send, revise, withdraw, convert to work. */
  "quotes.manage": officeRoles,
  /** Open, approve or decline own quotes, or one by its mailed link. */
  "quotes.answer": [...signedIn, "link-holder"],

  /** Sent mails with their text. */
  "mails.read": ["admin"],
  "mails.retry": ["admin"],
  "messages.send": allRoles,
  "contracts.request": allRoles,
  "contracts.read": officeRoles,
  /** Record terms, plan a visit, renew. */
  "contracts.manage": officeRoles,
  /** Activate an unpaid contract. */
  "contracts.activate": ["admin"],
  /** End a contract early, with its refund. */
  "contracts.cancel": money,

  "security.report": allRoles,
  "files.read-all": dispatch,
  "files.upload": allRoles,

  "analytics.read": officeRoles,
  /** Figures about requests, response targets, visits and technicians. */
  "analytics.read-work": dispatch,
  "analytics.read-money": money,
  /** Audit trail, security events and client errors. */
  "activity.read": ["admin"],
  /** Resolve security events and client errors. */
  "activity.answer": ["admin"],
  "settings.manage": ["admin"],
  /** Make and list backups; release outbound mail after a restore. */
  "backups.manage": ["admin"],
  "team.manage": ["admin"],
  /** Manage API keys and webhooks. */
  "keys.manage": ["admin"],
} as const satisfies Record<string, readonly Exclude<Role, "system">[]>;

export type Permission = keyof typeof permissions;

export function roleMay(role: Role, permission: Permission): boolean {
  return role === "system" || (permissions[permission] as readonly Role[]).includes(role);
}

/** An API key grants the intersection of its own permissions and its owner's. */
export function may(
  { role, key }: Pick<Actor, "role"> & { key?: { permissions: readonly string[] } },
  permission: Permission,
): boolean {
  // Every key may call the office API.
  if (key && permission !== "office.enter" && !key.permissions.includes(permission)) return false;
  return roleMay(role, permission);
}
