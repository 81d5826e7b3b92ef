import { escapeMarkup } from "~/platform/text/escape-markup";
import { stripUnprintable } from "~/platform/text/sanitize-text";

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

/** Without what XML 1.0 cannot represent, and without what the PDF leaves out, whose text must be the same. */
function escapeXml(text: string): string {
  return escapeMarkup(stripUnprintable(text));
}
