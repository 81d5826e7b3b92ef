import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * The official PINT AE rules of OpenPeppol: two Schematron stylesheets, which are not part of this project.
 * They are in the folder beside it or in PINT_AE_RULES. Each is compiled once and cached in .cache.
 */
const FOLDER = resolve(process.env.PINT_AE_RULES ?? "../shared/pint-ae");
const STYLESHEETS = ["PINT-UBL-validation-preprocessed", "PINT-jurisdiction-aligned-rules"];

export const hasPintAeRules = STYLESHEETS.every((name) => existsSync(`${FOLDER}/${name}.xslt`));

/** Reason shown in the title of a test skipped without the rules. */
export const PINT_AE_RULES_MISSING = `skipped, because the PINT AE rules are not in ${FOLDER} (set PINT_AE_RULES to their folder)`;

export function readOfficialExample(name: string): string {
  return readFileSync(`${FOLDER}/samples/${name}.xml`, "utf8");
}

interface Saxon {
  transform(
    options: { stylesheetFileName: string; sourceText: string; destination: "serialized" },
    mode: "sync",
  ): { principalResult: string };
}

let saxon: Saxon | null = null;
const compiledFiles = new Map<string, string>();

/** Messages of the violated rules; empty if the document passes both stylesheets. */
export function validatePintAe(xml: string): string[] {
  saxon ??= createRequire(import.meta.url)("saxon-js") as Saxon;
  return STYLESHEETS.flatMap((name) => {
    const { principalResult } = saxon!.transform(
      { stylesheetFileName: compileStylesheet(name), sourceText: xml, destination: "serialized" },
      "sync",
    );
    // A report without a fired rule is invalid.
    if (!principalResult.includes("svrl:fired-rule")) throw new Error(`${name} fired no rule`);
    return [...principalResult.matchAll(/<svrl:failed-assert[\s\S]*?<\/svrl:failed-assert>/g)].map(
      ([failed]) => failed.replace(/<[^>]*>|\s+/g, " ").trim(),
    );
  });
}

function compileStylesheet(name: string): string {
  const cachedFile = compiledFiles.get(name);
  if (cachedFile) return cachedFile;
  const source = `${FOLDER}/${name}.xslt`;
  const hash = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 16);
  const target = resolve(`.cache/pint-ae/${name}-${hash}.sef.json`);
  if (!existsSync(target)) {
    mkdirSync(resolve(".cache/pint-ae"), { recursive: true });
    const temporaryFile = `${target}.${process.pid}`;
    const compiler = resolve("node_modules/xslt3/xslt3.js");
    execFileSync(process.execPath, [compiler, `-xsl:${source}`, `-export:${temporaryFile}`, "-nogo"]);
    renameSync(temporaryFile, target);
  }
  compiledFiles.set(name, target);
  return target;
}
