import { escapeMarkup } from "~/platform/text/escape-markup";

export type XmlElement = [name: string, content: Content, attributes?: Record<string, string>] | null;
type Content = string | number | readonly XmlElement[];

export function toXml(root: NonNullable<XmlElement>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "")}`;
}

function lines([name, content, attributes = {}]: NonNullable<XmlElement>, indent: string): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `${indent}<${name}${attributeText.join("")}>`;
  if (!Array.isArray(content)) return `${open}${escapeXml(String(content))}</${name}>\n`;
  const inner = content.map((element: XmlElement) => (element ? lines(element, `${indent}  `) : ""));
  return `${open}\n${inner.join("")}${indent}</${name}>\n`;
}

/** Drops control characters and lone surrogates, which XML 1.0 cannot represent. */
function escapeXml(text: string): string {
  return escapeMarkup(text).replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}
