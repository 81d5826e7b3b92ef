import type { Actor, Role } from "./actor";

/** Who works in the back office. */
export const officeRoles = ["admin", "dispatcher", "accountant"] as const;
export type OfficeRole = (typeof officeRoles)[number];
/** Who confirms, plans and sends. */
const dispatch = ["admin", "dispatcher"] as const;
/** Who answers for money. */
const money = ["admin", "accountant"] as const;
/** Everybody with an account: people of the company are customers too, of what is their own. */
const signedIn = [...officeRoles, "technician", "customer"] as const;
const everybody = [...signedIn, "visitor", "link-holder", "calendar-holder"] as const;

/**
 * What each role may, in one table for the whole product: guards, commands, queries, navigation and the API's document
 * read it (docs/domain.md, "Roles"). A permission says what may be done at all; whose record it is, the command or query
 * decides where people have records of their own. The product itself (`system`) may do everything.
 */
export const permissions = {
  /** Read the website's texts, services, prices and free times; send its forms; sign in. */
  "website.use": everybody,
  /** Open a record by what was mailed: the key decides which. */
  "website.open-link": everybody,
  /** A technician's visits in a calendar program, by the secret link. */
  "calendar-link.read": ["calendar-holder"],

  "account.use": signedIn,
  "office.enter": officeRoles,

  "bookings.read": officeRoles,
  /** Confirm, decline, place, correct: whatever the office does with bookings and visits. */
  "bookings.manage": dispatch,
  "bookings.request": everybody,
  /** Follow, cancel, reschedule: of one's own bookings, or as the technician who is sent. */
  "bookings.take-part": [...signedIn, "link-holder"],
  /** The dispatch board: who goes where and when. */
  "visits.plan": dispatch,
  "visits.report": ["technician"],
  /** Accept or pass on what one was asked to go to. */
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
  /** See and pay what one is asked for: one's own, or by the mailed link. */
  "invoices.pay": [...signedIn, "link-holder"],
  "invoices.write-off": ["admin"],
  "payments.record": money,
  /** Up to the amount in the settings; beyond it `payments.refund-any`. */
  "payments.refund": money,
  "payments.refund-any": ["admin"],
  /** Take over what stood open in the books of before. */
  "books.import-opening-balances": ["admin"],
  /** The journal and what follows from it: trial balance, revenue, the VAT return; its export. */
  "books.read": money,
  /** Close a period, for good. */
  "books.close": ["admin"],

  "quotes.read": officeRoles,
  /** Draft, send, revise, withdraw, turn into work. */
  "quotes.manage": officeRoles,
  /** Open, approve, decline: one's own, or by the mailed link. */
  "quotes.answer": [...signedIn, "link-holder"],

  /** What was written to whom, with its text. */
  "mails.read": ["admin"],
  "mails.retry": ["admin"],
  "messages.send": everybody,
  "contracts.request": everybody,
  "contracts.read": officeRoles,
  /** Write down what was agreed, plan a visit, renew. */
  "contracts.manage": officeRoles,
  /** Make one active that is not paid. */
  "contracts.activate": ["admin"],
  /** End one before its last day, with what is given back. */
  "contracts.cancel": money,

  "security.report": everybody,
  "files.read-all": dispatch,
  "files.upload": everybody,

  /** The page of figures, and what became of quotes. */
  "analytics.read": officeRoles,
  /** Requests, promises, visits, technicians. */
  "analytics.read-work": dispatch,
  "analytics.read-money": money,
  /** Who did what, from which address: the trail, and signs of attacks and errors. */
  "activity.read": ["admin"],
  /** Say what was done about signs of attacks and errors. */
  "activity.answer": ["admin"],
  "settings.manage": ["admin"],
  /** Make backups, see how they went, and let mails go out again after a restore. */
  "backups.manage": ["admin"],
  "team.manage": ["admin"],
  /** Make and end the keys by which other programs make calls, and have them told what happens. */
  "keys.manage": ["admin"],
} as const satisfies Record<string, readonly Exclude<Role, "system">[]>;

export type Permission = keyof typeof permissions;

/** Whether somebody in this role may do something of this kind at all. */
export function roleMay(role: Role, permission: Permission): boolean {
  return role === "system" || (permissions[permission] as readonly Role[]).includes(role);
}

/** By a key nobody may more than the key, nor more than its owner. */
export function may(
  { role, key }: Pick<Actor, "role"> & { key?: { permissions: readonly string[] } },
  permission: Permission,
): boolean {
  // Every key is for the office's calls.
  if (key && permission !== "office.enter" && !key.permissions.includes(permission)) return false;
  return roleMay(role, permission);
}
