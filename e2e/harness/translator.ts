import type { Page } from "@playwright/test";

/** Simulates the translator of a browser (docs/decisions/0091-translated-pages.md). */

/** Translates the open page, and again after each change. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(wrapTexts);
}

/** React's report that it replaces markup which the translator changed before hydration. Nothing is lost. */
const REPLACED_MARKUP = "Minified React error #418";

/** Errors of the page's scripts, collected from now on. */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => {
    if (!message.startsWith(REPLACED_MARKUP)) errors.push(`${page.url()}: ${message}`);
  });
  return errors;
}

/** Replaces each text node by `<font><font>text</font></font>`, as Chrome does. Runs in the page. */
function wrapTexts() {
  const EXCLUDED = "script, style, noscript, template, textarea, svg, font";
  const wrap = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.parentElement || text.parentElement.closest(EXCLUDED)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  wrap();
  new MutationObserver(wrap).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Buttons that a journey over all pages may press; links would leave the page. */
const BUTTONS = 'main button:not([disabled], [type="submit"]), main summary, [role="dialog"] button';

/** Fills the visible fields and presses the buttons in turn, then submits the forms. */
export async function exerciseForms(page: Page, presses: number): Promise<void> {
  for (let press = 0; press < presses; press++) {
    await page.evaluate(fillFields);
    await page.evaluate(pressButton, { selector: BUTTONS, press });
    await page.waitForTimeout(100);
  }
  await page.evaluate(submitForms);
  await page.waitForTimeout(300);
}

/** Runs in the page. */
function fillFields() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    "main :is(input, select, textarea)",
  );
  const set = (field: Element, name: "value" | "checked", value: unknown) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name) ?? {};
    set?.call(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  for (const field of fields) {
    if (field.disabled || field.getClientRects().length === 0) continue;
    if (field instanceof HTMLSelectElement) {
      const next = field.options[(field.selectedIndex + 1) % field.options.length];
      if (next && !next.disabled) set(field, "value", next.value);
    } else if (field.type === "checkbox" || field.type === "radio") {
      field.click();
    } else if (["text", "search", "textarea", "email", "tel"].includes(field.type)) {
      set(field, "value", `${field.value}1`);
    } else if (field.type === "number") {
      set(field, "value", "2");
    }
  }
}

/** Runs in the page. */
function pressButton({ selector, press }: { selector: string; press: number }) {
  const buttons = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (button) => button.getClientRects().length > 0,
  );
  buttons[press % Math.max(1, buttons.length)]?.click();
}

/** Submits without the browser's own checks, so that the page shows its errors. Runs in the page. */
function submitForms() {
  for (const form of document.querySelectorAll("form")) {
    form.noValidate = true;
    form.querySelector<HTMLElement>('[type="submit"]:not([disabled])')?.click();
  }
}
