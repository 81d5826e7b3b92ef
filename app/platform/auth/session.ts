import { useEffect, useSyncExternalStore } from "react";
import { callsOf } from "../browser/calls";
import type { SessionUser, sessionApi } from "./session-api.server";

/** Who is signed in, as the browser knows it. What anybody may do is decided by the server at every call. */
export type { SessionUser };

/** `fresh`: the server has just said so; otherwise it is what was known before, and being asked again. */
export type Session =
  | { state: "loading" }
  | { state: "signed-out"; fresh: boolean }
  | { state: "signed-in"; user: SessionUser; fresh: boolean };

const loading: Session = { state: "loading" };

let session: Session = loading;
let asking: Promise<Session> | null = null;
const listeners = new Set<() => void>();

/** What somebody of the office opened last, kept in the browser alone: gone as soon as nobody is signed in. */
export const RECENT_STORE = "office_recent";

function become(next: Session): Session {
  session = next;
  if (next.state === "signed-out" && next.fresh) {
    try {
      localStorage.removeItem(RECENT_STORE);
    } catch {
      // Where nothing may be stored, nothing is.
    }
  }
  for (const listener of listeners) listener();
  return next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server who is signed in; several who ask at once share one call. Throws when it cannot be asked. */
export function refreshSession(): Promise<Session> {
  if (session.state !== "loading") become({ ...session, fresh: false });
  asking ??= callsOf<typeof sessionApi>()
    .get("/session", {})
    .then(({ user }) =>
      become(user ? { state: "signed-in", user, fresh: true } : { state: "signed-out", fresh: true }),
    )
    .finally(() => {
      asking = null;
    });
  return asking;
}

/**
 * Who is signed in, for any part of any page: asked once, then kept. Pages that the server renders are the same for
 * everyone, so there it is always loading. A page that cannot tell who is there serves the visitor.
 */
export function useSession(): Session {
  useEffect(askOnce, []);
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  );
}

/**
 * Who is signed in, for what shows nothing else: learning that nobody is renders nothing anew. `fresh`: as the server has just
 * said.
 */
export function useSignedIn({ fresh = false } = {}): SessionUser | null {
  useEffect(askOnce, []);
  return useSyncExternalStore(
    subscribe,
    () => (session.state === "signed-in" && (session.fresh || !fresh) ? session.user : null),
    () => null,
  );
}

function askOnce(): void {
  if (session.state === "loading") refreshSession().catch(clearSession);
}

/** What an answer of 401 means: whoever was signed in no longer is. */
export function clearSession(): void {
  become({ state: "signed-out", fresh: true });
}

/** The name to show: the full name, or the part of the email before the @ (docs/domain.md, "Screens"). */
export function displayName(user: Pick<SessionUser, "name" | "email">): string {
  return user.name.trim() || (user.email.split("@")[0] ?? user.email);
}
