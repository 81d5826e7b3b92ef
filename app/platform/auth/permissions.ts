import { type Actor, type KeyGrant, officeRoles, type Role } from "./actor";

const dispatch = ["admin", "dispatcher"] as const;
const money = ["admin", "accountant"] as const;
/** Staff are also customers of their own bookings. */
const signedIn = [...officeRoles, "technician", "customer"] as const;
const allRoles = [...signedIn, "visitor", "link-holder", "calendar-holder"] as const;

/**
 * Roles by permission (docs/domain.md, "Roles"). Ownership of a record is checked by commands and queries.
 */
export const permissions = {
  "website.use": allRoles,
  "website.open-link": allRoles,
  "calendar-link.read": ["calendar-holder"],

  "account.use": signedIn,
  "office.enter": officeRoles,

  "bookings.read": officeRoles,
  "bookings.manage": dispatch,
  "bookings.request": allRoles,
  "bookings.take-part": [...signedIn, "link-holder"],
  "visits.plan": dispatch,
  "visits.report": ["technician"],
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
  "invoices.manage": money,
  "invoices.pay": [...signedIn, "link-holder"],
  "invoices.write-off": ["admin"],
  "payments.record": money,
  /** Up to the amount in the settings; above it `payments.refund-any`. */
  "payments.refund": money,
  "payments.refund-any": ["admin"],
  "books.import-opening-balances": ["admin"],
  "books.read": money,
  "books.close": ["admin"],

  "quotes.read": officeRoles,
  "quotes.manage": officeRoles,
  "quotes.answer": [...signedIn, "link-holder"],

  "mails.read": ["admin"],
  "mails.retry": ["admin"],
  "messages.send": allRoles,
  "contracts.request": allRoles,
  "contracts.read": officeRoles,
  "contracts.manage": officeRoles,
  "contracts.activate": ["admin"],
  "contracts.cancel": money,

  "security.report": allRoles,
  "files.read-all": dispatch,
  "files.upload": allRoles,

  "analytics.read": officeRoles,
  "analytics.read-work": dispatch,
  "analytics.read-money": money,
  "activity.read": ["admin"],
  "activity.answer": ["admin"],
  "settings.manage": ["admin"],
  "backups.manage": ["admin"],
  "team.manage": ["admin"],
  "keys.manage": ["admin"],
} as const satisfies Record<string, readonly Exclude<Role, "system">[]>;

export type Permission = keyof typeof permissions;

export function roleMay(role: Role, permission: Permission): boolean {
  return role === "system" || (permissions[permission] as readonly Role[]).includes(role);
}

/** An API key grants the intersection of its own permissions and its owner's. */
export function may(
  { role, key }: Pick<Actor, "role"> & { key?: KeyGrant },
  permission: Permission,
): boolean {
  if (key && permission !== "office.enter" && !key.permissions.includes(permission)) return false;
  return roleMay(role, permission);
}

/**
 * Checks a command or query of a call. An endpoint row that needs a permission of the key admits the call as a
 * whole, with its own reads: otherwise a change would be made and then answered with 403. `office.enter` is
 * granted to every key and therefore admits nothing else.
 */
export function mayRun(actor: Pick<Actor, "role"> & { key?: KeyGrant }, permission: Permission): boolean {
  const admittedBy = actor.key?.admittedBy;
  return admittedBy && admittedBy !== "office.enter"
    ? roleMay(actor.role, permission)
    : may(actor, permission);
}
