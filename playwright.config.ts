import { defineConfig } from "@playwright/test";
import { titlesOfOtherTurns } from "./test/harness/turns.ts";

/**
 * Features that Chromium disables: Playwright's own list, which this one replaces, and the suggestion popups of the
 * address bar, which took half of each page's load time.
 */
const DISABLED_FEATURES = [
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

/** Browser tests of the built product, which e2e/harness/fixture.ts starts. */
export default defineConfig({
  testDir: "e2e",
  // Plain JavaScript.
  build: { external: ["**/app/paraglide/**"] },
  // Journeys whose rules faster tests prove too, and those that take turns (docs/decisions/0076-browser-tests.md).
  grepInvert: process.env.FULL_LENGTH ? [] : [/@long/, ...titlesOfOtherTurns()],
  globalSetup: "./e2e/harness/global-setup.ts",
  // Each worker has its own product and browser, which partly wait for each other. On two cores three workers took
  // 632 s and two took 725 s.
  workers: 3,
  // Tests wait for events, never for a duration. Long limits, because a busy machine may be ten times slower. At full
  // length one test checks all sizes of all screens.
  timeout: process.env.FULL_LENGTH ? 600_000 : 180_000,
  expect: { timeout: 30_000 },
  // Covers browsers on busy machines. scripts/test.mjs lists the tests that passed on the second attempt, because they
  // need a fix.
  retries: 1,
  use: {
    locale: "en-AE",
    // Pages show Dubai time in any time zone of the visitor.
    timezoneId: "America/St_Johns",
    screenshot: "only-on-failure",
    // Animations took an eighth of the browser's work. Tests of animations turn them on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-quic",
        // Pages live for seconds: optimizing their code took longer than it saved, a fifth of the browser's work.
        "--js-flags=--no-opt --no-maglev",
        "--disable-background-networking",
        "--no-first-run",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
