import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { createKey, revokeKey } from "./commands/keys.server";
import { listKeys } from "./queries.server";
import { keySchema } from "./schema";
import { keyList } from "./views";

/** API keys (docs/api.md). */
export const keysApi = endpoints("key", [
  get("/admin/keys", {
    may: "keys.manage",
    summary: "Everybody's keys; those that have ended for 30 days more",
    answer: keyList,
    run: listKeys,
  }),

  post("/admin/keys", {
    may: "keys.manage",
    summary: "Make a key; it is told in this answer and never again",
    description:
      "It acts as its maker, with the permissions that are chosen and that the maker has at the moment of a call.",
    body: (now: Date) => keySchema(dubaiDate(now)),
    answer: z.object({ id: z.string(), key: z.string() }),
    private: true,
    status: 201,
    run: createKey,
    refuses: ["too-many"],
    reply: (_ctx, _input, { id, key }) => ({ id, key }),
  }),

  post("/admin/keys/{id}/revoke", {
    may: "keys.manage",
    summary: "End a key at once",
    answer: keyList,
    run: (ctx, { id }) => revokeKey(ctx, id),
    refuses: ["not-found"],
    reply: listKeys,
  }),
]);
