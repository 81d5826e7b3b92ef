import { defineConfig } from "@playwright/test";

/** Journeys through the built product in a real browser. Each spec starts the product it needs (e2e/product.ts). */
export default defineConfig({
  testDir: "e2e",
  // Two cores: a browser and the product keep them busy.
  workers: 1,
  timeout: 60_000,
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
