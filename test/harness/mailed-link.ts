import { expect } from "vitest";
import type { TestApp } from "./http-app";

/** A fixed browser, because pages differ by browser. */
const AS_BROWSER = { "User-Agent": "Mozilla/5.0 Chrome/149" };

/** State of a browser after opening an emailed link: the address without the key, and the cookie with it. */
export interface OpenedLink {
  path: string;
  /** Includes the cookies of all opened links. */
  headers: { Cookie: string; "User-Agent": string };
}

/** Opens an emailed link and follows its redirects; `before`: cookies of links opened earlier. */
export async function openLink(
  { http }: Pick<TestApp, "http">,
  link: string,
  before?: OpenedLink,
): Promise<OpenedLink> {
  const { pathname, search } = new URL(link, "http://localhost");
  const moved = await http.request(pathname + search, { headers: before?.headers ?? AS_BROWSER });
  expect(moved.status, await moved.text()).toBe(303);
  const set = moved.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  const names = set.map((cookie) => cookie.split("=")[0]!);
  const cookies = (before?.headers.Cookie.split("; ") ?? []).filter(
    (cookie) => !names.includes(cookie.split("=")[0]!),
  );
  return {
    path: moved.headers.get("location")!,
    headers: { Cookie: [...cookies, ...set].join("; "), ...AS_BROWSER },
  };
}
