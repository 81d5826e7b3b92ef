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
    operationId: "listApiKeys",
    may: "keys.manage",
    summary: "API keys of all users; ended ones for 30 more days",
    answer: keyList,
    run: listKeys,
  }),

  post("/admin/keys", {
    operationId: "createApiKey",
    may: "keys.manage",
    summary: "Create an API key; the response shows it once",
    description:
      "It acts as its creator, with the chosen permissions that the creator still has at the time of a call.",
    body: (now: Date) => keySchema(dubaiDate(now)),
    answer: z.object({ id: z.string(), key: z.string() }),
    private: true,
    status: 201,
    run: createKey,
    refuses: ["too-many"],
    reply: (_ctx, _input, { id, key }) => ({ id, key }),
  }),

  post("/admin/keys/{id}/revoke", {
    operationId: "revokeApiKey",
    may: "keys.manage",
    summary: "Revoke an API key",
    answer: keyList,
    run: (ctx, { id }) => revokeKey(ctx, id),
    refuses: ["not-found"],
    reply: listKeys,
  }),
]);
