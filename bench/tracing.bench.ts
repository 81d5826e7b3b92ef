import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { createDatabase } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { migrate } from "~/platform/database/migrate.server";
import { inSpan, startTracing } from "~/platform/tracing/tracing.server";
import { createCaller } from "../test/harness/company/booking-caller";
import { startOtlpReceiver } from "../test/harness/servers/otlp-receiver";
import { startMeasurement, writeResults } from "./write-results";

/**
 * The same calls with and without tracing, in alternating blocks so that other load affects both. Only the ratio is
 * meaningful. The result is written to docs/performance.md.
 */
const BLOCKS = 12;
const CALLS = 10;
const EMPTY_SPANS = 1_000_000;

test("measures calls with and without tracing", { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-tracing-"));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const { connectionString } = server;
  await migrate({ connectionString });
  const receiver = await startOtlpReceiver();
  const database = { ...createDatabase({ connectionString }), connectionString };
  const caller = await createCaller({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }, { database });
  for (let n = 0; n < 8; n++) await caller.addTechnician(`Technician ${n}`);
  const admin = await caller.asAdmin();

  const calls: Record<string, () => Promise<unknown>> = {
    "POST /api/handle-booking": () => caller.book(),
    "GET /api/admin/bookings": () => caller.call("GET", "/api/admin/bookings", undefined, admin),
  };
  const measured = startMeasurement();
  const rows: (string | number)[][] = [];
  for (const [name, call] of Object.entries(calls)) {
    const times: Record<"off" | "on", number[]> = { off: [], on: [] };
    for (let block = 0; block <= BLOCKS; block++) {
      for (const mode of ["off", "on"] as const) {
        const stop = await startTracing(mode === "on" ? caller.config.tracing : undefined);
        for (let n = 0; n < CALLS; n++) {
          const startedAt = performance.now();
          await call();
          // The first block warms up.
          if (block > 0) times[mode].push(performance.now() - startedAt);
        }
        await stop();
      }
    }
    const [off, on] = [median(times.off), median(times.on)];
    rows.push([name, off.toFixed(2), on.toFixed(2), (on / off).toFixed(2)]);
  }
  const emptySpanNs = (await timeEmptySpans()) * 1e6;
  console.table(rows);
  console.log(
    `${receiver.spans.length} spans received; inSpan without tracing takes ${emptySpanNs.toFixed(0)} ns`,
  );
  writeResults(
    "tracing",
    `${measured(`with ${BLOCKS * CALLS} calls each`)} Medians in ms. Without tracing a span costs ${emptySpanNs.toFixed(0)} ns.`,
    ["call", "tracing off", "tracing on", "ratio"],
    rows,
  );
  await caller.close();
  receiver.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Milliseconds of one call without tracing, more than the same work alone. */
async function timeEmptySpans(): Promise<number> {
  const work = async () => {};
  const time = async (call: () => Promise<void>) => {
    const startedAt = performance.now();
    for (let n = 0; n < EMPTY_SPANS; n++) await call();
    return (performance.now() - startedAt) / EMPTY_SPANS;
  };
  await time(work);
  const alone = await time(work);
  return (await time(() => inSpan("empty", {}, work))) - alone;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
