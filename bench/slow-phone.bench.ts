import { spawn } from "node:child_process";
import { test } from "vitest";
import { startProduct } from "../e2e/harness/product";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Load time of public pages on a slow phone: Lighthouse's mobile preset, slow 4G and a four times slower
 * processor, simulated, with the sample data. LIGHTHOUSE: path of its cli/index.js. The result is written to
 * docs/performance.md.
 */
const LIGHTHOUSE = process.env.LIGHTHOUSE;
const TIMES = Number(process.env.TIMES ?? 3);
const ONLY = process.env.ONLY;
const PAGES = ["/", "/services/hvac", "/bookings", "/auth"];

test.skipIf(!LIGHTHOUSE)("measures public pages on a slow phone", { timeout: 1_800_000 }, async () => {
  const product = await startProduct({ env: { CLIENT_RATE_LIMIT: "1000000" } });
  const measured = startMeasurement();
  const rows: (string | number)[][] = [];
  try {
    for (const path of PAGES) {
      if (ONLY && !new RegExp(ONLY).test(path)) continue;
      const runs: Report[] = [];
      for (let time = 0; time < TIMES; time++) runs.push(await reportOf(product.origin + path));
      const of = (audit: Audit) => median(runs.map(({ audits }) => audits[audit].numericValue));
      const blocked = runs.map(({ audits }) => Math.round(audits["total-blocking-time"].numericValue));
      rows.push([
        path,
        median(runs.map(({ categories }) => Math.round(categories.performance.score * 100))),
        `${(of("first-contentful-paint") / 1000).toFixed(1)} s`,
        `${(of("largest-contentful-paint") / 1000).toFixed(1)} s`,
        `${median(blocked)} ms (${blocked.join(", ")})`,
        Number(of("cumulative-layout-shift").toFixed(3)),
        Math.round(of("total-byte-weight") / 1024),
      ]);
      console.info(rows.at(-1)!.join(" "));
    }
  } finally {
    await product.remove();
  }
  if (ONLY) return;
  writeResults(
    "slow phone",
    measured(
      `by Lighthouse, mobile, simulated slow 4G and a processor 4 × slower, the sample's data, the median of ${TIMES}`,
    ),
    [
      "page",
      "performance",
      "first paint",
      "largest paint",
      "blocking time (each run)",
      "layout shift",
      "KiB",
    ],
    rows,
  );
});

type Audit =
  | "first-contentful-paint"
  | "largest-contentful-paint"
  | "total-blocking-time"
  | "cumulative-layout-shift"
  | "total-byte-weight";

interface Report {
  audits: Record<Audit, { numericValue: number }>;
  categories: { performance: { score: number } };
}

function reportOf(url: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const flags = `--headless=new${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
    const options = ["--output=json", "--quiet", "--only-categories=performance", `--chrome-flags=${flags}`];
    const child = spawn(process.execPath, [LIGHTHOUSE!, url, ...options], {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`Lighthouse ended with ${code}`)),
    );
  });
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
