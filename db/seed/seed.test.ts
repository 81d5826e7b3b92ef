import { expect, it } from "vitest";
import { loadConfig } from "~/platform/config.server";
import { createDatabase } from "~/platform/database/database.server";
import { createTestDatabase } from "../../test/harness/servers/database";
import { seed } from "./seed.server";

it("fills the database once when several processes start together and wait for the first", async () => {
  const { db, connectionString, drop } = await createTestDatabase();
  const config = loadConfig({ SAMPLE_DATA: "off" });
  // Much shorter than the work of the first one.
  const limits = { lock_timeout: 5, statement_timeout: 60 };
  const processes = Array.from({ length: 3 }, () => createDatabase({ connectionString, ...limits }));
  await Promise.all(processes.map(({ db }) => seed({ db, config })));
  const { services } = await db
    .selectFrom("services")
    .select((eb) => eb.fn.countAll<number>().as("services"))
    .executeTakeFirstOrThrow();
  expect(services).toBeGreaterThan(5);
  await Promise.all(processes.map((process) => process.close()));
  await drop();
});
