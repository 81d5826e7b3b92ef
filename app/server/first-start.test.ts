import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isLongRun } from "../../test/faults/rounds";
import { bundledProgram } from "../../test/harness/programs/bundled";
import { startProduct } from "../../test/harness/programs/product";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "first-start-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Lines that a start prints before its port. */
async function start(): Promise<string[]> {
  const program = await bundledProgram("product-process");
  const product = await startProduct(program, { DATA_DIR: dataDir, SAMPLE_DATA: "off" });
  product.process.kill("SIGTERM");
  expect(await product.ended).toBe(0);
  return product.stdout().split(`\n${product.port}\n`)[0]!.split("\n");
}

it("prints its stages, then sign-in details and address, at the first start", {
  timeout: 300_000,
}, async () => {
  expect(await start()).toEqual([
    expect.stringMatching(/^Preparing the database… \d+ s$/),
    expect.stringMatching(/^Adding services and prices… \d+ s$/),
    expect.stringMatching(/^First admin: sign in at \S+\/auth as admin@example.com with password \S+$/),
    expect.stringMatching(/^Ready: http:/),
  ]);
  // first-admin.test.ts: no admin is created if one exists.
  if (isLongRun) expect(await start()).toEqual([expect.stringMatching(/^Ready: http:/)]);
});
