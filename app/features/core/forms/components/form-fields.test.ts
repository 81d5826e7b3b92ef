import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fieldValue, fillEmpty } from "./form-fields";

/** Minimal form element. */
class Field extends EventTarget {
  value = "";
  focus() {
    page.activeElement = this;
  }
  leave() {
    page.activeElement = null;
    this.dispatchEvent(new Event("blur"));
  }
}
const page: { activeElement: Field | null } = { activeElement: null };

beforeEach(() => {
  vi.stubGlobal("RadioNodeList", class {});
  vi.stubGlobal("HTMLElement", Field);
  vi.stubGlobal("document", page);
});
afterEach(() => {
  page.activeElement = null;
  vi.unstubAllGlobals();
});

function formWith(email: Field): HTMLFormElement {
  const elements = { namedItem: (name: string) => (name === "email" ? email : null) };
  return Object.assign(new EventTarget(), { elements }) as unknown as HTMLFormElement;
}

test("fillEmpty fills empty fields and keeps typed text", () => {
  const email = new Field();
  const form = formWith(email);
  fillEmpty(form, "email", "a@b.c");
  fillEmpty(form, "email", "other@b.c");
  fillEmpty(form, "no such field", "x");
  expect(fieldValue(form, "email")).toBe("a@b.c");
});

test("fillEmpty leaves a focused field alone, so that text is not doubled", () => {
  const email = new Field();
  const form = formWith(email);
  email.focus();
  fillEmpty(form, "email", "a@b.c");
  // Typing appends to the current value.
  email.value += "a@b.c";
  email.leave();
  expect(fieldValue(form, "email")).toBe("a@b.c");
});

test("fillEmpty fills a field once it is left empty, not on window blur", () => {
  const email = new Field();
  const form = formWith(email);
  email.focus();
  fillEmpty(form, "email", "a@b.c");
  email.dispatchEvent(new Event("blur"));
  expect(fieldValue(form, "email")).toBe("");
  email.leave();
  expect(fieldValue(form, "email")).toBe("a@b.c");
});
