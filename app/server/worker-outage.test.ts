import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { isOneRunOf, randomOf } from "../../test/faults/rounds";
import { addCustomer, createIssuedInvoice } from "../../test/harness/company/billing";
import { officeCtx } from "../../test/harness/company/company";
import {
  acceptTestContract,
  createContractCompany,
  requestTestContract,
} from "../../test/harness/company/contracts";
import type { TestDatabase } from "../../test/harness/servers/database";
import { activateContract, agreeContract } from "../features/finance/contracts/commands.server";
import { loadConfig } from "../platform/config.server";
import type { Ctx } from "../platform/context";
import { openLive } from "../platform/live/live.server";
import { startWorker } from "./worker.server";

afterEach(() => {
  vi.useRealTimers();
});

/** Outcome of the daily jobs on all records that fall due at the end of the year. */
interface Outcome {
  /** Events as "type: count", one line per record. */
  events: string[];
  reminders: unknown[];
  instalments: unknown[];
  revenue: unknown[];
}

/**
 * Runs workers at each of these times, as many as named, from their start to their stop. Each runs all jobs of the
 * schedule once.
 */
async function runWorkers(runs: readonly { at: string; workers: number }[]): Promise<Outcome> {
  vi.useRealTimers();
  const database = await createContractCompany();
  const folder = await mkdtemp(join(tmpdir(), "outage-"));
  const live = await openLive(database);
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await addDueRecords(database);
    const { last } = await database.db
      .selectFrom("trail")
      .select((eb) => eb.fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    const config = loadConfig({ DATA_DIR: folder, PUBLIC_URL: "https://company.example" });
    for (const { at, workers } of runs) {
      vi.setSystemTime(at);
      const started = await Promise.all(
        Array.from({ length: workers }, () => startWorker({ config, database, live })),
      );
      await Promise.all(started.map((worker) => worker.stop()));
    }
    return await readOutcome(database.db, last);
  } finally {
    await live.close();
    await database.drop();
    await rm(folder, { recursive: true });
  }
}

/** Records that fall due between 30 December and 1 January. */
async function addDueRecords({ db }: TestDatabase): Promise<void> {
  const at = (day: string): Ctx => {
    vi.setSystemTime(`${day}T06:00:00Z`);
    return officeCtx(db, new Date());
  };
  const seen = async (id: string) => {
    const row = db.selectFrom("contracts").select(["id", "version"]).where("id", "=", id);
    return row.executeTakeFirstOrThrow();
  };
  async function addContract(phone: string, startsOn: string): Promise<void> {
    const ctx = at(startsOn);
    const { id } = await requestTestContract(ctx, { phone });
    const terms = { packageId: "premium", propertyType: "villa-3br", startsOn } as const;
    await agreeContract(ctx, await seen(id), { ...terms, paymentPlan: "cheques", instalments: 12 });
    await acceptTestContract(ctx, id);
    expect(await activateContract(ctx, await seen(id))).toMatchObject({ ok: true });
  }
  // Ends on 30 December.
  await addContract("+971505550002", "2026-12-31");
  // Ends in 30 days from 31 December on, when its last instalment is due.
  await addContract("+971505550003", "2027-01-31");
  // Its second instalment is due on 30 December.
  await addContract("+971505550001", "2027-11-30");

  const customerId = await addCustomer(at("2027-12-01"));
  for (const [number, validUntil] of [
    [1, "2027-12-30"],
    [2, "2028-01-03"],
  ] as const) {
    const id = randomUUID();
    const now = new Date();
    const dates = { createdAt: now, sentAt: now, validUntil };
    await db
      .insertInto("quotes")
      .values({ id, reference: `QT-2026-90000${number}`, state: "sent", customerId, totalFils: 1, ...dates })
      .execute();
  }
  await db
    .insertInto("companyCertificates")
    .values({ kind: "insurance", title: "Liability", expiresOn: "2028-01-29", position: 1 })
    .execute();
  await createIssuedInvoice(at("2027-12-20"), customerId, 500_00, { dueDate: "2027-12-30" });
}

async function readOutcome(db: Ctx["db"], since: number): Promise<Outcome> {
  // Reminders of late instalments begin later after an outage, because their due date is the day of their issue.
  const events = await sql<{ line: string }>`
    SELECT trail.type || ': ' || count(*) AS line FROM trail LEFT JOIN invoices ON invoices.id::text = subject_id
    WHERE trail.id > ${since} AND contract_id IS NULL AND trail.type = ANY(${[
      ...["invoice.reminded", "quote.expired", "quote.expiring"],
      ...["contract.expired", "contract.expiring", "content.expiring"],
    ]}) GROUP BY trail.type, subject_id ORDER BY line`.execute(db);
  const reminders = await sql`SELECT days_after_due FROM invoice_reminders
    JOIN invoices ON invoices.id = invoice_id WHERE contract_id IS NULL ORDER BY 1`.execute(db);
  const instalments = await sql`SELECT instalment, total_fils, coalesce(tax_point, issue_date)::text AS day
    FROM invoices WHERE contract_id IS NOT NULL ORDER BY day, instalment`.execute(db);
  const revenue = await sql`SELECT document_day::text AS day, sum(credit_fils - debit_fils)::bigint AS fils
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE kind = 'contract-revenue' AND account = 'revenue' GROUP BY source_id, document_day ORDER BY 1, 2`.execute(
    db,
  );
  return {
    events: events.rows.map(({ line }) => line),
    reminders: reminders.rows,
    instalments: instalments.rows,
    revenue: revenue.rows,
  };
}

const NOON = "T08:00:00Z";

// Each task of the schedule has a test of its own.
test.runIf(isOneRunOf(3, randomOf("missed days")))(
  "does the work of three missed days once with two workers, as daily runs would have",
  async () => {
    const daily = await runWorkers(
      ["2027-12-29", "2027-12-30", "2027-12-31", "2028-01-01"].map((day) => ({ at: day + NOON, workers: 1 })),
    );
    expect(daily.events).toEqual([
      "content.expiring: 1",
      "contract.expired: 1",
      "contract.expiring: 1",
      "contract.expiring: 1",
      "invoice.reminded: 2",
      "quote.expired: 1",
      "quote.expiring: 1",
      "quote.expiring: 1",
    ]);
    expect(daily.reminders).toEqual([{ daysAfterDue: -3 }, { daysAfterDue: 0 }]);
    expect(daily.instalments.slice(-2)).toMatchObject([
      { day: "2027-12-30", instalment: 2 },
      { day: "2027-12-31", instalment: 12 },
    ]);
    expect(daily.revenue.at(-1)).toMatchObject({ day: "2027-12-31" });
    const afterOutage = await runWorkers([
      { at: `2027-12-29${NOON}`, workers: 1 },
      { at: `2028-01-01${NOON}`, workers: 2 },
      // The next hour finds nothing to do.
      { at: "2028-01-01T09:00:00Z", workers: 2 },
    ]);
    expect(afterOutage).toEqual(daily);
  },
  240_000,
);
