/* Rules for received emails, the same for each way in which they arrive. */

export const MAX_MAIL_FILES = 10;

export interface MailHeader {
  key: string;
  value: string;
}

/**
 * Automatic answers would answer each other, and reports of mail servers are no messages of customers (RFC 3834, RFC 6522).
 * An empty return path marks both (RFC 5321, section 6.1).
 */
export function isAutomaticMail(headers: readonly MailHeader[]): boolean {
  return headers.some(({ key, value }) => AUTOMATIC.get(key.toLowerCase())?.test(value.trim()));
}

const AUTOMATIC: ReadonlyMap<string, RegExp> = new Map([
  ["auto-submitted", /^auto-/i],
  ["precedence", /^(?:bulk|junk|auto_reply)/i],
  ["content-type", /^multipart\/report\b/i],
  ["return-path", /^<\s*>$/],
]);

const REPLY = /^(?:re|aw|sv|رد)\s*:/i;

/** An answer keeps the subject of the message that it answers. */
export function withSubject(subject: string, text: string): string {
  const title = subject.trim();
  return title && !REPLY.test(title) ? `${title}\n\n${text}`.trim() : text;
}

/** Longer texts are cut before they are stored. */
const MAX_TEXT_LENGTH = 100_000;

/** The text without the message that it answers; the complete text if nothing else is left. */
export function withoutQuote(text: string): string {
  const lines = text.slice(0, MAX_TEXT_LENGTH).replaceAll("\r\n", "\n").split("\n");
  const begin = lines.findIndex((line, index) => beginsOutlookQuote(line, lines[index + 1] ?? ""));
  const answer = withoutTrailingQuote(begin < 0 ? lines : lines.slice(0, begin));
  return answer.join("\n").trim() || lines.join("\n").trim();
}

const ORIGINAL_MESSAGE = /^-{2,}\s*(?:Original Message|الرسالة الأصلية)\s*-{2,}$/i;

/** Outlook repeats the header instead of marking each line. */
function beginsOutlookQuote(line: string, next: string): boolean {
  return (
    ORIGINAL_MESSAGE.test(line.trim()) ||
    (/^\*?(?:From|من):/.test(line) && /^\*?(?:Sent|Date|تاريخ الإرسال|التاريخ):/.test(next))
  );
}

/** Answers between the lines of a quote stay with it. */
function withoutTrailingQuote(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => !/^\s*(?:>.*|_{10,})?$/.test(line)) + 1;
  const isQuoted = lines.slice(end).some((line) => line.startsWith(">"));
  const [last = "", before = ""] = [lines[end - 1], lines[end - 2]];
  if (isQuoted && isAttribution(last)) return lines.slice(0, end - 1);
  if (isQuoted && before && isAttribution(`${before} ${last}`)) return lines.slice(0, end - 2);
  return lines.slice(0, end);
}

/** "On <date> <name> wrote:" in any language, which mail programs wrap to two lines. */
function isAttribution(line: string): boolean {
  return /:\s*$/.test(line) && /\p{Nd}/u.test(line);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
  ...{ rsquo: "’", lsquo: "‘", rdquo: "”", ldquo: "“", ndash: "–", mdash: "—", hellip: "…" },
};

const MAX_HTML_LENGTH = 1_000_000;
const HIDDEN_TAGS: ReadonlySet<string> = new Set(["head", "script", "style", "title"]);
const LINE_TAGS = /^(?:div|li|tr|dt|dd)$/;
const PARAGRAPH_TAGS = /^(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre|hr)$/;

/** Text of an email without a plain part. Quoted lines begin with ">". One pass, because strangers write the markup. */
export function textOfHtml(html: string): string {
  const source = html.slice(0, MAX_HTML_LENGTH);
  const lower = source.toLowerCase();
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const endLine = () => {
    const text = decodeEntities(line).replace(/\s+/g, " ").trim();
    lines.push(text && depth > 0 ? `> ${text}` : text);
    line = "";
  };
  for (let at = 0; at < source.length; ) {
    if (source[at] !== "<") {
      const next = indexOrEnd(source, "<", at);
      line += source.slice(at, next);
      at = next;
      continue;
    }
    if (source.startsWith("<!--", at)) {
      at = indexOrEnd(source, "-->", at) + 3;
      continue;
    }
    const end = indexOrEnd(source, ">", at);
    const [, slash = "", tag = ""] = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(at, at + 20)) ?? [];
    at = end + 1;
    if (!slash && HIDDEN_TAGS.has(tag)) at = indexOrEnd(lower, `</${tag}`, at);
    if (tag === "br") endLine();
    else if ((LINE_TAGS.test(tag) || PARAGRAPH_TAGS.test(tag)) && line.trim()) endLine();
    if (PARAGRAPH_TAGS.test(tag) && lines.at(-1)) endLine();
    if (tag === "blockquote") depth = Math.max(0, depth + (slash ? -1 : 1));
  }
  endLine();
  return lines.join("\n").trim();
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (entity, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
