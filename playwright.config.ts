import { defineConfig } from "@playwright/test";

/** Journeys through the built product in a real browser. What starts the product is e2e/fixture.ts. */
export default defineConfig({
  testDir: "e2e",
  // Two cores: a browser and the product keep them busy.
  // Two cores: each worker has a product and a browser of its own, which wait for each other half of the time.
  workers: 2,
  // Nobody waits for a clock, everybody for something to happen: on a machine with ten times too much to do it comes late.
  timeout: 180_000,
  expect: { timeout: 30_000 },
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
      ],
    },
  },
});
