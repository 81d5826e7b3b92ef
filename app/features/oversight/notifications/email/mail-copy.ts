import { escapeMarkup } from "~/platform/text/escape-markup";

export interface MailText {
  subject: string;
  html: string;
  plain: string;
}

/** A document or booking whose link has a key. */
export interface LinkedRecord {
  kind: "bookings" | "quotes" | "invoices" | "receipts" | "contracts";
  /** Encoded, as in the link. */
  reference: string;
}

const KEYED_URL = String.raw`https?:\/\/[^\s"/]+(?:\/[\w-]+)*?\/(?:api\/)?(bookings|quotes|invoices|receipts|contracts)\/([^\s"/?#]+)\?key=[^\s"#]*(#[\w-]*)?`;

const keyOf = ({ kind, reference }: LinkedRecord) => `${kind}/${reference}`;

/** Records that an email links with a key, each once. */
export function linkedRecordsOf({ html, plain }: Pick<MailText, "html" | "plain">): LinkedRecord[] {
  const found = [...`${html}\n${plain}`.matchAll(new RegExp(KEYED_URL, "g"))].map(
    ([, kind, reference]) => ({ kind, reference }) as LinkedRecord,
  );
  return [...new Map(found.map((record) => [keyOf(record), record])).values()];
}

/** An email with a note before its text, and current links. */
export function copyOf(
  mail: MailText,
  { subject, note, urls }: { subject: string; note: string; urls: ReadonlyMap<string, string> },
): MailText {
  const { html, plain } = withCurrentLinks(mail, urls);
  return {
    subject,
    html: html
      .replace(/(<body[^>]*><div[^>]*>)/, `$1${escapeMarkup(note)} `)
      .replace("<h1", `<p class="text" style="${NOTE_STYLE}">${escapeMarkup(note)}</p><h1`),
    plain: `${note}\n\n${plain}`,
  };
}

/** `urls`: current links by kind and reference; a link without one is removed, and its button with it. */
export function withCurrentLinks(
  mail: Pick<MailText, "html" | "plain">,
  urls: ReadonlyMap<string, string>,
): Pick<MailText, "html" | "plain"> {
  const currentUrl = (kind: string, reference: string, fragment = "") => {
    const url = urls.get(`${kind}/${reference}`);
    return url && url + fragment;
  };
  const button = new RegExp(
    String.raw`<table[^>]*><tbody><tr><td class="(?:action|alarm)"[^>]*><a href="${KEYED_URL}"[^>]*>[^<]*<\/a><\/td><\/tr><\/tbody><\/table>`,
    "g",
  );
  const link = new RegExp(String.raw`<a href="${KEYED_URL}"([^>]*)>([^<]*)<\/a>`, "g");
  const html = mail.html
    .replace(button, (all, kind, reference) => (currentUrl(kind, reference) ? all : ""))
    .replace(link, (_, kind, reference, fragment, attributes, label) => {
      const url = currentUrl(kind, reference, fragment);
      return url ? `<a href="${escapeMarkup(url)}"${attributes}>${label}</a>` : label;
    })
    .replace(new RegExp(KEYED_URL, "g"), (_, kind, reference, fragment) =>
      escapeMarkup(currentUrl(kind, reference, fragment) ?? ""),
    );
  const line = new RegExp(String.raw`^(\d+\. )?(.*): ${KEYED_URL}$\n?`, "gm");
  const plain = mail.plain.replace(line, (all, number, label, kind, reference, fragment) => {
    const url = currentUrl(kind, reference, fragment);
    const end = all.endsWith("\n") ? "\n" : "";
    if (url) return `${number ?? ""}${label}: ${url}${end}`;
    return number ? `${number}${label}${end}` : "";
  });
  const withoutOldLinks = plain.replace(
    new RegExp(KEYED_URL, "g"),
    (_, kind, reference, fragment) => currentUrl(kind, reference, fragment) ?? "",
  );
  return { html, plain: withoutOldLinks.replace(/\n{3,}/g, "\n\n") };
}

const NOTE_STYLE =
  "font-family:'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;font-weight:600;margin:0 0 16px";
