import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

/** `npm run screenshots` takes those of the README, `npm run screenshots -- all` those of every screen. */
export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "../harness/global-setup.ts",
  testMatch: process.env.SCREENSHOTS === "all" ? "screens.ts" : "readme.ts",
  outputDir: "../../test-results/screenshots",
  reporter: "line",
});
