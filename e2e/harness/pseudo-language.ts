import type { Page } from "@playwright/test";
import pg from "pg";
import type { Product } from "./product";

/*
 * Checks of a page in the pseudo-language (scripts/pseudo-language.mjs), in which every catalogue text stands
 * in ⟦ ⟧ and has no English letter.
 */

export const LANGUAGE = "en-XB";

interface Told {
  /** Element and attribute: "main > h1", "label > input [aria-label]". */
  where: string;
  text: string;
  /** True if the surrounding text does not affect its direction. */
  bidiIsolate: boolean;
}

/** All texts of the page, visible or for screen readers. Runs in the browser. */
function readTold(): Told[] {
  const attributes = ["aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "alt"];
  const named = (element: Element): string => {
    const own = element.tagName.toLowerCase() + (element.id && `#${element.id}`);
    const parent = element.parentElement;
    return parent && !["MAIN", "BODY", "HTML"].includes(parent.tagName) ? `${named(parent)} > ${own}` : own;
  };
  const told: Told[] = [];
  for (const element of document.querySelectorAll("*")) {
    // Skips elements with their own language, such as legal texts and language names.
    if (element.closest("[lang]") !== document.documentElement) continue;
    // Skips key labels; initials of names are skipped below.
    if (element.closest("kbd, script, style, noscript")) continue;
    for (const attribute of attributes) {
      const text = element.getAttribute(attribute)?.trim();
      if (text) told.push({ where: `${named(element)} [${attribute}]`, text, bidiIsolate: true });
    }
    if (element.matches('meta[name="description"], meta[property$="title"], meta[property$="description"]')) {
      told.push({ where: named(element), text: element.getAttribute("content") ?? "", bidiIsolate: true });
    }
    for (const node of element.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
      if (!text || (element.matches("[aria-hidden=true]") && /^\p{Lu}{1,2}$/u.test(text))) continue;
      const bidiIsolate = element.closest("bdi, [dir=auto], textarea, option") !== null;
      told.push({ where: named(element), text, bidiIsolate });
    }
  }
  return told;
}

/** Language, direction and overflow of the page. Runs in the browser. */
function readShape() {
  const root = document.documentElement;
  const outside = [...document.querySelectorAll("body *")].filter((element) => {
    const { left, width } = element.getBoundingClientRect();
    return left < -1 && width > 0;
  });
  return {
    lang: root.lang,
    dir: root.dir,
    beyond: root.scrollWidth - root.clientWidth,
    first: outside[0]?.outerHTML.slice(0, 150),
  };
}

/** Columns whose lower-case values are shown unchanged. */
const SHOWN_AS_IT_IS = new Set(["unit", "provider_payout", "request_id"]);

/**
 * Texts in the database: names, addresses, service texts. Lower-case codes without spaces are excluded,
 * except in some columns. First names are included, because greetings and reviews use them.
 */
export async function wordsInDatabase({ databaseFolder }: Product): Promise<string[]> {
  const client = new pg.Client({ host: databaseFolder, user: "app", database: "app", ssl: false });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ column: string; table: string }>(
      `select quote_ident(column_name) as column, quote_ident(table_name) as table
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')`,
    );
    const words = new Set<string>();
    for (const { column, table } of columns) {
      const { rows } = await client.query<{ value: unknown }>(`select ${column} as value from ${table}`);
      for (const line of rows.flatMap(({ value }) => linesIn(value))) {
        if (SHOWN_AS_IT_IS.has(column) || /[\p{Lu}\s]/u.test(line)) words.add(line);
        if (column === "contact_name") words.add(line.split(" ")[0]!);
      }
    }
    return [...words].filter((one) => one.length > 2).sort((a, b) => b.length - a.length);
  } finally {
    await client.end();
  }
}

function linesIn(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n").map((line) => line.trim());
  return value && typeof value === "object" ? Object.values(value).flatMap(linesIn) : [];
}

/** Parts of a text found neither in the catalogue nor in the database; empty if all are known. */
export function unknownIn(text: string, words: readonly string[]): string {
  let rest = text
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    // Ignores URLs, email addresses and file paths, and the currency code of amounts.
    .replace(/https?:\/\/\S+|[\w.+-]+@[\w.-]+|(?:\/[\w.-]+){2,}/g, " ")
    .replace(/(?<=\d\s)AED\b/gu, " ");
  if (!/[a-z]/i.test(rest) && !outsideMarks(rest)) return "";
  for (const one of words) rest = rest.replaceAll(one, " ");
  const plain = /[a-z].*/i.exec(rest)?.[0] ?? "";
  return plain || outsideMarks(rest);
}

/** Letters outside the ⟦ ⟧ marks. Numbers and dates are formatted in Arabic. */
function outsideMarks(text: string): string {
  let rest = text;
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
  return /(?!\p{Script=Arabic})\p{L}.*/u.exec(rest)?.[0] ?? "";
}

/** True if the text contains user input without bidi isolation. */
function loose({ text, bidiIsolate }: Told, probes: readonly string[]): boolean {
  return !bidiIsolate && probes.some((probe) => text.includes(probe) && !text.includes(`\u2068${probe}`));
}

/**
 * Problems of the current page, one per line. `where`: label of the page. `probes`: user input with letters
 * of both directions.
 */
export async function faultsOf(
  page: Page,
  where: string,
  { words, probes }: { words: readonly string[]; probes: readonly string[] },
): Promise<string[]> {
  const { lang, dir, beyond, first } = await page.evaluate(readShape);
  const faults = new Set<string>();
  if (lang !== LANGUAGE || dir !== "rtl") faults.add(`is in ${lang}, ${dir}`);
  if (beyond > 0) faults.add(`scrolls sideways by ${beyond} px: ${first}`);
  for (const told of await page.evaluate(readTold)) {
    const unknown = unknownIn(told.text, words);
    if (unknown) faults.add(`${told.where} says ${JSON.stringify(unknown)} in ${JSON.stringify(told.text)}`);
    if (loose(told, probes)) faults.add(`${told.where} does not isolate ${JSON.stringify(told.text)}`);
  }
  return [...faults].map((fault) => `${where}: ${fault}`);
}
