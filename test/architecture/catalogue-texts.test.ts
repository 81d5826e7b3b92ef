import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "./loose-text";

/** Texts on screen come from the catalogue (messages/en), never from a component (docs/decisions/0021-locales.md). */

const ROOT = join(import.meta.dirname, "../..");

/** Attributes that people read or hear. */
const READ_ATTRIBUTES =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|alt|title|placeholder|label|hint|heading|description|summary|message|text|legend|caption|empty)$/;

/** Paths, examples of input, and names that are the same in every language. */
const UNTRANSLATED = /^([./?].*|BK-[\d-]+|office_…|AED|IBAN|PDF|CSV|WhatsApp)$/;

function findTexts(file: string, text: string): string[] {
  const source = parse(file, text);
  const found: string[] = [];
  function report(node: ts.Node, value: string): void {
    const trimmed = value.trim();
    if (!/\p{L}{2}/u.test(trimmed) || UNTRANSLATED.test(trimmed)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${file}:${line + 1} ${trimmed}`);
  }
  /** Text that an expression can result in. */
  function reportLeaves(node: ts.Expression): void {
    if (ts.isParenthesizedExpression(node)) reportLeaves(node.expression);
    else if (ts.isConditionalExpression(node)) {
      reportLeaves(node.whenTrue);
      reportLeaves(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const hasBoth = [
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
        ts.SyntaxKind.PlusToken,
      ].includes(kind);
      if (hasBoth) reportLeaves(node.left);
      if (hasBoth || kind === ts.SyntaxKind.AmpersandAmpersandToken) reportLeaves(node.right);
    } else if (ts.isStringLiteralLike(node)) report(node, node.text);
    else if (ts.isTemplateExpression(node))
      report(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" "));
  }
  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      reportLeaves(node.expression);
    if (ts.isJsxAttribute(node) && READ_ATTRIBUTES.test(node.name.getText(source))) {
      const value = node.initializer;
      if (value && ts.isStringLiteral(value)) report(value, value.text);
      if (value && ts.isJsxExpression(value) && value.expression) reportLeaves(value.expression);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

it("takes the texts of all components from the catalogue", () => {
  const files = globSync("app/**/*.tsx", { cwd: ROOT }).filter((file) => !/paraglide|\.test\./.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => findTexts(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

describe("rule against texts in components", () => {
  const find = (jsx: string) => findTexts("a.tsx", `const a = ${jsx};`);

  it.each([
    "<p>Finished work</p>",
    "<p><b>{count}</b> visits</p>",
    '<p>{done ? m.a_b() : "Not yet"}</p>',
    '<p>{name ?? "Unknown"}</p>',
    "<p>{`Visit no. `}</p>",
    '<p>{"Visit " + number}</p>',
    '<button aria-label="Close" />',
    '<Field label={isNew ? m.a_b() : "Edit"} />',
  ])("finds the text of %s", (jsx) => {
    expect(find(jsx)).toHaveLength(1);
  });

  it.each([
    "<p>{m.a_b()}</p>",
    "<p>·</p>",
    '<p className={busy ? "busy" : "calm"}>{day + " – " + time}</p>',
    '<input placeholder="BK-2026-000123" name="reference" />',
    '<p>{state === "done" && m.a_b()}</p>',
  ])("accepts %s", (jsx) => {
    expect(find(jsx)).toEqual([]);
  });
});
