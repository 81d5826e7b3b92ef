import { m } from "~/paraglide/messages";
import type { Ctx } from "./context";
import { line, type ReportPart } from "./documents/report";
import type { NewMail } from "./mail/mail.server";
import { formatTime } from "./time";

/**
 * Personal data of one feature: export, erasure, and merging of customers. app/personal-data.server.ts
 * defines the order of features. Every function runs in the caller's transaction.
 */
export interface PersonalData {
  name: string;
  /** Every table with a foreign key path to a person. */
  tables: Readonly<Record<string, ErasurePolicy>>;
  /** Finds the person's records. Called for all features before anything is exported or erased. */
  find?(ctx: Ctx, account: Account): Promise<Partial<OwnedRecords>>;
  /** Customers and properties among the given ones that also belong to records of other people or guests. */
  findShared?(ctx: Ctx, userId: string, of: CustomerPlaces): Promise<CustomerPlaces>;
  /** Assigns guest records with this email to the account. Returns counts by kind. */
  claimGuestRecords?(ctx: Ctx, account: Account): Promise<Record<string, number>>;
  /** True while open matters prevent the erasure. Locks the rows that it checked. */
  blocksErasure?(ctx: Ctx, userId: string): Promise<boolean>;
  /** Data export for the signed-in person. */
  collect?(ctx: Ctx, person: Person): Promise<ExportSection[]>;
  erase?(ctx: Ctx, person: Person): Promise<void>;
  /** Last mail to the person, written before the erasure and sent after it. */
  writeFarewell?(ctx: Ctx, person: Person): Promise<NewMail>;
  /** Moves records from one customer to another. Returns counts by kind. */
  merge?(ctx: Ctx, merge: CustomerMerge): Promise<Record<string, number>>;
}

export type ErasurePolicy =
  | "deleted"
  /** Deleted by ON DELETE CASCADE. */
  | "cascades"
  /** The row stays without the person. */
  | "anonymized"
  /** Business record that stays unchanged. */
  | "retained";

export interface Account {
  userId: string;
  /** Verified. */
  email: string;
}

interface CustomerPlaces {
  customerIds: string[];
  propertyIds: string[];
}

interface OwnedRecords extends CustomerPlaces {
  /** Record ids by subject type of their events: booking, customer … */
  records: Record<string, string[]>;
  /** Contacts given on these records. */
  emails: string[];
  phones: string[];
}

export interface Person extends Account {
  /** Record ids by subject type of their events: booking, customer … */
  records: Record<string, string[]>;
  /** All emails on these records and of the account. On shared records they may belong to other people. */
  emails: string[];
  phones: string[];
  /** Customers and properties without records of other people. */
  customerIds: string[];
  propertyIds: string[];
}

export interface CustomerMerge {
  keptId: string;
  mergedId: string;
  /** Account of either customer. */
  userId: string | null;
  /** Equal properties of both customers; records move from `from` to `to`. */
  properties: { from: string; to: string }[];
}

export interface ExportSection {
  /** Key in the JSON export. */
  name: string;
  data: unknown;
  /** Heading in the PDF; omitted if `parts` is empty. */
  title: string;
  parts: ReportPart[];
}

/** Placeholder that satisfies the column constraints. */
export const erasedCustomer = {
  name: "Deleted customer",
  email: "deleted@deleted.invalid",
  phone: "+971000000000",
};

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

/** Line of the export with its time. */
export function datedLine(at: Date | string, what: string): ReportPart {
  return line(m.account_export_entry({ time: formatInstant(at), what }));
}

export function formatInstant(at: Date | string): string {
  return formatTime(at, "fullDateTime");
}
