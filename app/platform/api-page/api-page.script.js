// Script of /api/docs: creates a form for each call from the OpenAPI document. API keys stay in memory only.
const words = JSON.parse(document.getElementById("words").textContent);
let described;
const theDocument = () => {
  described ??= fetch("openapi.json").then((answer) => answer.json());
  return described;
};

const asKey = document.getElementById("as-key");
const key = document.getElementById("key");
document.getElementById("caller").hidden = false;
for (const one of document.getElementsByName("caller")) {
  one.addEventListener("change", () => {
    key.parentElement.hidden = !asKey.checked;
    if (asKey.checked) key.focus();
    else key.value = "";
  });
}

const search = document.getElementById("search");
search.parentElement.hidden = false;
search.addEventListener("input", () => {
  const typed = search.value.toLowerCase().split(/\s+/);
  for (const part of document.querySelectorAll("section")) {
    let any = false;
    for (const call of part.querySelectorAll(".call")) {
      const text = call.firstElementChild.textContent.toLowerCase();
      call.hidden = !typed.every((word) => text.includes(word));
      any ||= !call.hidden;
    }
    part.hidden = !any;
  }
});

for (const button of document.querySelectorAll(".try")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const call = button.closest(".call");
    try {
      const api = await theDocument();
      const form = formFor(call.dataset, api.paths[call.dataset.path][call.dataset.method]);
      button.replaceWith(form);
      form.querySelector("input, select, textarea, button").focus();
    } catch {
      described = undefined;
      button.disabled = false;
    }
  });
}

function make(tag, given = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), given);
  element.append(...inside);
  return element;
}

let fields = 0;
/** Label with control; `read` returns the value, undefined if empty. */
function field(name, schema, required, place) {
  const id = `field-${++fields}`;
  const type = typeOf(schema);
  let control;
  let read = () => (control.value === "" && !(required && place === "body") ? undefined : control.value);
  if (place === "file") {
    control = make("input", { type: "file" });
    read = () => control.files[0];
  } else if (schema.enum || type === "boolean") {
    const choices = (schema.enum ?? ["true", "false"]).map((value) =>
      make("option", { value }, String(value)),
    );
    control = make("select", {}, make("option", { value: "" }, words.none), ...choices);
    if (type === "boolean" && place === "body")
      read = () => (control.value === "" ? undefined : control.value === "true");
  } else if (type === "integer" || type === "number") {
    control = make("input", { type: "number", step: type === "integer" ? "1" : "any" });
    if (place === "body") read = () => (control.value === "" ? undefined : Number(control.value));
  } else if (type === "string" || place !== "body") {
    control = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    if (schema.const !== undefined) control.value = schema.const;
  } else {
    // Arrays and objects.
    const example = required ? JSON.stringify(exampleOf(schema), null, 2) : "";
    control = make("textarea", {
      rows: Math.min(10, example.split("\n").length + 1),
      value: example,
      spellcheck: false,
    });
    read = () => (control.value.trim() === "" ? undefined : JSON.parse(control.value));
  }
  // Missing fields are reported by the response.
  Object.assign(control, { id, required: required && place !== "body" });
  const kind = schema.format ?? (type === "string" ? "" : type);
  const hint = [required ? "" : words.optional, kind, control.tagName === "TEXTAREA" ? "JSON" : ""];
  const small = make("small", { id: `${id}-hint` }, hint.filter(Boolean).join(" · "));
  control.setAttribute("aria-describedby", small.id);
  const label = make("p", { className: "field" }, make("label", { htmlFor: id }, name), small, control);
  return { name, place, label, read, control };
}

/** First alternative other than null. */
function typeOf(schema) {
  if (Array.isArray(schema.type)) return schema.type.find((one) => one !== "null");
  if (schema.type) return schema.type;
  const some = (schema.anyOf ?? schema.oneOf ?? []).map(typeOf).find((one) => one && one !== "null");
  return some ?? (schema.enum || schema.const !== undefined ? "string" : "object");
}

function exampleOf(schema) {
  const one = (schema.anyOf ?? schema.oneOf)?.find((part) => part.type !== "null") ?? schema;
  if (one.default !== undefined) return one.default;
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum[0];
  switch (typeOf(one)) {
    case "object":
      return Object.fromEntries(
        Object.entries(one.properties ?? {})
          .filter(([name]) => one.required?.includes(name))
          .map(([name, part]) => [name, exampleOf(part)]),
      );
    case "array":
      return one.items && typeOf(one.items) === "object" ? [exampleOf(one.items)] : [];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}

function fieldsOf(operation) {
  const parameters = (operation.parameters ?? []).map((one) =>
    field(one.name, one.schema, one.required, one.in),
  );
  const [kind, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!kind) return parameters;
  if (kind !== "application/json") return [...parameters, field(kind, {}, true, "file")];
  const { properties, required = [] } = content.schema;
  if (!properties) return [...parameters, field("JSON", content.schema, true, "body")];
  return [
    ...parameters,
    ...Object.entries(properties).map(([name, schema]) =>
      field(name, schema, required.includes(name), "body"),
    ),
  ];
}

function formFor({ method, path }, operation) {
  const inputs = fieldsOf(operation);
  const changes = method !== "get";
  const send = make("button", { type: "submit", className: "send" }, words.send);
  const sure = make("p", { className: "sure", hidden: true }, words.sure);
  const yes = make("button", { type: "button", className: "send" }, words.yes);
  const no = make("button", { type: "button" }, words.no);
  sure.append(make("span", { className: "buttons" }, yes, no));
  const state = make("p");
  state.setAttribute("role", "status");
  const answer = make("div");
  const warning = changes ? [make("p", { className: "note" }, words.changes)] : [];
  const form = make(
    "form",
    { className: "trial" },
    ...warning,
    ...inputs.map(({ label }) => label),
    make("p", { className: "buttons" }, send),
    sure,
    state,
    answer,
  );
  form.setAttribute("aria-label", `${words.try}: ${method.toUpperCase()} ${path}`);

  function ask(asking) {
    sure.hidden = !asking;
    send.disabled = asking;
    (asking ? yes : send).focus();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (changes) ask(true);
    else void go();
  });
  sure.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(false);
  });
  no.addEventListener("click", () => ask(false));
  yes.addEventListener("click", () => {
    ask(false);
    void go();
  });

  function say(text, className = "") {
    state.className = className;
    state.textContent = text;
  }

  async function go() {
    answer.replaceChildren();
    let request;
    try {
      request = requestOf(method, path, inputs, operation);
    } catch (error) {
      say(error.message, "wrong");
      return;
    }
    send.disabled = true;
    say(words.waiting);
    const began = performance.now();
    try {
      const response = await fetch(request.url, request.options);
      const bytes = await response.arrayBuffer();
      const took = `${Math.round(performance.now() - began)} ms`;
      say(`${response.status} ${response.statusText} · ${took}`, response.ok ? "right" : "wrong");
      answer.replaceChildren(...shown(response, bytes));
    } catch {
      say(words.failed, "wrong");
    }
    send.disabled = false;
  }
  return form;
}

function requestOf(method, path, inputs, operation) {
  const url = new URL(`/api${path}`, location.href);
  const body = {};
  const headers = {};
  let sent;
  for (const { name, place, read, control } of inputs) {
    let value;
    try {
      value = read();
    } catch {
      control.focus();
      throw new Error(`${name}: ${words.json}`);
    }
    if (value === undefined) continue;
    if (place === "path") url.pathname = url.pathname.replace(`%7B${name}%7D`, encodeURIComponent(value));
    else if (place === "query") url.searchParams.set(name, value);
    else if (place === "file") [sent, headers["Content-Type"]] = [value, value.type || name];
    else if (name === "JSON") sent = JSON.stringify(value);
    else body[name] = value;
  }
  if (operation.requestBody && sent === undefined) sent = JSON.stringify(body);
  if (typeof sent === "string") headers["Content-Type"] = "application/json";
  if (/Idempotency-Key/.test(operation.description)) headers["Idempotency-Key"] = crypto.randomUUID();
  if (asKey.checked) headers.Authorization = `Bearer ${key.value.trim()}`;
  return {
    url,
    options: {
      method: method.toUpperCase(),
      headers,
      body: sent,
      credentials: asKey.checked ? "omit" : "same-origin",
      cache: "no-store",
    },
  };
}

const SHOWN_HEADERS = [
  "content-type",
  "content-disposition",
  "location",
  "retry-after",
  "cache-control",
  "x-request-id",
];
const MOST_SHOWN = 100_000;

function shown(response, bytes) {
  const headers = SHOWN_HEADERS.filter((name) => response.headers.has(name)).map(
    (name) => `${name}: ${response.headers.get(name)}`,
  );
  const parts = [make("pre", { tabIndex: 0 }, headers.join("\n"))];
  const kind = response.headers.get("content-type") ?? "";
  if (/json|text|xml|calendar/.test(kind)) {
    const text = new TextDecoder().decode(bytes);
    const formatted = /json/.test(kind) ? JSON.stringify(JSON.parse(text), null, 2) : text;
    parts.push(make("pre", { tabIndex: 0 }, formatted.slice(0, MOST_SHOWN)));
    if (formatted.length > MOST_SHOWN) parts.push(make("p", {}, words.cut));
  } else if (bytes.byteLength > 0) {
    const href = URL.createObjectURL(new Blob([bytes], { type: kind }));
    parts.push(
      make("p", {}, make("a", { href, download: "answer" }, `${words.save} (${bytes.byteLength} B)`)),
    );
  }
  return parts;
}
