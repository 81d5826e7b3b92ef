import { QueryClient } from "@tanstack/react-query";

/** The browser's cache of what the API answered, with the specification's limits (section 9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      retry: 1,
      refetchOnWindowFocus: false,
    },
  },
});
