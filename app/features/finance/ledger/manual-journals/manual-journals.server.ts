import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { readSpendableCash } from "../bank-deposits/bank-deposits.server";
import { lockClosing, readClosedThrough } from "../journal.server";
import { findNextYear } from "../statements/financial-years.server";
import {
  differenceOf,
  isManualAccount,
  type ManualJournal,
  type ManualLine,
  reversedLines,
} from "./manual-journal";

/** Posts an entry for what no document posts. A database trigger posts its lines to the ledger. */
export const postManualJournal = command(
  "books.post",
  async function postManualJournal(ctx, journal: ManualJournal) {
    const at = journal.lines.findIndex(({ account }) => !isManualAccount(account));
    if (at >= 0) return refuse("account-of-documents", { account: journal.lines[at]!.account, at });
    if (differenceOf(journal.lines) !== 0) return refuse("journal-unbalanced");
    const closed = await refuseClosedDay(ctx, journal.day);
    if (closed) return closed;
    const overdrawn = await refuseOverdrawnCash(ctx, journal);
    if (overdrawn) return overdrawn;
    const entryId = await insertJournal(ctx, journal, null);
    const fils = journal.lines.reduce((sum, { debitFils }) => sum + debitFils, 0);
    const { reason } = journal;
    await emit(ctx, "books.journal-posted", null, { entry: entryId, fils }, { reason });
    return { ok: true as const, entryId };
  },
);

/** Corrects a manual entry by a counter entry, once. `entryId`: Entry ID in the journal. */
export const reverseManualJournal = command(
  "books.post",
  async function reverseManualJournal(
    ctx,
    entryId: string,
    { day, reason }: { day: string; reason: string },
  ) {
    const closed = await refuseClosedDay(ctx, day);
    if (closed) return closed;
    const journal = await ctx.db
      .selectFrom("ledgerEntries")
      .innerJoin("manualJournals", "manualJournals.id", "sourceId")
      .where("ledgerEntries.id", "=", Number(entryId))
      .where("kind", "=", "journal")
      .select(["manualJournals.id", "manualJournals.day", "manualJournals.reference"])
      .executeTakeFirst();
    if (!journal) return refuse("not-found");
    const reversal = await ctx.db
      .selectFrom("manualJournals")
      .select("id")
      .where("reverses", "=", journal.id)
      .executeTakeFirst();
    if (reversal) return refuse("journal-reversed");
    if (day < journal.day) return refuse("reversal-early");
    const lines = await ctx.db
      .selectFrom("manualJournalLines")
      .select(["account", "debitFils", "creditFils"])
      .where("journalId", "=", journal.id)
      .orderBy("position")
      .execute();
    const counterEntry = {
      day,
      reference: journal.reference,
      reason,
      lines: reversedLines(lines as ManualLine[]),
    };
    const overdrawn = await refuseOverdrawnCash(ctx, counterEntry);
    if (overdrawn) return overdrawn;
    const reversed = Number(entryId);
    const reversalId = await insertJournal(ctx, counterEntry, journal.id);
    await emit(ctx, "books.journal-reversed", null, { entry: reversalId, reversed }, { reason });
    return { ok: true as const, entryId: reversalId };
  },
);

/**
 * Entries for the annual accounts are accepted on the last day of the year to close next, although its months are closed.
 * Holds the closing lock until the transaction ends, which also serialises reversals.
 */
async function refuseClosedDay(ctx: Ctx, day: string) {
  await lockClosing(ctx);
  const through = await readClosedThrough(ctx);
  if (through === null || day > through) return null;
  const year = await findNextYear(ctx);
  return day === year?.to ? null : refuse("period-closed", { through });
}

/** Cash in hand never becomes negative by hand. The caller holds the closing lock, like bank deposits. */
async function refuseOverdrawnCash(ctx: Ctx, { day, lines }: Pick<ManualJournal, "day" | "lines">) {
  const takenFils = -differenceOf(lines.filter(({ account }) => account === "cash"));
  if (takenFils <= 0) return null;
  const fils = await readSpendableCash(ctx, day);
  return takenFils > fils ? refuse("cash-overdrawn", { fils }) : null;
}

/** Returns the id of the posted entry. */
async function insertJournal(
  ctx: Ctx,
  { lines, ...journal }: ManualJournal,
  reverses: string | null,
): Promise<number> {
  const id = randomUUID();
  await ctx.db
    .insertInto("manualJournals")
    .values({ id, ...journal, reverses, postedBy: userIdOf(ctx.actor), postedAt: ctx.now })
    .execute();
  await ctx.db
    .insertInto("manualJournalLines")
    .values(lines.map((line, at) => ({ journalId: id, position: at + 1, ...line })))
    .execute();
  const entry = await ctx.db
    .selectFrom("ledgerEntries")
    .select("id")
    .where("sourceId", "=", id)
    .where("kind", "=", "journal")
    .executeTakeFirstOrThrow();
  return entry.id;
}

/** Facts of a manual entry beyond its lines. */
export interface ManualFacts {
  reason: string;
  postedBy: string | null;
  postedAt: string;
  /** Ids of the entries that it reverses and that reverses it. */
  reverses: number | null;
  reversedBy: number | null;
}

export async function findManualFacts(ctx: Ctx, sourceId: string): Promise<ManualFacts | null> {
  const row = await ctx.db
    .selectFrom("manualJournals as journal")
    .leftJoin("users", "users.id", "journal.postedBy")
    .leftJoin("ledgerEntries as reversed", "reversed.sourceId", "journal.reverses")
    .leftJoin("manualJournals as reversal", "reversal.reverses", "journal.id")
    .leftJoin("ledgerEntries as reversing", "reversing.sourceId", "reversal.id")
    .where("journal.id", "=", sourceId)
    .select([
      "journal.reason",
      "users.name as postedBy",
      "journal.postedAt",
      "reversed.id as reverses",
      "reversing.id as reversedBy",
    ])
    .executeTakeFirst();
  return row ? { ...row, postedAt: row.postedAt.toISOString() } : null;
}
