// Compiles messages/ into app/paraglide. Run by prepare.mjs with the product's own Node. The development server
// compiles changed texts, and builds compile a module per text (vite.config.ts).
import { existsSync, promises as fs, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileProject, writeOutput } from "@inlang/paraglide-js";
import messageFormat from "@inlang/plugin-message-format";
import { writePseudoLanguage } from "./pseudo-language.mjs";

const root = dirname(import.meta.dirname);
const directory = join(root, "app/paraglide");
const projectPath = "./project.inlang";

/** @type {Parameters<typeof compileProject>[0]["compilerOptions"]} */
const options = {
  strategy: ["baseLocale"],
  // Vite replaces the first part, and builds then drop the server's code from the browser's.
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
};

/** Hashes of the files that this process wrote. @type {Record<string, string> | undefined} */
let written;

/** Writes a file per language, and of these only what changed since the last call. */
export async function writeMessages() {
  writePseudoLanguage(root);
  const output = await compileMessages("locale-modules");
  output["messages.d.ts"] = declarationsOf(output);
  written = await writeOutput({
    directory,
    output,
    cleanDirectory: false,
    fs,
    previousOutputHashes: written,
  });
}

/**
 * Code by its path in app/paraglide.
 * @param {"locale-modules" | "message-modules"} outputStructure a module per language or per text
 * @returns {Promise<Record<string, string>>}
 */
export async function compileMessages(outputStructure) {
  const settings = JSON.parse(readFileSync(join(root, projectPath, "settings.json"), "utf8"));
  return compileProject({
    project: projectOf(settings, await readBundles(settings)),
    projectPath,
    compilerOptions: { ...options, outputStructure },
  });
}

/**
 * The part of a project that the compiler reads. The library's own loader inserts every text into a database in
 * WebAssembly, which takes 20 times as long as the compiler.
 * @param {any} settings
 * @param {unknown[]} bundles
 * @returns {any}
 */
function projectOf(settings, bundles) {
  const select = () => ({ execute: async () => bundles });
  return { settings: { get: async () => settings }, db: { selectFrom: () => ({ select }) } };
}

/**
 * Texts of all languages by key.
 * @param {any} settings
 */
async function readBundles(settings) {
  /** @type {any} */
  const plugin = messageFormat;
  const files = (await plugin.toBeImportedFiles({ settings })).flatMap(
    (/** @type {any} */ { path, locale }) => {
      const file = join(root, path);
      // Languages without a file have the English texts.
      return existsSync(file) ? { locale, content: readFileSync(file) } : [];
    },
  );
  const imported = await plugin.importFiles({ files, settings });
  /** @type {Map<string, any>} */
  const bundles = new Map();
  for (const bundle of imported.bundles) bundles.set(bundle.id, { ...bundle, messages: [] });
  /** @type {Map<string, any>} */
  const messages = new Map();
  for (const message of imported.messages) {
    const nested = { ...message, variants: [] };
    messages.set(`${message.locale} ${message.bundleId}`, nested);
    bundles.get(message.bundleId).messages.push(nested);
  }
  for (const variant of imported.variants) {
    messages.get(`${variant.messageLocale} ${variant.messageBundleId}`).variants.push(variant);
  }
  return [...bundles.values()];
}

/**
 * Types of all texts in one file, which the type check reads instead of the code in seven languages.
 * @param {Record<string, string>} output
 */
function declarationsOf(output) {
  const code = Object.values(output).join("\n");
  const inputs = new Map(
    [...code.matchAll(/@typedef \{(.*)\} (\w+Inputs) \*\//g)].map(([, type, alias]) => [alias, type]),
  );
  const texts = [
    ...code.matchAll(/((?:\* \|.*\n)+)(?:\*.*\n)*\*\/\nexport const (\w+) = .*?\(inputs(\??): (\w+),/g),
  ];
  return [
    'import type { Locale, LocalizedString } from "./runtime.js";',
    "type Options = { locale?: Locale };",
    "export declare const m: {",
    ...texts.map(
      ([, table, key, optional, alias]) =>
        `/**\n${table}*/\n${key}: (inputs${optional}: ${inputs.get(alias)}, options?: Options) => LocalizedString;`,
    ),
    "};",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await fs.rm(directory, { recursive: true, force: true });
  await writeMessages();
}
