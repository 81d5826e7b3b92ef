import { RELOAD_DRAFT } from "~/platform/browser/deferred-scripts";

/** Typed values of forms. They are personal data, so the browser stores them only while the page reloads. */

export type Draft = [name: string, value: unknown][];

/** By name of the form. */
export const drafts: Record<string, Draft> = takeStored();
/** Readers of the forms on the page, by name. */
const followed = new Map<string, () => Draft>();

if (!import.meta.env.SSR) {
  window.addEventListener("pagehide", () =>
    store({ ...drafts, ...Object.fromEntries([...followed].map(([name, read]) => [name, read()])) }),
  );
  // A page that the browser kept for Back still has its fields.
  window.addEventListener("pageshow", () => store({}));
}

/** Stores the values of a form when the page reloads. Returns a function that ends this. */
export function followDraft(name: string, read: () => Draft): () => void {
  followed.set(name, read);
  return () => followed.delete(name);
}

/** The values of a form from before the reload, once. */
export function takeDraft(name: string): Draft {
  const draft = drafts[name] ?? [];
  delete drafts[name];
  return draft;
}

export function readFields(form: HTMLFormElement): Draft {
  return [...new FormData(form)].filter(([, value]) => typeof value === "string" && value !== "");
}

function store(stored: Record<string, Draft>): void {
  try {
    if (Object.values(stored).some(({ length }) => length > 0))
      sessionStorage.setItem(RELOAD_DRAFT, JSON.stringify(stored));
    else sessionStorage.removeItem(RELOAD_DRAFT);
  } catch {
    // Without storage, a reload loses the values.
  }
}

function takeStored(): Record<string, Draft> {
  if (import.meta.env.SSR) return {};
  try {
    const stored = JSON.parse(sessionStorage.getItem(RELOAD_DRAFT) ?? "{}") as Record<string, Draft>;
    sessionStorage.removeItem(RELOAD_DRAFT);
    return stored;
  } catch {
    return {};
  }
}
