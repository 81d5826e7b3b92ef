import type { Page } from "@playwright/test";
import pg from "pg";
import type { Product } from "./product";

/*
 * What a page in the language made from the English texts gives away (scripts/pseudo-language.mjs): every text of the
 * catalogue stands in ⟦ ⟧ and has no letter of English left.
 */

export const LANGUAGE = "en-XB";

interface Told {
  /** The element, and its attribute: "main > h1", "label > input [aria-label]". */
  where: string;
  text: string;
  /** Read in its own direction, whatever stands around it. */
  bidiIsolate: boolean;
}

/** Everything in the page that tells people something, shown now or later. Runs in the browser. */
function readTold(): Told[] {
  const attributes = ["aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "alt"];
  const named = (element: Element): string => {
    const own = element.tagName.toLowerCase() + (element.id && `#${element.id}`);
    const parent = element.parentElement;
    return parent && !["MAIN", "BODY", "HTML"].includes(parent.tagName) ? `${named(parent)} > ${own}` : own;
  };
  const told: Told[] = [];
  for (const element of document.querySelectorAll("*")) {
    // What says itself which language it is in: a legal text, the name of a language.
    if (element.closest("[lang]") !== document.documentElement) continue;
    // Keys are called what is printed on them; initials are a name's.
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

/** The page is to be turned round, and nothing of it to lie beyond its edge. */
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

/** Units of prices, what a card provider calls its payouts, and requests, which the log calls so, too. */
const SHOWN_AS_IT_IS = new Set(["unit", "provider_payout", "request_id"]);

/**
 * What the database holds in words: names, addresses, the services' texts. Codes are small letters in one piece, and are no
 * words to show, but for some columns. Who is greeted, or reviews, is told by the first name.
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

/** The lines of all texts in a value of a column. */
function linesIn(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n").map((line) => line.trim());
  return value && typeof value === "object" ? Object.values(value).flatMap(linesIn) : [];
}

/** What of a text comes neither from the catalogue nor from the database; empty where all does. */
export function unknownIn(text: string, words: readonly string[]): string {
  let rest = text
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    // Addresses of the network and on the disk, and money: the currency is named by its code.
    .replace(/https?:\/\/\S+|[\w.+-]+@[\w.-]+|(?:\/[\w.-]+){2,}/g, " ")
    .replace(/(?<=\d\s)AED\b/gu, " ");
  if (!/[a-z]/i.test(rest) && !outsideMarks(rest)) return "";
  for (const one of words) rest = rest.replaceAll(one, " ");
  const plain = /[a-z].*/i.exec(rest)?.[0] ?? "";
  return plain || outsideMarks(rest);
}

/** The letters that are in no mark. Numbers and dates are written in Arabic. */
function outsideMarks(text: string): string {
  let rest = text;
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
  return /(?!\p{Script=Arabic})\p{L}.*/u.exec(rest)?.[0] ?? "";
}

/** The words of people that stand among others, and are not kept apart from them. */
function loose({ text, bidiIsolate }: Told, probes: readonly string[]): boolean {
  return !bidiIsolate && probes.some((probe) => text.includes(probe) && !text.includes(`\u2068${probe}`));
}

/**
 * What is wrong with a page as it stands, a line each; `where` names it.
 * `probes`: what people wrote, in letters of both directions.
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
