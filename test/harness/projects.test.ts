import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "~/platform/database/database.server";
import { projectOf, testsByProject } from "./projects";

describe("project of a test file", () => {
  const root = mkdtempSync(join(tmpdir(), "projects-"));
  const files = {
    "app/price-test.ts": 'import { price } from "./price";',
    "app/types-test.ts": 'import type { TestDatabase } from "../test/harness/servers/database";',
    "app/query-test.ts": 'import { createTestDatabase } from "../test/harness/servers/database";',
    "app/request-test.ts": 'import {\n  createTestApp,\n} from "../test/harness/http-app";',
    "app/crash-test.ts": 'import { startProduct } from "../test/harness/programs/product";',
    "app/mount-test.ts": 'import { mountDisk } from "../test/harness/mount-disk";',
    "test/faults/restore-test.ts": 'import { createTestDatabase } from "../harness/servers/database";',
    "test/harness/servers/database.ts": 'import { spawn } from "node:child_process";',
    "test/harness/http-app.ts": 'import { createTestDatabase } from "./servers/database";',
    "test/harness/programs/product.ts": "",
    "test/harness/mount-disk.ts": 'import { spawnSync } from "node:child_process";',
  };
  beforeAll(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ["app/price-test.ts", "rules"],
    ["app/types-test.ts", "rules"],
    ["app/query-test.ts", "database"],
    ["app/request-test.ts", "database"],
    ["app/crash-test.ts", "processes"],
    ["app/mount-test.ts", "processes"],
    ["test/faults/restore-test.ts", "processes"],
  ])("%s belongs to %s", (file, project) => {
    expect(projectOf(file, root)).toBe(project);
  });

  it("finds tests of the product in each project", () => {
    const { rules, database, processes } = testsByProject();
    expect(rules).toContain("app/features/operations/bookings/booking.test.ts");
    expect(database).toContain("test/harness/servers/database.test.ts");
    expect(processes).toContain("test/faults/worker-kill.test.ts");
  });
});

// This file belongs to the project "rules".
describe("tests of rules", () => {
  it("cannot connect to a database", async () => {
    const { db, close } = createDatabase({ host: "127.0.0.1" });
    await expect(db.selectFrom("bookings").select("id").execute()).rejects.toThrow(
      'project "rules" connects',
    );
    await close();
  });

  it("cannot start a program", async () => {
    const { execFile, execFileSync, spawn, spawnSync } = await import("node:child_process");
    for (const start of [execFile, execFileSync, spawn, spawnSync])
      expect(() => start("true", [])).toThrow('project "rules" starts a program');
  });
});
