import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import type { Answer, Drawing } from "./render.server";

/*
 * The program of the thread that draws documents. Node runs it as it stands in development and tests: so it imports no
 * code of ours.
 *
 * The typeface comes as TrueType, which knows Latin and Arabic; Typst reads no web fonts. Those of the machine are not
 * looked at: a document looks the same wherever it is made.
 */

/** The folder below which templates find each other. */
const { templates } = workerData as { templates: string };

const { resolve } = createRequire(import.meta.url);
const fontBlobs = ["400Regular/Alexandria_400Regular.ttf", "600SemiBold/Alexandria_600SemiBold.ttf"].map(
  (file) => readFileSync(resolve(`@expo-google-fonts/alexandria/${file}`)),
);

const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs }] });

parentPort!.on("message", (drawing: Drawing) => {
  parentPort!.postMessage(answer(drawing));
  // What Typst remembers is kept for the next documents, not for ever.
  compiler.evictCache(3);
});

function answer({ template, ...given }: Drawing): Answer {
  try {
    return { ok: true, bytes: draw(`${templates}/${template}`, JSON.stringify(given)) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Stands for a letter that no typeface here has. */
const UNKNOWN = "\u25a1";

/** PDF/A allows no letter without a picture: Typst then names those that it has none for. */
function draw(template: string, data: string): Uint8Array<ArrayBuffer> {
  try {
    return compile(template, data);
  } catch (error) {
    const unknown = unknownLetters(error);
    if (unknown.length === 0) throw error;
    return compile(
      template,
      unknown.reduce((text, letters) => text.replaceAll(letters, UNKNOWN), data),
    );
  }
}

function compile(template: string, data: string): Uint8Array<ArrayBuffer> {
  const compiled = compiler.compile({ mainFilePath: template, inputs: { given: data } });
  if (!compiled.result) {
    const found: { message: string }[] = compiled.takeDiagnostics()?.shortDiagnostics ?? [];
    throw new Error(`${template}: ${found.map(({ message }) => message).join("; ")}`);
  }
  // Archival, tagged for screen readers, and with room for attachments.
  const options = { pdfStandard: "a-3a", creationTimestamp: Math.floor(Date.now() / 1000) };
  return new Uint8Array(compiler.pdf(compiled.result, options));
}

/** As they stand in JSON. */
function unknownLetters(error: unknown): string[] {
  const told = String(error).matchAll(/the text `\\"(.+?)\\"` could not be displayed/g);
  return [...told].map(([, letters = ""]) => JSON.stringify(unescaped(letters)).slice(1, -1));
}

/** What cannot be seen is written as \\u{200b}. */
function unescaped(letters: string): string {
  return letters.replace(/\\\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
