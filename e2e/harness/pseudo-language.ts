import type { Page } from "@playwright/test";
import { type Product, withDatabase } from "./product";

/*
 * Checks of a page in the pseudo-language (scripts/pseudo-language.mjs), in which every catalogue text stands
 * in ⟦ ⟧ and has no English letter.
 */

export const LANGUAGE = "en-XB";

interface PageText {
  /** Element and attribute: "main > h1", "label > input [aria-label]". */
  where: string;
  text: string;
  /** True if the surrounding text does not affect its direction. */
  bidiIsolate: boolean;
}

/** All texts of the page, visible or for screen readers. Runs in the browser. */
function readPageTexts(): PageText[] {
  const attributes = ["aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "alt"];
  const pathOf = (element: Element): string => {
    const own = element.tagName.toLowerCase() + (element.id && `#${element.id}`);
    const parent = element.parentElement;
    return parent && !["MAIN", "BODY", "HTML"].includes(parent.tagName) ? `${pathOf(parent)} > ${own}` : own;
  };
  const texts: PageText[] = [];
  for (const element of document.querySelectorAll("*")) {
    // Skips elements with their own language, such as legal texts and language names.
    if (element.closest("[lang]") !== document.documentElement) continue;
    // Skips key labels; initials of names are skipped below.
    if (element.closest("kbd, script, style, noscript")) continue;
    for (const attribute of attributes) {
      const text = element.getAttribute(attribute)?.trim();
      if (text) texts.push({ where: `${pathOf(element)} [${attribute}]`, text, bidiIsolate: true });
    }
    if (element.matches('meta[name="description"], meta[property$="title"], meta[property$="description"]')) {
      texts.push({ where: pathOf(element), text: element.getAttribute("content") ?? "", bidiIsolate: true });
    }
    for (const node of element.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
      if (!text || (element.matches("[aria-hidden=true]") && /^\p{Lu}{1,2}$/u.test(text))) continue;
      const bidiIsolate = element.closest("bdi, [dir=auto], textarea, option") !== null;
      texts.push({ where: pathOf(element), text, bidiIsolate });
    }
  }
  return texts;
}

/** Language, direction and overflow of the page. Runs in the browser. */
function readPageLayout() {
  const root = document.documentElement;
  const outside = [...document.querySelectorAll("body *")].filter((element) => {
    const { left, width } = element.getBoundingClientRect();
    return left < -1 && width > 0;
  });
  return {
    lang: root.lang,
    dir: root.dir,
    overflowPx: root.scrollWidth - root.clientWidth,
    outsideExample: outside[0]?.outerHTML.slice(0, 150),
  };
}

/** Columns whose lower-case values are shown unchanged. */
const UNTRANSLATED_COLUMNS = new Set(["unit", "provider_payout", "request_id"]);

/**
 * Texts in the database: names, addresses, service texts. Lower-case codes without spaces are excluded,
 * except in some columns. Parts of names are included: greetings and reviews show the first, and the board
 * separates the last.
 */
export function loadDatabaseTexts(product: Product): Promise<string[]> {
  return withDatabase(product, async (client) => {
    const { rows: columns } = await client.query<{ column: string; table: string }>(
      `select quote_ident(column_name) as column, quote_ident(table_name) as table
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')`,
    );
    const knownTexts = new Set<string>();
    for (const { column, table } of columns) {
      const { rows } = await client.query<{ value: unknown }>(`select ${column} as value from ${table}`);
      for (const line of rows.flatMap(({ value }) => splitIntoLines(value))) {
        if (UNTRANSLATED_COLUMNS.has(column) || /[\p{Lu}\s]/u.test(line)) knownTexts.add(line);
        if (column === "contact_name") for (const part of line.split(" ")) knownTexts.add(part);
      }
    }
    return [...knownTexts].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  });
}

function splitIntoLines(value: unknown): string[] {
  // Texts of the website contain placeholders, such as {plumbing/drain} for a price.
  if (typeof value === "string") return value.split(/\n|\{[^{}]+\}/).map((part) => part.trim());
  return value && typeof value === "object" ? Object.values(value).flatMap(splitIntoLines) : [];
}

/** Parts of a text found neither in the catalogue nor in the database; empty if all are known. */
export function findUntranslatedText(text: string, knownTexts: readonly string[]): string {
  let rest = text
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    // Ignores placeholders that a text explains, such as {plumbing/drain:time}.
    .replace(/\{[a-z-]+\/[a-z-]+(?::[a-z]+)?\}/g, " ")
    // Ignores URLs, email addresses and file paths, and the currency code of amounts.
    .replace(/https?:\/\/\S+|[\w.+-]+@[\w.-]+|(?:\/[\w.-]+){2,}/g, " ")
    .replace(/(?<=\d\s)AED\b/gu, " ");
  if (!/[a-z]/i.test(rest) && !findTextOutsideMarks(rest)) return "";
  for (const word of knownTexts) rest = rest.replaceAll(word, " ");
  const plain = /[a-z].*/i.exec(rest)?.[0] ?? "";
  return plain || findTextOutsideMarks(rest);
}

/** Letters outside the ⟦ ⟧ marks. Numbers and dates are formatted in Arabic. */
function findTextOutsideMarks(text: string): string {
  let rest = text;
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
  return /(?!\p{Script=Arabic})\p{L}.*/u.exec(rest)?.[0] ?? "";
}

/** True if the text contains user input without bidi isolation. */
function lacksBidiIsolation({ text, bidiIsolate }: PageText, userInputs: readonly string[]): boolean {
  return (
    !bidiIsolate &&
    userInputs.some((userInput) => text.includes(userInput) && !text.includes(`\u2068${userInput}`))
  );
}

/**
 * Problems of the current page, one per line. `where`: label of the page. `probes`: user input with letters
 * of both directions.
 */
export async function findLanguageProblems(
  page: Page,
  where: string,
  { knownTexts, userInputs }: { knownTexts: readonly string[]; userInputs: readonly string[] },
): Promise<string[]> {
  const { lang, dir, overflowPx, outsideExample } = await page.evaluate(readPageLayout);
  const problems = new Set<string>();
  if (lang !== LANGUAGE || dir !== "rtl") problems.add(`is in ${lang}, ${dir}`);
  if (overflowPx > 0) problems.add(`scrolls sideways by ${overflowPx} px: ${outsideExample}`);
  for (const pageText of await page.evaluate(readPageTexts)) {
    const unknown = findUntranslatedText(pageText.text, knownTexts);
    if (unknown)
      problems.add(`${pageText.where} shows ${JSON.stringify(unknown)} in ${JSON.stringify(pageText.text)}`);
    if (lacksBidiIsolation(pageText, userInputs))
      problems.add(`${pageText.where} does not isolate ${JSON.stringify(pageText.text)}`);
  }
  return [...problems].map((problem) => `${where}: ${problem}`);
}
