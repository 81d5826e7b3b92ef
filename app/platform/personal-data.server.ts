import { m } from "~/paraglide/messages";
import type { Ctx } from "./context";
import { line, type ReportPart } from "./documents/report";
import type { NewMail } from "./mail/mail.server";
import { formatTime } from "./time";

/**
 * What a slice of the product holds of people: how it becomes their own, how it is told to them, how it forgets them,
 * and how two customers that turn out to be one are brought together. Each slice says it of its own tables;
 * app/personal-data.server.ts puts all of them in order. Every function runs in the caller's transaction.
 */
export interface PersonalData {
  name: string;
  /** Each table that leads to a person, and what becomes of its rows when the account is deleted. */
  tables: Readonly<Record<string, ErasurePolicy>>;
  /** What is the person's. Asked of every slice before anything is collected or forgotten. */
  find?(ctx: Ctx, account: Account): Promise<Partial<OwnedRecords>>;
  /** Those of these customers and addresses that records of somebody else, or of a guest, hang on. */
  findShared?(ctx: Ctx, userId: string, of: CustomerPlaces): Promise<CustomerPlaces>;
  /** Makes what a guest asked for with this email the account's own; returns how many there were of what. */
  claimGuestRecords?(ctx: Ctx, account: Account): Promise<Record<string, number>>;
  /** Whether something is still to happen, so that the account has to wait. What it looked at is locked. */
  blocksErasure?(ctx: Ctx, userId: string): Promise<boolean>;
  /** All that the signed-in person is told. */
  collect?(ctx: Ctx, person: Person): Promise<ExportSection[]>;
  erase?(ctx: Ctx, person: Person): Promise<void>;
  /** The last mail to the person, written before they are forgotten and sent after. */
  writeFarewell?(ctx: Ctx, person: Person): Promise<NewMail>;
  /** Gives what hangs on one customer to another; returns how many there were of what. */
  merge?(ctx: Ctx, merge: CustomerMerge): Promise<Record<string, number>>;
}

export type ErasurePolicy =
  /** Removed. */
  | "deleted"
  /** Removed by the database together with the account: ON DELETE CASCADE. */
  | "cascades"
  /** They stay and say what happened, and no longer to whom. */
  | "anonymized"
  /** They stay: a record of the company about its work or its staff. */
  | "retained";

export interface Account {
  userId: string;
  /** Confirmed. */
  email: string;
}

interface CustomerPlaces {
  customerIds: string[];
  propertyIds: string[];
}

interface OwnedRecords extends CustomerPlaces {
  /** Ids of records that are the person's, by the subject type of their events: booking, customer … */
  records: Record<string, string[]>;
  /** Emails and phones that were given on them. */
  emails: string[];
  phones: string[];
}

/** Whose data it is. */
export interface Person extends Account {
  /** Ids of the records that are the person's, by the subject type of their events: booking, customer … */
  records: Record<string, string[]>;
  /** Every email that was given on them, that of the account too. On records of others it may be somebody else's. */
  emails: string[];
  /** Every phone, likewise. */
  phones: string[];
  /** Customers and addresses that nothing of anybody else hangs on. */
  customerIds: string[];
  propertyIds: string[];
}

export interface CustomerMerge {
  keptId: string;
  mergedId: string;
  /** The account of either. */
  userId: string | null;
  /** Addresses that both had: what hangs on `from` goes to `to`. */
  properties: { from: string; to: string }[];
}

/** A part of what a person is told. */
export interface ExportSection {
  /** Its name in the file for programs. */
  name: string;
  data: unknown;
  /** Its heading on paper, and what stands under it; left out where that is nothing. */
  title: string;
  parts: ReportPart[];
}

/** What stands for a person who asked to be forgotten; each column's own rule wants something. */
export const erasedCustomer = {
  name: "Deleted customer",
  email: "deleted@deleted.invalid",
  phone: "+971000000000",
};

/** Puts together what the slices find. */
export async function findPerson(
  ctx: Ctx,
  slices: readonly PersonalData[],
  account: Account,
): Promise<Person> {
  const found: Partial<OwnedRecords>[] = [];
  for (const slice of slices) found.push((await slice.find?.(ctx, account)) ?? {});
  const all = (key: "emails" | "phones" | keyof CustomerPlaces) => [
    ...new Set(found.flatMap((part) => part[key] ?? [])),
  ];
  const places = { customerIds: all("customerIds"), propertyIds: all("propertyIds") };
  const shared = new Set<string>();
  for (const slice of slices) {
    const part = await slice.findShared?.(ctx, account.userId, places);
    for (const id of [...(part?.customerIds ?? []), ...(part?.propertyIds ?? [])]) shared.add(id);
  }
  return {
    ...account,
    records: Object.assign({}, ...found.map(({ records }) => records)),
    emails: [...new Set([account.email, ...all("emails")])],
    phones: all("phones"),
    customerIds: places.customerIds.filter((id) => !shared.has(id)),
    propertyIds: places.propertyIds.filter((id) => !shared.has(id)),
  };
}

/** A line of the export: when, and what. */
export function datedLine(at: Date | string, what: string): ReportPart {
  return line(m.account_export_entry({ time: formatInstant(at), what }));
}

export function formatInstant(at: Date | string): string {
  return formatTime(at, "fullDateTime");
}
