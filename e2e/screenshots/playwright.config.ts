import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

/** Takes the screenshots of the README: `npm run screenshots`. */
export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "../harness/global-setup.ts",
  testMatch: "readme.ts",
  outputDir: "../../test-results/screenshots",
  reporter: "line",
});
