/**
 * Twin of the SQL function `fold_search_text` (db/migrations/0053-lists.sql): texts that people spell differently become
 * equal. A test compares both on random texts.
 */

/** Letters without a decomposition in Unicode, and the letters that replace them. */
const replacedLetters: [letters: string, by: string][] = [
  ["øđðłħŧıŋəςɓɗɖƙƴɛɔƒ", "oddlhtineσbddkyeof"],
  // Alef wasla, taa marbuta, alef maqsura; letters of Persian, Urdu, Pashto and Kurdish without a key on Arabic keyboards.
  ["ٱٲٳةىیےېۍێکڪڭگګھہۃەپچژڤٹټڈډڑړڕںڼڵۆۇۋ", "اااهييييييكككككههههبجزفتتددرررننلووو"],
  // Arabic-Indic and Persian digits, those of Indian scripts.
  ["٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789"],
  ["०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯", "0123456789".repeat(4)],
  ["௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯", "0123456789".repeat(4)],
];
const letters: Record<string, string> = {
  ...Object.fromEntries(
    replacedLetters.flatMap(([from, to]) => [...from].map((letter, at) => [letter, to[at]!])),
  ),
  ...{ æ: "ae", œ: "oe", ß: "ss", þ: "th" },
};
const LETTERS = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Marks, punctuation, symbols, hamza, tatweel and invisible characters. Keeps @ % _ \\, which are searched. */
const REMOVED = new RegExp(
  [
    "[\\u0001-\\u0008\\u000e-\\u001f!-$&-/:-?[\\]^`{-\\u009f\\u00a1-\\u00bf\\u00d7\\u00f7\\u02b0-\\u036f\\u0483-\\u0489\\u0559-\\u055f\\u0589\\u058a",
    "\\u0591-\\u05c7\\u05f3\\u05f4\\u0600-\\u061f\\u0621\\u0640\\u064b-\\u065f\\u066a-\\u066d\\u0670\\u0674\\u06d4\\u06d6-\\u06ed\\u06fd\\u06fe\\u08d3-\\u08ff",
    "\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u2000-\\u206f\\u20a0-\\u20ff\\u2190-\\u2bff\\u2e00-\\u2e7f\\u3001-\\u3004\\u3008-\\u3020\\u3030\\u30fb\\ua78b\\ua78c",
    "\\ue000-\\uf8ff\\ufe00-\\ufe6f\\ufeff\\ufff9-\\uffff\\u{1f000}-\\u{1faff}\\u{e0000}-\\u{10ffff}]",
  ].join(""),
  "gu",
);

/** "Al-Marsa", "AL MARSA" and "AlMarsa" are "almarsa". Spaces stay between digits only: "12 4" is not "124". */
export function foldSearchText(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(LETTERS, (letter) => letters[letter]!)
    .replace(REMOVED, "")
    .replace(/([0-9])[\t-\r ]+(?=[0-9])/g, "$1|")
    .replace(/[\t-\r ]+/g, "")
    .replaceAll("|", " ");
}
