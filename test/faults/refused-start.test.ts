import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "~/platform/random";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase } from "../harness/servers/database";
import { casesForRun, seedOfRun } from "./rounds";

/** Each case starts the product. */
const random = createRandom(seedOfRun());

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "refused-start-"));
  program = await bundledProgram("product-process");
  await writeFile(join(folder, "file"), "");
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the product, which is expected to exit. */
async function start(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { DATA_DIR: join(folder, "unused"), ...env },
    timeout: 60_000,
  });
  let output = "";
  child.stderr.on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

const SECRET = "a secret of at least 32 characters";

describe("failed start", () => {
  const unusable: [string, () => Record<string, string>, () => string][] = [
    ["DATA_DIR is a file", () => ({ DATA_DIR: join(folder, "file") }), () => "it is not a folder (EEXIST)"],
    [
      "DATA_DIR is below a file",
      () => ({ DATA_DIR: join(folder, "file/data") }),
      () => "part of its path is not a folder (ENOTDIR)",
    ],
    [
      "DATA_DIR is in a file system that allows no folders",
      () => ({ DATA_DIR: "/proc/data", SECRET }),
      () => "the folder cannot be created (ENOENT)",
    ],
    [
      "DATA_DIR has a name that is too long",
      () => ({ DATA_DIR: join(folder, "d".repeat(300)), SECRET }),
      () => "its name is too long (ENAMETOOLONG)",
    ],
  ];
  test.each(casesForRun(unusable, random))(
    "exits with one line and starts no database: %s",
    async (_, env, reason) => {
      const { code, output } = await start(env());
      expect({ code, output }).toEqual({
        code: 1,
        output: `DATA_DIR ${env().DATA_DIR} cannot hold data: ${reason()}\n`,
      });
    },
  );

  test("exits with one line if DATA_DIR contains other files", async () => {
    const dataDir = join(folder, "strange");
    await mkdir(join(dataDir, "app.lock"), { recursive: true });
    const { code, output } = await start({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(/^\S+\/strange\/app\.lock cannot be used: .+\n$/);
  });

  test.each(casesForRun(["203.0.113.7", "no-such-host.invalid", "http://127.0.0.1"], random))(
    "exits with one line if HOST is %s",
    async (HOST) => {
      const { code, output } = await start({ HOST, DATA_DIR: join(folder, "untouched") });
      expect(code).toBe(1);
      expect(output).toMatch(/^HOST \S+ is not an address of this machine \(\w+\)\n$/);
      expect(existsSync(join(folder, "untouched/postgres"))).toBe(false);
    },
  );

  test("exits with one line if PORT is in use", async () => {
    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(0, "127.0.0.1", resolve));
    const PORT = String((otherServer.address() as AddressInfo).port);
    expect(await start({ PORT, DATA_DIR: join(folder, "untouched") })).toEqual({
      code: 1,
      output: `PORT ${PORT} is in use on 127.0.0.1 by another program: stop it, or set another PORT\n`,
    });
    expect(existsSync(join(folder, "untouched/postgres"))).toBe(false);
    otherServer.close();
  });
});

test("exits with one line on a database from before the baseline and changes nothing", async () => {
  const database = await createTestDatabase({ server: "external", contents: "empty" });
  await sql`
    CREATE TABLE kysely_migration (name text PRIMARY KEY, timestamp text NOT NULL);
    CREATE TABLE migration_checksums (name text PRIMARY KEY, checksum text NOT NULL);
    INSERT INTO kysely_migration VALUES ('0001-database', '2026-01-01'), ('0003-catalogue', '2026-01-01');
    INSERT INTO migration_checksums VALUES ('0001-database', 'a checksum');
  `.execute(database.db);
  const { code, output } = await start({ DATABASE_URL: database.connectionString, SECRET });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^This database was created before all migrations .* it has migration 0003-catalogue, .* was not changed\..*\n$/,
  );
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual(["kysely_migration", "migration_checksums"]);
  await database.drop();
});
