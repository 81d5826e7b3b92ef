// Compiles messages/ into app/paraglide. Run by prepare.mjs with the product's own Node; the development server compiles
// with the same options (vite.config.ts).
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";
import { writePseudoLanguage } from "./pseudo-language.mjs";

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
export const messageOptions = {
  project: "./project.inlang",
  outdir: "./app/paraglide",
  strategy: ["baseLocale"],
  // Vite replaces the first part, and builds then drop the server's code from the browser's.
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writePseudoLanguage(dirname(import.meta.dirname));
  await compile(messageOptions);
}
