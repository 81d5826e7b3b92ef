import { useEffect, useRef, useState } from "react";
import { endSession } from "~/platform/auth/ended-session";
import { HttpError } from "~/platform/browser/http-client";

const SAVE_DELAY_MS = 700;
const RETRY_MS = 5_000;

export type AutosaveState =
  | { state: "saved" | "typing" | "saving" | "invalid" }
  /** Retried while the connection is lost or the server fails. */
  | { state: "failed"; message: string }
  /** Another user changed the draft. */
  | { state: "stale" };

interface AutosaveOptions<Typed, Draft> {
  store: string;
  /** Form values of the saved draft, with its version for the optimistic lock. */
  stored: Typed;
  version: number;
  read: (typed: Typed) => { draft: Draft; errors: Record<string, string> };
  /** Rejects with reason `stale` after a concurrent change. */
  save: (draft: Draft, version: number) => Promise<number>;
  /** Null when it is no longer a draft. */
  reload: () => Promise<{ typed: Typed; version: number } | null>;
}

export interface AutosavedDraft<Typed, Draft> {
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  draft: Draft;
  errors: Record<string, string>;
  autosave: AutosaveState;
  /** Null if saving failed. */
  flush: () => Promise<number | null>;
  /** Overwrites the concurrent change. */
  overwriteServerDraft: () => void;
  loadServerDraft: () => void;
}

/**
 * Saves shortly after each change. Unsaved values also stay in `sessionStorage`, so that a reload loses no
 * input.
 */
export function useAutosavedDraft<Typed extends object, Draft>(
  options: AutosaveOptions<Typed, Draft>,
): AutosavedDraft<Typed, Draft> {
  const { store, stored, version, read, save, reload } = options;
  const [first] = useState(() => {
    const restored = readStore<Typed>(store);
    return { typed: restored ?? stored, restored: restored !== null };
  });
  const [typed, setTyped] = useState(first.typed);
  const [autosave, setAutosave] = useState<AutosaveState>({ state: first.restored ? "typing" : "saved" });
  // The serialized draft distinguishes a concurrent edit from a state change, which only raises the version.
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

  /** One save at a time; later input is saved next. */
  async function saveDraft(): Promise<number | null> {
    if (running.current) await running.current;
    clearTimeout(timer.current);
    const { draft, errors } = read(latest.current);
    if (Object.keys(errors).length > 0) {
      setAutosave({ state: "invalid" });
      return null;
    }
    const text = serialize(draft);
    if (text === saved.current.text) {
      markSaved(latest.current);
      return saved.current.version;
    }
    setAutosave({ state: "saving" });
    const sent = latest.current;
    running.current = saveOrRebase(draft, text)
      .catch(showFailure)
      .finally(() => {
        running.current = null;
      });
    const done = await running.current;
    if (done === null) return null;
    if (latest.current !== sent) return saveDraft();
    markSaved(sent);
    return done;
  }

  function markSaved(sent: Typed) {
    if (latest.current !== sent) return;
    writeStore(store, null);
    setAutosave({ state: "saved" });
  }

  function showFailure(error: unknown): null {
    if (!(error instanceof HttpError)) throw error;
    if (error.reason === "stale") setAutosave({ state: "stale" });
    else {
      setAutosave({ state: "failed", message: error.message });
      if (error.reason === "not-signed-in") endSession();
      // Other refusals need other input.
      const isTemporary = error.status < 400 || error.status >= 500 || [401, 429].includes(error.status);
      if (isTemporary) scheduleSave(RETRY_MS);
    }
    return null;
  }

  async function saveOrRebase(draft: Draft, text: string, retryStale = true): Promise<number> {
    try {
      const version = await save(draft, saved.current.version);
      saved.current = { version, text };
      return version;
    } catch (error) {
      if (!retryStale || !(error instanceof HttpError) || error.reason !== "stale") throw error;
      const lastSaved = saved.current.text;
      const serverDraft = await reloadSerialized();
      if (serverDraft?.text === text) {
        saved.current = serverDraft;
        return serverDraft.version;
      }
      // Only the state changed, for example because the customer opened it.
      if (serverDraft?.text !== lastSaved) throw error;
      saved.current = serverDraft;
      return saveOrRebase(draft, text, false);
    }
  }

  async function reloadSerialized() {
    const serverDraft = await reload();
    return serverDraft && { ...serverDraft, text: serialize(read(serverDraft.typed).draft) };
  }

  async function overwriteServerDraft() {
    const serverDraft = await reloadSerialized();
    if (serverDraft) saved.current = serverDraft;
    await saveDraft();
  }

  async function loadServerDraft() {
    const serverDraft = await reloadSerialized();
    if (!serverDraft) return;
    saved.current = serverDraft;
    latest.current = serverDraft.typed;
    setTyped(serverDraft.typed);
    markSaved(serverDraft.typed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: values restored after a reload are saved once, when the page opens.
  useEffect(() => {
    if (first.restored) scheduleSave(0);
    const warnUnsaved = (event: BeforeUnloadEvent) => {
      if (readStore(store)) event.preventDefault();
    };
    const online = () => scheduleSave(0);
    window.addEventListener("beforeunload", warnUnsaved);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("beforeunload", warnUnsaved);
      window.removeEventListener("online", online);
      clearTimeout(timer.current);
      if (readStore(store)) void saveDraft();
    };
  }, [store]);

  const { draft, errors } = read(typed);
  return {
    typed,
    set,
    draft,
    errors,
    autosave,
    flush: saveDraft,
    overwriteServerDraft: () => void overwriteServerDraft().catch(showFailure),
    loadServerDraft: () => void loadServerDraft().catch(showFailure),
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

/** Ignores a full or forbidden store, because the server saves the draft as well. */
function writeStore(name: string, typed: object | null): void {
  try {
    if (typed) sessionStorage.setItem(name, JSON.stringify(typed));
    else sessionStorage.removeItem(name);
  } catch {}
}
