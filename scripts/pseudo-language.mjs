// Pseudo-language made from the English texts, to find problems before a real translation: accented letters,
// longer texts, marks around each text, and right-to-left direction (app/platform/locale/locale.ts).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const PSEUDO_LOCALE = "en-XB";

const ACCENTED = new Map(
  Object.entries({
    ...{
      a: "á",
      b: "ƀ",
      c: "ç",
      d: "ð",
      e: "é",
      f: "ƒ",
      g: "ĝ",
      h: "ĥ",
      i: "î",
      j: "ĵ",
      k: "ķ",
      l: "ļ",
      m: "ɱ",
    },
    ...{
      n: "ñ",
      o: "ö",
      p: "þ",
      q: "ǫ",
      r: "ŕ",
      s: "š",
      t: "ţ",
      u: "û",
      v: "ṽ",
      w: "ŵ",
      x: "ẋ",
      y: "ý",
      z: "ž",
    },
    ...{
      A: "Å",
      B: "Ɓ",
      C: "Ç",
      D: "Ð",
      E: "É",
      F: "Ƒ",
      G: "Ĝ",
      H: "Ĥ",
      I: "Î",
      J: "Ĵ",
      K: "Ķ",
      L: "Ļ",
      M: "Ṁ",
    },
    ...{
      N: "Ñ",
      O: "Ö",
      P: "Þ",
      Q: "Ǫ",
      R: "Ŕ",
      S: "Š",
      T: "Ţ",
      U: "Û",
      V: "Ṽ",
      W: "Ŵ",
      X: "Ẋ",
      Y: "Ý",
      Z: "Ž",
    },
  }),
);
/** Doubling these letters makes a text about 40% longer, spread over its words. */
const LONG = /[aeiouy]/i;

/** @param {string} text with {placeholders}, which stay as they are */
export function pseudo(text) {
  const result = text.replace(/\{[^}]*\}|[a-z]/gi, (part) => {
    const letter = ACCENTED.get(part);
    if (!letter) return part;
    return LONG.test(part) ? letter + letter.toLowerCase() : letter;
  });
  return `⟦${result}⟧`;
}

/**
 * A catalogue of the message format: a text, or a list of forms by plural.
 * @param {Record<string, string | { match: Record<string, string> }[]>} catalogue
 */
export function pseudoCatalogue(catalogue) {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => {
      if (key === "$schema") return [key, value];
      if (typeof value === "string") return [key, pseudo(value)];
      return [key, value.map((forms) => ({ ...forms, match: mapValues(forms.match, pseudo) }))];
    }),
  );
}

/**
 * Writes messages/en-XB from messages/en.
 * @param {string} root
 */
export function writePseudoLanguage(root) {
  const folder = join(root, "messages", PSEUDO_LOCALE);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(join(root, "messages/en"))) {
    const catalogue = JSON.parse(readFileSync(join(root, "messages/en", file), "utf8"));
    writeFileSync(join(folder, file), JSON.stringify(pseudoCatalogue(catalogue)));
  }
}

/**
 * @param {Record<string, string>} object
 * @param {(value: string) => string} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
