// The browser of the browser tests.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { SetupError } from "./prepare.mjs";
import { versionOf } from "./test-environment.mjs";

/**
 * Programs on the PATH that can run the browser tests, best first: the headless shell draws no window, which
 * saves a fifth of the work.
 */
const BROWSERS = [
  "chromium-headless-shell",
  "chromium",
  "google-chrome-stable",
  "google-chrome",
  // On Ubuntu a snap, which has no access to the test folders.
  "chromium-browser",
];

/** The browser in CHROMIUM_PATH, or the first one on the PATH. */
export function locateChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured))
    throw new SetupError(`CHROMIUM_PATH does not exist: ${configured}`);
  if (configured) return configured;
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), "/usr/bin"];
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Browsers are not installed by npm. */
export function findChromium() {
  const known = locateChromium();
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [
      ["update"],
      ["install", "-y", "--no-install-recommends", "chromium-headless-shell"],
    ]) {
      spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
    }
    const installed = locateChromium();
    if (installed) {
      console.log(`Browser     ${versionOf(installed)} (${installed})`);
      return installed;
    }
  }
  throw new SetupError(
    "The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to it.",
  );
}
