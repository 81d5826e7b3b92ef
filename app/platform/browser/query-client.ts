import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { endSession } from "../auth/ended-session";
import { HttpError } from "./http-client";

const MINUTE_MS = 60_000;

/** No cache on the server, where it would leak data between visitors. */
class BrowserCache extends QueryCache {
  override add(query: Parameters<QueryCache["add"]>[0]): void {
    if (!import.meta.env.SSR) super.add(query);
  }
}

function onError(error: Error): void {
  if (error instanceof HttpError && error.reason === "not-signed-in") endSession();
}

export const queryClient = new QueryClient({
  queryCache: new BrowserCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Fail without a connection instead of waiting for it, so that the page can offer to try again.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 5 * MINUTE_MS,
      gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * MINUTE_MS,
      retry: (failures, error) => failures < 1 && !isRefusal(error),
      refetchOnWindowFocus: false,
    },
  },
});

/** The server's answer to the input, which another attempt would not change. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 400 && error.status < 500;
}
