import { markupText } from "~/platform/text/markup";

/** XML from nested elements, in their order: an element is a name, its attributes, and a text or elements. Null: left out. */

export type Element = [name: string, content: Content, attributes?: Record<string, string>] | null;
type Content = string | number | readonly Element[];

export function xmlOf(root: NonNullable<Element>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "")}`;
}

function lines([name, content, attributes = {}]: NonNullable<Element>, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `${indent}<${name}${given.join("")}>`;
  if (!Array.isArray(content)) return `${open}${escaped(String(content))}</${name}>\n`;
  const inner = content.map((element: Element) => (element ? lines(element, `${indent}  `) : ""));
  return `${open}\n${inner.join("")}${indent}</${name}>\n`;
}

/** Control characters and halves of pairs, which XML 1.0 has no way to write, are left out. */
function escaped(text: string): string {
  return markupText(text).replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}
