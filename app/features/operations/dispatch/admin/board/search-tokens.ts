/** Value by phrase: tokens joined by spaces. */
export type Phrases = ReadonlyMap<string, string>;

const MAX_PHRASE_TOKENS = 5;

/** Words, clock times and dates in lower case, without accents; "A/C" becomes "ac", "2-4 pm" "2 to 4 pm". */
export function tokensOf(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase()
    .replace(/['’ʼ`]/g, "")
    .replace(/\ba\s?[/.]\s?c\b/g, "ac")
    .replace(/\b([ap])\s?\.\s?m\b/g, "$1m")
    .replace(/(\d{4})-(\d{2})-(\d{2})/g, "$1/$2/$3")
    .replace(/(\d)\.(\d{2})(?!\d)/g, "$1:$2")
    .replace(/(\d|\d[ap]m)\s*\p{Pd}\s*(?=\d)/gu, "$1 to ");
  return folded.match(/\d+(?:\/\d+)+|\d{1,2}:\d{2}(?:[ap]m)?|[\p{L}\p{N}]+/gu) ?? [];
}

/** Longest phrase at the start of the tokens, also in the plural. */
export function matchPhrase(
  tokens: readonly string[],
  phrases: Phrases,
): { length: number; value: string } | null {
  for (let length = Math.min(MAX_PHRASE_TOKENS, tokens.length); length > 0; length--) {
    const phrase = tokens.slice(0, length).join(" ");
    const value = phrases.get(phrase) ?? phrases.get(phrase.replace(/s$/, ""));
    if (value !== undefined) return { length, value };
  }
  return null;
}
