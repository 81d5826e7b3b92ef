/** Detects injection patterns (docs/domain.md, "Forms"). */

const patterns = [
  /<\s*\/?\s*script/i,
  /\b(?:javascript|vbscript)\s*:/i,
  /\bon[a-z]{3,}\s*=/i,
  /\bdata\s*:\s*text\/html/i,
  /\bfile:/i,
  /<\s*\/?\s*(?:iframe|object|embed|form)\b/i,
  /\b(?:eval|setTimeout|setInterval)\s*\(/i,
];

/** Checks the stripped text as well, because stripping can create a pattern: `ev<al(`. */
export function looksInjected(text: string): boolean {
  const rest = sanitizeText(text);
  return patterns.some((pattern) => pattern.test(text) || pattern.test(rest));
}

const stripped = / ?(?:(?:[<>]|javascript\s*:|\bon[a-z]{3,}\s*=) ?)+/gi;

/** Strips angle brackets, `javascript:` and inline handlers until nothing changes; leaves one space between words. */
export function sanitizeText(text: string): string {
  const rest = text.replace(stripped, (found) => (found.includes(" ") ? " " : ""));
  return rest === text ? text.trim() : sanitizeText(rest);
}
