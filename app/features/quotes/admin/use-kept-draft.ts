import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { quoteQuery, send } from "../admin-client";
import type { QuoteDraft } from "../schema";
import { asTyped, type DraftErrors, readTyped, type TypedDraft } from "../typed-draft";
import type { QuoteDetail, QuoteVersion } from "../views";

const REST_MS = 700;
const RETRY_MS = 5_000;

/** How what is typed stands. */
export type Keeping =
  | { state: "kept" | "typing" | "keeping" | "wrong" }
  /** The connection is lost, or the server has trouble: it is tried again. */
  | { state: "failed"; words: string }
  /** Somebody else changed the draft meanwhile. */
  | { state: "stale" };

export interface KeptDraft {
  typed: TypedDraft;
  set: (part: Partial<TypedDraft>) => void;
  /** What can be read of it, for the sums and the preview. */
  draft: QuoteDraft;
  errors: DraftErrors;
  keeping: Keeping;
  /** Keeps what is typed at once; the version to go on from, or null where it could not be kept. */
  flush: () => Promise<number | null>;
  /** Keeps what is typed although somebody else changed the draft. */
  keepMine: () => void;
  /** Takes what somebody else wrote. */
  takeTheirs: () => void;
}

/**
 * A draft that is kept as it is typed: a moment after each change, again after a lost connection, and in this window's own
 * store until the server has it, so that neither a reload nor a closed lid loses anything.
 */
export function useKeptDraft(quote: QuoteDetail, version: QuoteVersion): KeptDraft {
  const queryClient = useQueryClient();
  const store = `quote-draft ${quote.id} ${version.number}`;
  const [first] = useState(() => {
    const typed = asTyped(version, quote);
    return { typed: readStore(store) ?? typed, restored: readStore(store) !== null };
  });
  const [typed, setTyped] = useState(first.typed);
  const [keeping, setKeeping] = useState<Keeping>({ state: first.restored ? "typing" : "kept" });
  // What the server has: the version to go on from, and its text, by which another's change is told from a mere move.
  const kept = useRef({ version: quote.version, text: textOf(readTyped(asTyped(version, quote)).draft) });
  const latest = useRef(typed);
  const running = useRef<Promise<number | null> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function set(part: Partial<TypedDraft>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setTyped(next);
    setKeeping({ state: "typing" });
    writeStore(store, next);
    plan(REST_MS);
  }

  function plan(ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void keep(), ms);
  }

  /** One after the other: what is typed meanwhile is kept next. */
  async function keep(): Promise<number | null> {
    if (running.current) await running.current;
    clearTimeout(timer.current);
    const { draft, errors } = readTyped(latest.current);
    if (Object.keys(errors).length > 0) {
      setKeeping({ state: "wrong" });
      return null;
    }
    const text = textOf(draft);
    if (text === kept.current.text) {
      settle(latest.current);
      return kept.current.version;
    }
    setKeeping({ state: "keeping" });
    const sent = latest.current;
    running.current = put(draft, text);
    const done = await running.current;
    running.current = null;
    if (done === null) return null;
    if (latest.current !== sent) return keep();
    settle(sent);
    return done;
  }

  function settle(sent: TypedDraft) {
    if (latest.current !== sent) return;
    writeStore(store, null);
    setKeeping({ state: "kept" });
  }

  async function put(draft: QuoteDraft, text: string, again = true): Promise<number | null> {
    try {
      const { version } = await send("/admin/quotes/{id}/draft", {
        id: quote.id,
        version: kept.current.version,
        ...draft,
      });
      kept.current = { version, text };
      return version;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.reason === "stale" && again && (await onlyMoved())) return put(draft, text, false);
      if (error.reason === "stale") setKeeping({ state: "stale" });
      else {
        setKeeping({ state: "failed", words: error.message });
        if (error.status === 0 || error.status >= 500) plan(RETRY_MS);
      }
      return null;
    }
  }

  /** Whether the quote was moved (opened by its customer), and what is drafted is still as it was kept. */
  async function onlyMoved(): Promise<boolean> {
    const theirs = await readAgain();
    if (!theirs || theirs.text !== kept.current.text) return false;
    kept.current = theirs;
    return true;
  }

  async function readAgain() {
    const { quote: now } = await queryClient.fetchQuery({ ...quoteQuery(quote.id), staleTime: 0 });
    const drafted = now.versions.find(({ number, sentAt }) => number === version.number && sentAt === null);
    if (!drafted) return null;
    const typed = asTyped(drafted, now);
    return { version: now.version, text: textOf(readTyped(typed).draft), typed };
  }

  async function keepMine() {
    const theirs = await readAgain();
    if (theirs) kept.current = theirs;
    await keep();
  }

  async function takeTheirs() {
    const theirs = await readAgain();
    if (!theirs) return;
    kept.current = theirs;
    latest.current = theirs.typed;
    setTyped(theirs.typed);
    settle(theirs.typed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a reload left behind is kept once, when the page opens.
  useEffect(() => {
    if (first.restored) plan(0);
    // A closing tab asks first while something is on its way.
    const ask = (event: BeforeUnloadEvent) => {
      if (readStore(store)) event.preventDefault();
    };
    const online = () => plan(0);
    window.addEventListener("beforeunload", ask);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("online", online);
      clearTimeout(timer.current);
      // Whoever goes to another page takes nothing unkept along: it is sent now.
      if (readStore(store)) void keep();
    };
  }, [store]);

  const { draft, errors } = readTyped(typed);
  return {
    typed,
    set,
    draft,
    errors,
    keeping,
    flush: keep,
    keepMine: () => void keepMine(),
    takeTheirs: () => void takeTheirs(),
  };
}

export function wordForKeeping(keeping: Keeping): string {
  switch (keeping.state) {
    case "kept":
      return m.quote_kept();
    case "typing":
    case "keeping":
      return m.quote_keeping();
    case "wrong":
      return m.quote_not_kept_wrong();
    case "failed":
      return m.quote_not_kept({ why: keeping.words });
    case "stale":
      return m.quote_error_stale();
  }
}

function textOf(draft: QuoteDraft): string {
  return JSON.stringify(draft);
}

function readStore(name: string): TypedDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as TypedDraft | null;
  } catch {
    return null;
  }
}

/** A full or forbidden store is no reason to stop: the server keeps what is typed. */
function writeStore(name: string, typed: TypedDraft | null): void {
  try {
    if (typed) sessionStorage.setItem(name, JSON.stringify(typed));
    else sessionStorage.removeItem(name);
  } catch {}
}
