import { QueryCache, QueryClient } from "@tanstack/react-query";
import { HttpError } from "./http-client";
import { forgetSession } from "./session";

const MINUTE_MS = 60_000;

/**
 * The data of the pages behind sign-in, in the browser only: those pages are not rendered on the server, where one
 * client for all would mix people's data. Times are the specification's (section 9).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (error instanceof HttpError && error.status === 401) forgetSession();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE_MS,
      gcTime: 30 * MINUTE_MS,
      // Asking again does not change a "no"; it may help against a broken connection.
      retry: (failures, error) => failures < 1 && !isRefusal(error),
      refetchOnWindowFocus: false,
    },
  },
});

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 400 && error.status < 500;
}
