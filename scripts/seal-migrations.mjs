// A committed migration never changes, because databases have applied it. db/migrations/checksums holds the checksum of each file,
// and a test compares them. `node scripts/seal-migrations.mjs` adds new files and refuses changed ones.
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, runMain, SetupError } from "./prepare.mjs";

export const MIGRATIONS = join(root, "db/migrations");

/**
 * Problems of the migrations in `folder`, and the files without a checksum.
 * @param {string} folder
 * @returns {{ wrong: string[], unsealed: string[] }}
 */
export function checkMigrations(folder) {
  const sealed = readSums(folder);
  const present = presentSums(folder);
  const wrong = [];
  for (const [name, sum] of sealed) {
    if (!present.has(name)) {
      wrong.push(`${name} is gone. Put it back: databases have it already.`);
    } else if (present.get(name) !== sum) {
      wrong.push(`${name} was changed. Put it back as it was and make the change in a new migration.`);
    }
  }
  const last = [...sealed.keys()].sort().at(-1) ?? "";
  const unsealed = [...present.keys()].filter((name) => !sealed.has(name));
  for (const name of unsealed) {
    if (name < last) wrong.push(`${name} would come before ${last}. Give it a number after all others.`);
  }
  return { wrong, unsealed };
}

/**
 * Appends the checksums of new migrations.
 * @param {string} folder
 */
export function sealMigrations(folder) {
  const { wrong, unsealed } = checkMigrations(folder);
  if (wrong.length > 0) throw new SetupError(wrong.join("\n"));
  const sums = presentSums(folder);
  appendFileSync(join(folder, "checksums"), unsealed.map((name) => `${sums.get(name)}  ${name}\n`).join(""));
}

/** @param {string} folder */
function presentSums(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return new Map(names.sort().map((name) => [name, sumOf(readFileSync(join(folder, name), "utf8"))]));
}

/**
 * Format of sha256sum.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
function readSums(folder) {
  const lines = readFileSync(join(folder, "checksums"), "utf8").split(/\r?\n/).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [sum = "", name = ""] = line.split(/ +/);
      return [name, sum];
    }),
  );
}

/** @param {string} text */
function sumOf(text) {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    sealMigrations(MIGRATIONS);
    return 0;
  });
}
