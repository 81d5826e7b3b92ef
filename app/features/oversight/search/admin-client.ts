import { topicClient } from "~/platform/browser/topic-client";
import type { searchApi } from "./api.server";
import { MIN_SEARCH_LENGTH } from "./search";

const search = topicClient<typeof searchApi>("booking");

export const searchQuery = (typed: string) => ({
  ...search.query("/admin/search", { search: typed }),
  enabled: typed.length >= MIN_SEARCH_LENGTH,
  meta: {
    alsoOf: [
      "quote",
      "invoice",
      "payment",
      "refund",
      "contract",
      "customer",
      "contact",
      "inbox",
      "technician",
    ] as const,
  },
});
