import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { socketFolder } from "../../test/harness/shared-resources";

/** Environment variable with the folder that the product runs in. */
export const DEPLOYMENT = "DEPLOYMENT";

/**
 * A folder with the build and the packages that `npm ci --omit=dev` installs. Node finds no other packages, because the
 * build is a copy.
 */
export function createDeployment(): string {
  const folder = mkdtempSync(join(socketFolder(), "deployment-"));
  cpSync("build", join(folder, "build"), { recursive: true });
  for (const path of listProductionPackages().filter((path) => existsSync(path))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
  return folder;
}

/** Paths below the root of all packages that are no dev dependencies, on any platform. */
export function listProductionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.keys(packages).filter((path) => path !== "" && !packages[path]!.dev);
}
