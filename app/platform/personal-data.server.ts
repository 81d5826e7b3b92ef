import { m } from "~/paraglide/messages";
import type { Config } from "./config.server";
import type { Ctx } from "./context";
import { line, type ReportPart } from "./documents/report";
import type { NewMail } from "./mail/mail.server";
import { formatTime } from "./time";

/**
 * Personal data of one feature, in the order of app/personal-data.server.ts. Runs in the caller's
 * transaction.
 */
export interface PersonalData {
  name: string;
  tables: Readonly<Record<string, ErasurePolicy>>;
  /** Called for all features before anything is erased. */
  find?(ctx: Ctx, account: Account): Promise<Partial<OwnedRecords>>;
  findShared?(ctx: Ctx, userId: string, of: CustomerRecords): Promise<CustomerRecords>;
  /** Assigns guest records with this email to the account. */
  claimGuestRecords?(
    ctx: Ctx,
    account: Account,
    config: Pick<Config, "unconfirmedHolds">,
  ): Promise<Record<string, number>>;
  /** Sends further emails about the account's own records to its new address. */
  changeEmail?(ctx: Ctx, account: Account, previousEmail: string): Promise<void>;
  /** Locks the rows that it checked. */
  blocksErasure?(ctx: Ctx, userId: string): Promise<boolean>;
  collect?(ctx: Ctx, person: Person): Promise<ExportSection[]>;
  erase?(ctx: Ctx, person: Person): Promise<void>;
  writeFarewell?(ctx: Ctx, person: Person): Promise<NewMail>;
  merge?(ctx: Ctx, merge: CustomerMerge): Promise<Record<string, number>>;
}

export type ErasurePolicy =
  | "deleted"
  /** ON DELETE CASCADE. */
  | "cascades"
  | "anonymized"
  /** Business record. */
  | "retained";

export interface Account {
  userId: string;
  email: string;
}

interface CustomerRecords {
  customerIds: string[];
  propertyIds: string[];
}

interface OwnedRecords extends CustomerRecords {
  /** By subject type of their events: booking, customer … */
  records: Record<string, string[]>;
  emails: string[];
  phones: string[];
}

export interface Person extends Account {
  records: Record<string, string[]>;
  /** May include emails of other people, taken from shared records. */
  emails: string[];
  phones: string[];
  /** Without records of other people. */
  customerIds: string[];
  propertyIds: string[];
}

export interface CustomerMerge {
  keptId: string;
  mergedId: string;
  userId: string | null;
  /** Equal properties: records move from `from` to `to`. */
  properties: { from: string; to: string }[];
}

export interface ExportSection {
  name: string;
  data: unknown;
  title: string;
  parts: ReportPart[];
  /** Stored files that the archive contains under these names. */
  files?: { name: string; fileId: string }[];
}

/** Satisfies the column constraints. */
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
  const all = (key: "emails" | "phones" | keyof CustomerRecords) => [
    ...new Set(found.flatMap((part) => part[key] ?? [])),
  ];
  const records = { customerIds: all("customerIds"), propertyIds: all("propertyIds") };
  const shared = new Set<string>();
  for (const slice of slices) {
    const part = await slice.findShared?.(ctx, account.userId, records);
    for (const id of [...(part?.customerIds ?? []), ...(part?.propertyIds ?? [])]) shared.add(id);
  }
  return {
    ...account,
    records: Object.assign({}, ...found.map(({ records }) => records)),
    emails: [...new Set([account.email, ...all("emails")])],
    phones: all("phones"),
    customerIds: records.customerIds.filter((id) => !shared.has(id)),
    propertyIds: records.propertyIds.filter((id) => !shared.has(id)),
  };
}

export function datedLine(at: Date | string, text: string): ReportPart {
  return line(m.account_export_entry({ time: formatInstant(at), what: text }));
}

export function formatInstant(at: Date | string): string {
  return formatTime(at, "fullDateTime");
}
