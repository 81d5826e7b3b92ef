/** A form in a page's markup, as handled by a browser without JavaScript. */
export interface ParsedForm {
  /** Target of the POST. */
  action: string;
  /** Submitted values by field. */
  fields: Record<string, string>;
  /** Error messages linked to a field, by field. */
  errors: Record<string, string>;
  /** Field with the initial focus, or the role of another focused element. */
  focus: string | null;
  /** Message of the whole form. */
  alert: string | null;
  /** Options of the select fields, by field. */
  choices: Record<string, string[]>;
  html: string;
}

/**
 * `labelledBy`: id of the form's heading. Throws if the page has no such form or if an error is not linked to
 * a field.
 */
export function parseForm(html: string, labelledBy: string): ParsedForm {
  const forms = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => text);
  const form = forms.find((text) => attributesOf(text)["aria-labelledby"] === labelledBy);
  if (!form) throw new Error(`The page has no form ${labelledBy}`);
  const found: ParsedForm = {
    action: attributesOf(form).action ?? "",
    fields: {},
    errors: {},
    focus: null,
    alert: null,
    choices: {},
    html: form,
  };
  for (const { groups, index } of form.matchAll(/<(?<tag>input|select|textarea|fieldset|p|div)\b[^>]*>/g)) {
    const rest = form.slice(index);
    const attributes = attributesOf(rest);
    const { name } = attributes;
    if (attributes.role === "alert") found.alert = textOf(rest);
    if ("autofocus" in attributes) found.focus = name ?? attributes.role ?? "";
    const field = name ?? (groups?.tag === "fieldset" ? "fieldset" : "");
    if (attributes["aria-invalid"]) found.errors[field] = errorOf(form, attributes);
    if (name) read(found, groups!.tag!, rest, name, attributes);
  }
  return found;
}

function read(
  { fields, choices }: ParsedForm,
  tag: string,
  rest: string,
  name: string,
  attributes: Record<string, string>,
): void {
  if (tag === "select") {
    const options = [...rest.slice(0, rest.indexOf("</select>")).matchAll(/<option\b[^>]*>/g)].map(([text]) =>
      attributesOf(text),
    );
    choices[name] = options.map(({ value = "" }) => value);
    fields[name] = (options.find((option) => "selected" in option) ?? options[0])?.value ?? "";
  } else if (tag === "textarea") {
    fields[name] = textOf(rest);
  } else if (attributes.type === "radio") {
    choices[name] = [...(choices[name] ?? []), attributes.value ?? ""];
    if ("checked" in attributes) fields[name] = attributes.value ?? "";
  } else {
    fields[name] = attributes.value ?? "";
  }
}

/** Attributes of the element at the start of a text. */
function attributesOf(text: string): Record<string, string> {
  const [tag = ""] = /^<\w+[^>]*>/.exec(text) ?? [];
  const attributes = [...tag.matchAll(/\s(?<name>[\w-]+)(="(?<value>[^"]*)")?/g)];
  return Object.fromEntries(attributes.map(({ groups }) => [groups!.name!, decoded(groups!.value ?? "")]));
}

function textOf(text: string): string {
  const [, tag] = /^<(\w+)/.exec(text) ?? [];
  const inner = text.slice(text.indexOf(">") + 1, text.indexOf(`</${tag}>`));
  return decoded(inner.replaceAll(/<[^>]+>/g, "")).trim();
}

function decoded(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

function errorOf(form: string, attributes: Record<string, string>): string {
  const id = attributes["aria-describedby"]?.split(" ").find((each) => each.endsWith("-error"));
  const at = form.indexOf(`<p id="${id}"`);
  if (!id || at < 0) throw new Error(`An error is tied to no words: ${attributes.name}`);
  return textOf(form.slice(at));
}
