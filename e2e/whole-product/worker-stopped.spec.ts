import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "../../test/harness/free-port";
import { expect, test } from "../harness/fixture";
import { ADMIN, newDataDir, type Product, removeDataDir } from "../harness/product";
import { openAsAdmin } from "../harness/steps";

let metricsPort: number;
test.use({
  env: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures a value uses.
    async ({}, use) => {
      metricsPort = await freePort();
      await use({ ROLE: "web", SAMPLE_DATA: "off", METRICS_PORT: String(metricsPort) });
    },
    { scope: "worker" },
  ],
});

/** Starts a worker of its own process on the database of a running website. */
function startWorker({ databaseFolder }: Product, dataDir: string): ChildProcess {
  const folder = encodeURIComponent(databaseFolder);
  return spawn(process.execPath, ["build/server/index.js"], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ROLE: "worker",
      DATABASE_URL: `postgresql://app@localhost/app?host=${folder}`,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
}

async function countLiveWorkers(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^workers_alive (\d+)$/m.exec(metrics)?.[1]);
}

test("shows on office pages and in metrics within 30 seconds that the worker was killed @long", async ({
  page,
  product,
}) => {
  const dataDir = newDataDir();
  const worker = startWorker(product, dataDir);
  try {
    await expect.poll(countLiveWorkers, { timeout: 60_000 }).toBe(1);
    const status = page.waitForResponse((response) => response.url().endsWith("/api/admin/worker-status"));
    await openAsAdmin(page, "/admin");
    expect(await (await status).json()).toEqual({ alive: true });
    const banner = page.getByRole("status", { name: "Background work stopped" });
    await expect(banner).toBeHidden();

    worker.kill("SIGKILL");
    await expect(banner).toContainText("Emails, webhooks and imports wait", { timeout: 30_000 });
    expect(await countLiveWorkers()).toBe(0);
  } finally {
    worker.kill("SIGKILL");
    removeDataDir(dataDir);
  }
});
