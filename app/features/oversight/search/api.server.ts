import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { searchEverything } from "./queries.server";
import { MIN_SEARCH_LENGTH } from "./search";
import { found } from "./views";

/** One call for everything that the command palette finds, so that a pause in typing sends one request. */
export const searchApi = endpoints("search", [
  get("/admin/search", {
    operationId: "searchRecords",
    may: "office.enter",
    summary: "Best matches of each record type that the user may read",
    description: `Query: search, at least ${MIN_SEARCH_LENGTH} characters.`,
    reads: "replica-after-own-writes",
    query: z.object({
      search: z.string().check(singleLine(), z.minLength(MIN_SEARCH_LENGTH), z.maxLength(100)),
    }),
    answer: found,
    run: (ctx, { search }) => searchEverything(ctx, search),
  }),
]);
