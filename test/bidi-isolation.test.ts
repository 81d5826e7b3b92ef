import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** The parts of a sentence that people wrote: names, addresses, titles. */
const WRITTEN = new Set([
  ...["name", "customer", "technician", "who", "business", "company", "merged", "kept"],
  ...["address", "street", "area", "landmark", "property"],
  ...["title", "subject", "description", "item", "note", "quote", "filter", "search", "device"],
]);
/** Texts of the catalogue, which are in the sentence's own language; and what no sentence is made of. */
const OURS = /\blabel\(\)|\bword\b|labelForProperty/;
const NO_SENTENCE = [
  // Drawn, and kept as what a line of an invoice says.
  "app/site/seo/open-graph-picture.ts",
  "app/features/invoices/draft/issue.server.ts",
  "app/site/seo/web-manifest.ts",
  "app/technician/web-manifest.ts",
];

/** What people wrote and is put into a sentence as it is, a line each. */
function looseIn(file: string, text: string): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const loose: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^m\.\w+$/.test(node.expression.getText())) {
      const [inputs] = node.arguments;
      for (const input of inputs && ts.isObjectLiteralExpression(inputs) ? inputs.properties : []) {
        if (!WRITTEN.has(input.name?.getText() ?? "")) continue;
        const given = ts.isPropertyAssignment(input) ? input.initializer.getText() : input.getText();
        if (given.includes("isolated(") || OURS.test(given)) continue;
        loose.push(`${file}: ${node.expression.getText()} ${input.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return loose;
}

it("whatever people wrote is isolated in every sentence: on screens, in mails, labels and documents", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/paraglide|\.test\./.test(file) && !NO_SENTENCE.includes(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => looseIn(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

it("would be found where it is not", () => {
  expect(looseIn("a.ts", "m.account_hello({ name: customer.name, reference })")).toHaveLength(1);
  expect(looseIn("a.tsx", "<p>{m.account_hello({ name })}</p>")).toHaveLength(1);
  expect(looseIn("a.ts", "m.account_hello({ name: isolated(name) })")).toEqual([]);
});
