import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** W3C's checker (https://validator.github.io/validator): 31 MB of Java, so installed where it is used. */
const VERSION = "26.9.27";
const FOLDER = join(import.meta.dirname, "../../../.cache", `vnu-jar-${VERSION}`);
const JAR = join(FOLDER, "node_modules/vnu-jar/build/dist/vnu.jar");

const ACCEPTED = [
  // React writes void elements that way.
  /^info: Trailing slash on void elements/,
  // An open drawer covers the list on narrow screens, where its heading is the only one.
  /^warning: Consider using the “h1” element as a top-level heading only.*class="sr-only xl:hidden"/,
  // Words of the pseudo-language resemble those of another language.
  /^warning: This document appears to be written in \S+ but the “html” start tag has “lang="en-XB"”/,
];

export const hasJava = () => spawnSync("java", ["-version"]).status === 0;

interface Message {
  url: string;
  type: "error" | "info" | "non-document-error";
  subType?: string;
  message: string;
  extract?: string;
}

/** Errors and warnings of HTML documents by name, one per line. */
export function checkHtml(documents: Record<string, string>): string[] {
  if (!existsSync(JAR)) installChecker();
  const folder = mkdtempSync(join(tmpdir(), "html-"));
  try {
    const names = Object.keys(documents);
    for (const [at, html] of Object.values(documents).entries())
      writeFileSync(join(folder, `${at}.html`), html);
    const { stdout, stderr } = spawnSync("java", ["-jar", JAR, "--format", "json", "--stdout", folder], {
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    if (!stdout) throw new Error(`The HTML checker failed: ${stderr}`);
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages.flatMap(({ url, type, subType = type, message, extract = "" }) => {
      const text = `${subType}: ${message} ${extract.replace(/\s+/g, " ")}`;
      if (ACCEPTED.some((pattern) => pattern.test(text))) return [];
      return [`${names[Number(/(\d+)\.html$/.exec(url)?.[1])]}: ${text}`];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without the package's install script, which downloads a Java runtime. */
function installChecker(): void {
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", FOLDER, ...options, `vnu-jar@${VERSION}`], {
    stdio: "inherit",
  });
}
