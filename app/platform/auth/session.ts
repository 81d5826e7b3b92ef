import { useEffect, useSyncExternalStore } from "react";
import { getJson, HttpError, postJson } from "../browser/http-client";
import type { UserRole } from "./actor";

/** Who is signed in, as the browser knows it. What anybody may do is decided by the server at every call. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: UserRole;
  /** Somebody of the office who is asked for a second factor and has none yet: the back office stays shut. */
  mustSetUpTwoFactor?: true;
}

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
  asking ??= getJson<{ user: SessionUser | null }>("/api/session")
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
  if (session.state === "loading") refreshSession().catch(forgetSession);
}

/** What an answer of 401 means: whoever was signed in no longer is. */
export function forgetSession(): void {
  become({ state: "signed-out", fresh: true });
}

interface Credentials {
  email: string;
  password: string;
  /** From the mail that confirms the email. */
  link?: string;
  captchaToken?: string;
}

/** With `secondFactor`, nobody is signed in until a code has followed. Throws an `HttpError` whose message says why not. */
export async function signIn(credentials: Credentials): Promise<{ secondFactor: boolean }> {
  try {
    const answer = await postJson<{ secondFactor?: boolean }>("/api/auth/sign-in/email", credentials);
    if (answer.secondFactor) return { secondFactor: true };
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) logFailure(credentials.email);
    throw error;
  }
  await refreshSession();
  return { secondFactor: false };
}

/** The second step of a sign-in: a code of the authenticator app, or one of the recovery codes. */
export async function confirmSecondFactor(kind: "totp" | "recovery", code: string): Promise<void> {
  await postJson(`/api/auth/two-factor/verify-${kind === "totp" ? "totp" : "backup-code"}`, { code });
  await refreshSession();
}

/** Fetched when it is needed, as every page loads this file. */
function logFailure(email: string): void {
  import("../incidents/security-log").then(
    (log) => log.logSecurityEvent("auth_failure", "Sign-in refused", { userId: log.accountTrace(email) }),
    () => {},
  );
}

export async function signOut(): Promise<void> {
  await postJson("/api/auth/sign-out", {});
  forgetSession();
}

/** The name to show: the full name, or the part of the email before the @ (docs/domain.md, "Screens"). */
export function displayName(user: Pick<SessionUser, "name" | "email">): string {
  return user.name.trim() || (user.email.split("@")[0] ?? user.email);
}
