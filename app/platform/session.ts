import { getJson, postJson } from "./http-client";

/** Who is signed in, as the browser knows it. What anybody may do is decided by the server at every call. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: "customer" | "technician" | "admin";
}

export async function fetchSession(signal?: AbortSignal): Promise<SessionUser | null> {
  const { user } = await getJson<{ user: SessionUser | null }>("/api/session", {}, signal);
  return user;
}

/** The question "who is signed in?" for TanStack Query. */
export const sessionQuery = {
  queryKey: ["session"],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchSession(signal),
};

/** Throws an `HttpError` whose message says why not. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await postJson("/api/auth/sign-in/email", credentials);
}

export async function signOut(): Promise<void> {
  await postJson("/api/auth/sign-out", {});
}
