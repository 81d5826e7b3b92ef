import { type KeyGrant, type OfficeRole, officeRoles, type Role } from "./actor";

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
  "notifications.receive": [...officeRoles, "technician"],
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
  "books.post": ["admin"],
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
  "contracts.accept": [...signedIn, "link-holder"],
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

/** Permissions that an admin can grant to single accounts of a role that does not have them. */
export const grantablePermissions = {
  accountant: ["books.post", "books.close"],
} as const satisfies Partial<Record<OfficeRole, readonly Permission[]>>;

export type GrantablePermission = (typeof grantablePermissions)[keyof typeof grantablePermissions][number];

export function grantableTo(role: Role): readonly GrantablePermission[] {
  return role in grantablePermissions ? grantablePermissions[role as keyof typeof grantablePermissions] : [];
}

export function roleMay(role: Role, permission: Permission): boolean {
  return role === "system" || (permissions[permission] as readonly Role[]).includes(role);
}

interface Holder {
  role: Role;
  /** Counts only for the role that it can be granted to. */
  granted?: readonly string[] | undefined;
  key?: KeyGrant | undefined;
}

function holds({ role, granted = [] }: Holder, permission: Permission): boolean {
  return (
    roleMay(role, permission) ||
    (granted.includes(permission) && grantableTo(role).some((grantable) => grantable === permission))
  );
}

/** An API key grants the intersection of its own permissions and its owner's. */
export function may(holder: Holder, permission: Permission): boolean {
  const { key } = holder;
  if (key && permission !== "office.enter" && !key.permissions.includes(permission)) return false;
  return holds(holder, permission);
}

/**
 * Checks a command or query of a call. An endpoint row that needs a permission of the key admits the call as a
 * whole, with its own reads: otherwise a change would be made and then answered with 403. `office.enter` is
 * granted to every key and therefore admits nothing else.
 */
export function mayRun(actor: Holder, permission: Permission): boolean {
  const admittedBy = actor.key?.admittedBy;
  return admittedBy && admittedBy !== "office.enter" ? holds(actor, permission) : may(actor, permission);
}
