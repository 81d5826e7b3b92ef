import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/*
 * Word lists for names, comments, test titles and texts. Each word has a standard term in docs/glossary.md.
 */

const ROOT = join(import.meta.dirname, "..");

const SOURCES = globSync(["{app,db,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}", "*.ts"], { cwd: ROOT }).filter(
  (file) => !file.startsWith("app/paraglide/") && file !== "test/plain-language.test.ts",
);

/** Compared with the parts of a name: `useKeptDraft` has use, kept and draft. */
const NAME_WORDS = new Set([
  ...[
    "wish",
    "wishes",
    "wished",
    "sought",
    "told",
    "untold",
    "tellings",
    "asides",
    "oddity",
    "oddities",
    "fate",
  ],
  ...["whoever", "whom", "nobody", "somebody", "anybody", "everybody", "oneself", "anew", "besides", "alike"],
  ...["takers", "rhythm", "tray", "trouble", "begun"],
]);

const PRONOUNS = /\b(whoever|whomever|somebody|nobody|everybody|anybody)\b/i;
const SPEECH = /\b(told|tells?|says?|said)\b/i;
const ARCHAIC = /\b(anew|thereby|therewith|all the same|besides|by then)\b/i;
const CLAUSE_OPENING = /^(What|Who|Whom|Which|That|Whether)\b/;

/** Titles start with a verb in the third person or a noun. */
const HALF_SENTENCE =
  /^(is|are|was|were|has|have|had|that|unless|until|and|or|but|it|they|whatever|who|what|where)\b/i;

/** Files without a match need no parsing. Names are matched within longer words, comments at their start. */
const SUSPICIOUS = new RegExp(
  [
    [...NAME_WORDS].join("|"),
    ...[PRONOUNS, SPEECH, ARCHAIC].map(({ source }) => source),
    `(?:/\\*+|//|\\*)\\s*(?:${CLAUSE_OPENING.source.slice(1)})`,
    `\\(\\s*["'\`](?:${HALF_SENTENCE.source.slice(1)})`,
  ].join("|"),
  "i",
);

interface Findings {
  names: string[];
  comments: string[];
  titles: string[];
}

function readSource(file: string, text: string): Findings {
  const found: Findings = { names: [], comments: [], titles: [] };
  if (!SUSPICIOUS.test(text)) return found;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const at = (position: number) => `${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isDeclared(node)) {
      const word = wordsOf(node.text).find((part) => NAME_WORDS.has(part));
      if (word) found.names.push(`${at(node.getStart())} ${node.text}: ${word}`);
    }
    if (ts.isCallExpression(node)) {
      const title = titleOf(node);
      if (title !== null && (HALF_SENTENCE.test(title) || PRONOUNS.test(title)))
        found.titles.push(`${at(node.getStart())} ${title}`);
    }
    // JSX text can contain //.
    if (node.kind !== ts.SyntaxKind.JsxText) {
      for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(range.pos, range);
      for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(range.pos, range);
      for (const child of node.getChildren()) visit(child);
    }
  };
  visit(source);
  for (const { pos, end } of comments.values()) {
    const words = text
      .slice(pos, end)
      .replace(/^\/[/*]+|\*+\/$/g, "")
      .replace(/\n\s*\*/g, " ")
      .trim();
    const wrong = [PRONOUNS, SPEECH, ARCHAIC, CLAUSE_OPENING].find((pattern) => pattern.test(words));
    if (wrong) found.comments.push(`${at(pos)} ${words.match(wrong)?.[0]}: ${words.slice(0, 100)}`);
  }
  return found;
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  return "name" in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

function wordsOf(name: string): string[] {
  return name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());
}

function titleOf(call: ts.CallExpression): string | null {
  let called: ts.Expression = call.expression;
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) called = called.expression;
  const [first] = call.arguments;
  const isTest = ts.isIdentifier(called) && ["describe", "it", "test"].includes(called.text);
  return isTest && first && ts.isStringLiteralLike(first) ? first.text : null;
}

/** Words to avoid on screens, in emails and in documents. The specification uses none of them. */
const TEXT_WORDS =
  /\b(whoever|somebody|nobody|everybody|anybody|anew|mails?|mailed|call(ed)? off|told|taken? over)\b/i;

describe("plain language", () => {
  it("uses standard terms in names, comments and test titles", () => {
    expect(SOURCES.length).toBeGreaterThan(1500);
    const found = SOURCES.flatMap((file) => {
      const { names, comments, titles } = readSource(file, readFileSync(join(ROOT, file), "utf8"));
      return [...names, ...comments, ...titles];
    });
    expect(found).toEqual([]);
  });

  it("uses plain words in texts", () => {
    const texts = readdirSync(join(ROOT, "messages/en")).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(ROOT, "messages/en", file), "utf8")) as object).flatMap(
        ([key, value]) => {
          const text = typeof value === "string" ? value : JSON.stringify(value);
          return key !== "$schema" && TEXT_WORDS.test(text) ? [`${file} ${key}: ${text}`] : [];
        },
      ),
    );
    expect(texts).toEqual([]);
  });

  it("detects each kind of wording", () => {
    const text = `
      /** Whoever calls it. */
      export function tellWish() {}
      // What is sent.
      it("is nobody's", () => {});
      const name = "wish"; // Plain.
    `;
    const { names, comments, titles } = readSource("a.ts", text);
    expect(names).toEqual(["a.ts:3 tellWish: wish"]);
    expect(comments).toHaveLength(2);
    expect(titles).toEqual(["a.ts:5 is nobody's"]);
  });
});
