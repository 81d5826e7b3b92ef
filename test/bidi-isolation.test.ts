import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Message inputs with text typed by users: names, addresses, titles. */
const USER_TEXT_INPUTS = new Set([
  ...["name", "customer", "technician", "who", "business", "company", "merged", "kept"],
  ...["address", "street", "area", "landmark", "property"],
  ...["title", "subject", "description", "item", "note", "quote", "filter", "search", "device"],
]);
/** Texts of the message catalogue, which are in the language of the sentence. */
const CATALOGUE_TEXT = /\blabel(\(\))?$|labelForProperty/;
/** Files whose texts are drawn into pictures, stored or read by programs. */
const EXCLUDED_FILES = [
  "app/site/seo/link-preview-image.ts",
  "app/features/finance/invoices/draft/issue.server.ts",
  "app/site/seo/web-manifest.ts",
  "app/technician/web-manifest.ts",
];

/** Message inputs of a file with user text that is not isolated, one line each. */
function findUnisolated(file: string, text: string): string[] {
  // Files without message inputs need no parsing.
  if (!/\bm\.\w+\(\s*\{/.test(text)) return [];
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^m\.\w+$/.test(node.expression.getText())) {
      const [inputs] = node.arguments;
      for (const input of inputs && ts.isObjectLiteralExpression(inputs) ? inputs.properties : []) {
        if (!USER_TEXT_INPUTS.has(input.name?.getText() ?? "")) continue;
        const argument = ts.isPropertyAssignment(input) ? input.initializer.getText() : input.getText();
        const isIsolated =
          argument.includes("bidiIsolate(") || text.includes(`const ${argument} = bidiIsolate(`);
        if (isIsolated || CATALOGUE_TEXT.test(argument)) continue;
        found.push(`${file}: ${node.expression.getText()} ${input.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("isolates user text in every message: on screens, in emails, labels and documents", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/paraglide|\.test\./.test(file) && !EXCLUDED_FILES.includes(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => findUnisolated(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

it("detects user text that is not isolated", () => {
  expect(findUnisolated("a.ts", "m.account_hello({ name: customer.name, reference })")).toHaveLength(1);
  expect(findUnisolated("a.tsx", "<p>{m.account_hello({ name })}</p>")).toHaveLength(1);
  expect(findUnisolated("a.ts", "m.account_hello({ name: bidiIsolate(name) })")).toEqual([]);
  expect(findUnisolated("a.ts", "const name = bidiIsolate(n); m.account_hello({ name })")).toEqual([]);
});
