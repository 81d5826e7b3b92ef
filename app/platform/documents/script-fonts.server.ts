import { createRequire } from "node:module";
import { distinctLetters } from "../text/distinct-letters";

export interface ScriptFont {
  /** Family in the file and in Typst's `text(font:)`. */
  family: string;
  file: string;
}

interface FontPackage {
  scripts: readonly string[];
  name: string;
  family: string;
}

/** For scripts that Alexandria and Typst's own fonts lack. */
const FONT_PACKAGES: readonly FontPackage[] = [
  {
    scripts: ["Devanagari"],
    name: "@expo-google-fonts/noto-sans-devanagari",
    family: "Noto Sans Devanagari",
  },
  { scripts: ["Bengali"], name: "@expo-google-fonts/noto-sans-bengali", family: "Noto Sans Bengali" },
  { scripts: ["Tamil"], name: "@expo-google-fonts/noto-sans-tamil", family: "Noto Sans Tamil" },
  { scripts: ["Malayalam"], name: "@expo-google-fonts/noto-sans-malayalam", family: "Noto Sans Malayalam" },
  { scripts: ["Sinhala"], name: "@expo-google-fonts/noto-sans-sinhala", family: "Noto Sans Sinhala" },
  { scripts: ["Thai"], name: "@expo-google-fonts/noto-sans-thai", family: "Noto Sans Thai" },
  { scripts: ["Ethiopic"], name: "@expo-google-fonts/noto-sans-ethiopic", family: "Noto Sans Ethiopic" },
  { scripts: ["Telugu"], name: "@expo-google-fonts/noto-sans-telugu", family: "Noto Sans Telugu" },
  { scripts: ["Kannada"], name: "@expo-google-fonts/noto-sans-kannada", family: "Noto Sans Kannada" },
  { scripts: ["Gujarati"], name: "@expo-google-fonts/noto-sans-gujarati", family: "Noto Sans Gujarati" },
  { scripts: ["Gurmukhi"], name: "@expo-google-fonts/noto-sans-gurmukhi", family: "Noto Sans Gurmukhi" },
  // Not installed by default because of their size (docs/operations.md, "Fonts of documents").
  {
    scripts: ["Han", "Hiragana", "Katakana"],
    name: "@expo-google-fonts/noto-sans-sc",
    family: "Noto Sans SC",
  },
  { scripts: ["Hangul"], name: "@expo-google-fonts/noto-sans-kr", family: "Noto Sans KR" },
];

const { resolve } = createRequire(import.meta.url);

/** The installed fonts that a text needs. The same text always has the same fonts, so that the PDF is the same. */
export function fontsOfScripts(text: string): ScriptFont[] {
  return FONT_PACKAGES.filter(({ scripts }) =>
    scripts.some((script) => new RegExp(`\\p{Script=${script}}`, "u").test(text)),
  ).flatMap(({ name, family }) => {
    const file = findFile(name, family);
    return file ? [{ family, file }] : [];
  });
}

/** Letters of scripts that are in Alexandria or in Typst's own fonts, and signs of no script. */
const ALWAYS_PRINTED = new RegExp(
  `^[${[
    "Latin",
    "Arabic",
    "Cyrillic",
    "Greek",
    "Armenian",
    "Georgian",
    "Hebrew",
    "Lao",
    "Common",
    "Inherited",
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join("")}]`,
  "u",
);

/** Letters of scripts without an installed font. By script alone, because visitors must not use the renderer. */
export function lettersWithoutFont(text: string): string[] {
  return distinctLetters(text).filter(
    (letter) => !ALWAYS_PRINTED.test(letter) && fontsOfScripts(letter).length === 0,
  );
}

const files = new Map<string, string | null>();

/** Null if the package is not installed. */
function findFile(name: string, family: string): string | null {
  const known = files.get(name);
  if (known !== undefined) return known;
  let file: string | null = null;
  try {
    file = resolve(`${name}/400Regular/${family.replaceAll(" ", "")}_400Regular.ttf`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
  }
  files.set(name, file);
  return file;
}
