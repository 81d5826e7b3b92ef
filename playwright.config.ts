import { defineConfig } from "@playwright/test";

/**
 * What Playwright itself switches off, as Chromium heeds one such list alone; and the windows for suggestions under the
 * address bar, which Chromium loads with each page: they took half of a page's time.
 */
const FEATURES_OFF = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/** Journeys through the built product in a real browser. What starts the product is e2e/harness/fixture.ts. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/harness/first-start.ts",
  // Two cores, three workers: each has a product and a browser of its own, which wait for each other a part of the time. Three took
  // 632 s where two took 725, and used 95% of both cores.
  workers: 3,
  // Nobody waits for a clock, everybody for something to happen: on a machine with ten times too much to do it comes late.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A browser on a busy machine may be late where no person would be: a journey that failed is run once more, and
  // whichever passes then is named at the end of the run (scripts/test.mjs), as it wants mending all the same.
  retries: 1,
  use: {
    locale: "en-AE",
    // The visitor's own clock may be anywhere; pages show Dubai's.
    timezoneId: "America/St_Johns",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-quic",
        "--disable-background-networking",
        "--no-first-run",
        `--disable-features=${FEATURES_OFF.join(",")}`,
      ],
    },
  },
});
