import { useSyncExternalStore } from "react";
import { apiClient } from "../browser/api-client";
import { clearSession, refreshSession, type SessionUser } from "./session";
import type { sessionApi } from "./session-api.server";

/** Apart from session.ts, which every page loads. */
let isEnded = false;
const pages = new Set<() => void>();

function setEnded(ended: boolean): void {
  isEnded = ended;
  for (const changed of pages) changed();
}

function subscribe(changed: () => void): () => void {
  if (pages.size === 0) isEnded = false;
  pages.add(changed);
  return () => pages.delete(changed);
}

/** The server refused the session. A page that shows `SessionEnded` stays open with what was typed. */
export function endSession(): void {
  if (pages.size > 0) setEnded(true);
  else clearSession();
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isEnded,
    () => false,
  );
}

/** True if the user has signed in again. Another user must not see the page, so it is reloaded. */
export async function resumeSession(user: Pick<SessionUser, "id">): Promise<boolean> {
  const { user: current } = await apiClient<typeof sessionApi>().get("/session", {});
  if (!current) return false;
  if (current.id !== user.id) location.reload();
  else {
    await refreshSession();
    setEnded(false);
  }
  return true;
}
