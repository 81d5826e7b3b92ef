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
  const stripped = sanitizeText(text);
  return patterns.some((pattern) => pattern.test(text) || pattern.test(stripped));
}

/** Strips angle brackets, `javascript:` and inline handlers until nothing changes. */
export function sanitizeText(text: string): string {
  const stripped = text
    .replace(/[<>]/g, "")
    .replace(/javascript\s*:/gi, "")
    .replace(/\bon[a-z]{3,}\s*=/gi, "");
  return stripped === text ? text.trim() : sanitizeText(stripped);
}
