import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fieldValue, fillEmpty } from "./form-fields";

/** As much of a browser's form as filling it needs. */
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

test("an empty field is filled, and one with something in it keeps that", () => {
  const email = new Field();
  const form = formWith(email);
  fillEmpty(form, "email", "a@b.c");
  fillEmpty(form, "email", "other@b.c");
  fillEmpty(form, "no such field", "x");
  expect(fieldValue(form, "email")).toBe("a@b.c");
});

test("a field that somebody is in stays as it is, so that the address does not stand there twice", () => {
  const email = new Field();
  const form = formWith(email);
  email.focus();
  fillEmpty(form, "email", "a@b.c");
  // What is typed is added to what is there.
  email.value += "a@b.c";
  email.leave();
  expect(fieldValue(form, "email")).toBe("a@b.c");
});

test("a field that is left empty is filled then, not when only the window is left", () => {
  const email = new Field();
  const form = formWith(email);
  email.focus();
  fillEmpty(form, "email", "a@b.c");
  email.dispatchEvent(new Event("blur"));
  expect(fieldValue(form, "email")).toBe("");
  email.leave();
  expect(fieldValue(form, "email")).toBe("a@b.c");
});
