import * as z from "zod/mini";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import {
  type BackgroundJobHandler,
  enqueueBackgroundJob,
  findBackgroundJob,
} from "~/platform/jobs/background-jobs.server";
import { type CsvReading, csvReading } from "~/platform/lists/csv-mapping";
import { importBookings } from "./import-bookings.server";
import { importCustomers } from "./import-customers.server";

type ListKind = "customer-import" | "booking-import";
const kinds: readonly string[] = ["customer-import", "booking-import"] satisfies ListKind[];

type UploadedList = CsvReading & { name: string; csv: string };

/** How to read the file of a job, from its stored input. */
function readingOf(input: Record<string, unknown>): CsvReading {
  const read = z.safeParse(z.object(csvReading), input);
  return read.success ? read.data : {};
}

/** Starts the dry run of a list in the background. */
async function startDryRun(ctx: Ctx, kind: ListKind, { name, ...list }: UploadedList) {
  const id = await enqueueBackgroundJob(ctx, { kind, label: name, input: { ...list, dryRun: true } });
  return { ok: true as const, id };
}

export const startCustomerDryRun = command(
  "customers.manage",
  async function startCustomerDryRun(ctx, list: UploadedList) {
    return startDryRun(ctx, "customer-import", list);
  },
);

export const startBookingDryRun = command(
  "bookings.manage",
  async function startBookingDryRun(ctx, list: UploadedList & { source: string }) {
    return startDryRun(ctx, "booking-import", list);
  },
);

/** Starts the import of a list whose dry run found no errors. */
export const importCheckedList = command(
  "office.enter",
  async function importCheckedList(ctx, dryRunId: string) {
    const tried = await findBackgroundJob(ctx, dryRunId);
    if (!tried || !kinds.includes(tried.job.kind)) return refuse("not-found");
    const { input, result, job } = tried;
    const counts = result?.counts as Record<string, number> | undefined;
    if (job.state !== "done" || !input.dryRun || !input.csv || counts?.wrong !== 0)
      return refuse("import-not-ready");
    const { kind, label } = job;
    return {
      ok: true,
      id: await enqueueBackgroundJob(ctx, { kind, label, input: { ...input, dryRun: false } }),
    };
  },
);

export const customerImport: BackgroundJobHandler = {
  async run(ctx, { csv, dryRun, ...input }, { progress }) {
    const list = { csv: String(csv ?? ""), dryRun: dryRun === true, ...readingOf(input) };
    const done = await importCustomers(ctx, list, progress);
    if (!done.ok) return done;
    const { ok: _, ...result } = done;
    return result;
  },
};

export const bookingImport: BackgroundJobHandler = {
  async run(ctx, { csv, source, dryRun, ...input }, { progress }) {
    const list = {
      ...{ csv: String(csv ?? ""), source: String(source), dryRun: dryRun === true },
      ...readingOf(input),
    };
    const done = await importBookings(ctx, list, progress);
    if (!done.ok) return done;
    const { ok: _, ...result } = done;
    return result;
  },
};
