import { useEffect, useRef, useState } from "react";
import { HttpError } from "~/platform/browser/http-client";

const SAVE_DELAY_MS = 700;
const RETRY_MS = 5_000;

/** How what is typed stands. */
export type AutosaveState =
  | { state: "kept" | "typing" | "keeping" | "wrong" }
  /** The connection is lost, or the server has trouble: it is tried again. */
  | { state: "failed"; words: string }
  /** Somebody else changed the draft meanwhile. */
  | { state: "stale" };

interface AutosaveOptions<Typed, Draft> {
  /** Its name in this window's own store. */
  store: string;
  /** What the server has, as it is typed, and the version to go on from. */
  stored: Typed;
  version: number;
  /** What can be kept of what is typed, and what is wrong with the rest, by its field. */
  read: (typed: Typed) => { draft: Draft; errors: Record<string, string> };
  /** Gives it to the server; the version to go on from. Refused as `stale` where somebody else changed it. */
  save: (draft: Draft, version: number) => Promise<number>;
  /** What the server has now; null: it is no draft any more. */
  reload: () => Promise<{ typed: Typed; version: number } | null>;
}

export interface AutosavedDraft<Typed, Draft> {
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  /** What can be read of it, for the sums and the preview. */
  draft: Draft;
  errors: Record<string, string>;
  autosave: AutosaveState;
  /** Keeps what is typed at once; the version to go on from, or null where it could not be kept. */
  flush: () => Promise<number | null>;
  /** Keeps what is typed although somebody else changed the draft. */
  saveMine: () => void;
  /** Takes what somebody else wrote. */
  loadTheirs: () => void;
}

/**
 * A draft that is kept as it is typed: a moment after each change, again after a lost connection, and in this window's own
 * store until the server has it, so that neither a reload nor a closed lid loses anything.
 */
export function useAutosavedDraft<Typed extends object, Draft>(
  options: AutosaveOptions<Typed, Draft>,
): AutosavedDraft<Typed, Draft> {
  const { store, stored, version, read, save: give, reload: ask } = options;
  const [first] = useState(() => {
    const restored = readStore<Typed>(store);
    return { typed: restored ?? stored, restored: restored !== null };
  });
  const [typed, setTyped] = useState(first.typed);
  const [keeping, setAutosave] = useState<AutosaveState>({ state: first.restored ? "typing" : "kept" });
  // What the server has: the version to go on from, and its text, by which another's change is told from a mere move.
  const saved = useRef({ version, text: serialize(read(stored).draft) });
  const latest = useRef(typed);
  const running = useRef<Promise<number | null> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function set(part: Partial<Typed>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setTyped(next);
    setAutosave({ state: "typing" });
    writeStore(store, next);
    scheduleSave(SAVE_DELAY_MS);
  }

  function scheduleSave(ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveDraft(), ms);
  }

  /** One after the other: what is typed meanwhile is kept next. */
  async function saveDraft(): Promise<number | null> {
    if (running.current) await running.current;
    clearTimeout(timer.current);
    const { draft, errors } = read(latest.current);
    if (Object.keys(errors).length > 0) {
      setAutosave({ state: "wrong" });
      return null;
    }
    const text = serialize(draft);
    if (text === saved.current.text) {
      markSaved(latest.current);
      return saved.current.version;
    }
    setAutosave({ state: "keeping" });
    const sent = latest.current;
    running.current = put(draft, text);
    const done = await running.current;
    running.current = null;
    if (done === null) return null;
    if (latest.current !== sent) return saveDraft();
    markSaved(sent);
    return done;
  }

  function markSaved(sent: Typed) {
    if (latest.current !== sent) return;
    writeStore(store, null);
    setAutosave({ state: "kept" });
  }

  async function put(draft: Draft, text: string, again = true): Promise<number | null> {
    try {
      const version = await give(draft, saved.current.version);
      saved.current = { version, text };
      return version;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.reason === "stale" && again) {
        const before = saved.current.text;
        const theirs = await readAgain();
        // It is there already: only the answer was lost.
        if (theirs?.text === text) {
          saved.current = theirs;
          return theirs.version;
        }
        // It was moved (opened by its customer), and what is drafted is still as it was kept.
        if (theirs?.text === before) {
          saved.current = theirs;
          return put(draft, text, false);
        }
      }
      if (error.reason === "stale") setAutosave({ state: "stale" });
      else {
        setAutosave({ state: "failed", words: error.message });
        if (error.status === 0 || error.status >= 500) scheduleSave(RETRY_MS);
      }
      return null;
    }
  }

  async function readAgain() {
    const theirs = await ask();
    return theirs && { ...theirs, text: serialize(read(theirs.typed).draft) };
  }

  async function keepMine() {
    const theirs = await readAgain();
    if (theirs) saved.current = theirs;
    await saveDraft();
  }

  async function takeTheirs() {
    const theirs = await readAgain();
    if (!theirs) return;
    saved.current = theirs;
    latest.current = theirs.typed;
    setTyped(theirs.typed);
    markSaved(theirs.typed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a reload left behind is kept once, when the page opens.
  useEffect(() => {
    if (first.restored) scheduleSave(0);
    // A closing tab asks first while something is on its way.
    const ask = (event: BeforeUnloadEvent) => {
      if (readStore(store)) event.preventDefault();
    };
    const online = () => scheduleSave(0);
    window.addEventListener("beforeunload", ask);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("online", online);
      clearTimeout(timer.current);
      // Whoever goes to another page takes nothing unkept along: it is sent now.
      if (readStore(store)) void saveDraft();
    };
  }, [store]);

  const { draft, errors } = read(typed);
  return {
    typed,
    set,
    draft,
    errors,
    autosave: keeping,
    flush: saveDraft,
    saveMine: () => void keepMine(),
    loadTheirs: () => void takeTheirs(),
  };
}

function serialize(draft: unknown): string {
  return JSON.stringify(draft);
}

function readStore<Typed>(name: string): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as Typed | null;
  } catch {
    return null;
  }
}

/** A full or forbidden store is no reason to stop: the server keeps what is typed. */
function writeStore(name: string, typed: object | null): void {
  try {
    if (typed) sessionStorage.setItem(name, JSON.stringify(typed));
    else sessionStorage.removeItem(name);
  } catch {}
}
