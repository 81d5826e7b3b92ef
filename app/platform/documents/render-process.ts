import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import type { RenderedDocument, RenderRequest, RenderResponse } from "./render.server";

/* Imports no project code, because Node runs the source directly in development. Typst reads no web fonts. */

const [, , templates = "", fontConfiguration = ""] = process.argv;

// Fails early if the file is missing, because Typst would then search the machine's fonts.
readFileSync(fontConfiguration);
process.env.FONTCONFIG_FILE = fontConfiguration;

const { resolve } = createRequire(import.meta.url);
const alexandria = ["400Regular/Alexandria_400Regular.ttf", "600SemiBold/Alexandria_600SemiBold.ttf"].map(
  (file) => readFileSync(resolve(`@expo-google-fonts/alexandria/${file}`)),
);

const createCompiler = (files: string[]) =>
  NodeCompiler.create({
    workspace: templates,
    fontArgs: [{ fontBlobs: [...alexandria, ...files.map((file) => readFileSync(file))] }],
  });

const compiler = createCompiler([]);

/** With the fonts of further scripts; those of the last document with such letters are kept. */
let scripts: { files: string; compiler: NodeCompiler } | null = null;

function compilerWith(files: string[]): NodeCompiler {
  if (files.length === 0) return compiler;
  const key = files.join();
  if (scripts?.files !== key) scripts = { files: key, compiler: createCompiler(files) };
  return scripts.compiler;
}

process.on("message", (request: RenderRequest) => {
  // The server may have ended meanwhile.
  process.send!(render(request), () => {});
  compiler.evictCache(3);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

function render({ template, createdAt, fonts, ...request }: RenderRequest): RenderResponse {
  try {
    const compiler = compilerWith(fonts.map(({ file }) => file));
    const data = JSON.stringify({ ...request, fonts: fonts.map(({ family }) => family) });
    return { ok: true, ...draw(compiler, `${templates}/${template}`, data, createdAt) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Replaces letters that no font contains. */
const UNKNOWN = "\u25a1";

/** Replaces letters without a glyph, which PDF/A forbids. Typst names them in its error. */
function draw(compiler: NodeCompiler, template: string, data: string, createdAt: number): RenderedDocument {
  try {
    return { bytes: compile(compiler, template, data, createdAt), missingLetters: [] };
  } catch (error) {
    const unknown = unknownLetters(error);
    if (unknown.length === 0) throw error;
    const readable = unknown.reduce((text, letters) => text.replaceAll(quoted(letters), UNKNOWN), data);
    return { bytes: compile(compiler, template, readable, createdAt), missingLetters: unknown };
  }
}

/** Escapes letters as they stand within JSON. */
function quoted(letters: string): string {
  return JSON.stringify(letters).slice(1, -1);
}

function compile(
  compiler: NodeCompiler,
  template: string,
  data: string,
  createdAt: number,
): Uint8Array<ArrayBuffer> {
  const compiled = compiler.compile({ mainFilePath: template, inputs: { given: data } });
  if (!compiled.result) {
    const found: { message: string }[] = compiled.takeDiagnostics()?.shortDiagnostics ?? [];
    throw new Error(`${template}: ${found.map(({ message }) => message).join("; ")}`);
  }
  const options = { pdfStandard: "a-3a", creationTimestamp: Math.floor(createdAt / 1000) };
  return new Uint8Array(compiler.pdf(compiled.result, options));
}

function unknownLetters(error: unknown): string[] {
  const matches = String(error).matchAll(/the text `\\"(.+?)\\"` could not be displayed/g);
  return [...matches].map(([, letters = ""]) => unescapeLetters(letters));
}

/** Typst writes invisible letters as \\u{200b}. */
function unescapeLetters(letters: string): string {
  return letters.replace(/\\\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
