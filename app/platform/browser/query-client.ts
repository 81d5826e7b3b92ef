import { QueryCache, QueryClient } from "@tanstack/react-query";
import { clearSession } from "../auth/session";
import { HttpError } from "./http-client";

const MINUTE_MS = 60_000;

/** On the server one cache for all would show one visitor what another was given: there nothing is kept. */
class BrowserCache extends QueryCache {
  override add(query: Parameters<QueryCache["add"]>[0]): void {
    if (!import.meta.env.SSR) super.add(query);
  }
}

/** The data of pages that run in the browser. Times are the client's (docs/domain.md, "Screens"). */
export const queryClient = new QueryClient({
  queryCache: new BrowserCache({
    onError(error) {
      if (error instanceof HttpError && error.status === 401) clearSession();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE_MS,
      gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * MINUTE_MS,
      // Asking again does not change a "no"; it may help against a broken connection.
      retry: (failures, error) => failures < 1 && !isRefusal(error),
      refetchOnWindowFocus: false,
    },
  },
});

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 400 && error.status < 500;
}
