import { useEffect, useSyncExternalStore } from "react";
import { apiClient } from "../browser/api-client";
import type { SessionUser, sessionApi } from "./session-api.server";

export type { SessionUser };

export type Session =
  | { state: "loading" }
  | { state: "signed-out"; fresh: boolean }
  | { state: "signed-in"; user: SessionUser; fresh: boolean };

const loading: Session = { state: "loading" };

let session: Session = loading;
let pendingRequest: Promise<Session> | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

export const RECENT_STORE = "office_recent";

function setSession(next: Session): Session {
  session = next;
  if (next.state === "signed-out" && next.fresh) {
    try {
      localStorage.removeItem(RECENT_STORE);
    } catch {}
  }
  for (const listener of listeners) listener();
  return next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function refreshSession(): Promise<Session> {
  isRequested = true;
  if (session.state !== "loading") setSession({ ...session, fresh: false });
  pendingRequest ??= apiClient<typeof sessionApi>()
    .get("/session", {})
    .then(({ user }) => (user ? setSession({ state: "signed-in", user, fresh: true }) : clearSession()))
    .finally(() => {
      pendingRequest = null;
    });
  return pendingRequest;
}

/** Always "loading" on the server, because rendered pages are shared by all visitors. */
export function useSession(): Session {
  useEffect(loadOnce, []);
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  );
}

/** Null while loading and when signed out, so that visitors without a session cause no rerender. */
export function useSignedIn({ fresh = false } = {}): SessionUser | null {
  useEffect(loadOnce, []);
  return useSyncExternalStore(
    subscribe,
    () => (session.state === "signed-in" && (session.fresh || !fresh) ? session.user : null),
    () => null,
  );
}

/** Once for all components. Stays unknown after a failure, because pages for users would redirect to the sign-in. */
function loadOnce(): void {
  if (!isRequested) refreshSession().catch(() => {});
}

export function clearSession(): Session {
  return setSession({ state: "signed-out", fresh: true });
}

export function displayName(user: Pick<SessionUser, "name" | "email">): string {
  return user.name.trim() || (user.email.split("@")[0] ?? user.email);
}
