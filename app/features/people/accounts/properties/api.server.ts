import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { addressSchema } from "../../../core/properties/schema";
import { accessVersionSchema, ownAccessSchema } from "../../../operations/access/schema";
import { addProperty, changeAccess, changeProperty, removeProperty } from "./commands.server";
import { listOwnProperties } from "./queries.server";
import { ownPropertyView } from "./views";

const may = "account.use";

const allProperties = z.object({ properties: z.array(ownPropertyView) });
const properties = async (ctx: Ctx) => ({ properties: await listOwnProperties(ctx) });

/** Properties of the signed-in customer. */
export const ownPropertiesApi = endpoints("account", [
  get("/account/properties", {
    may,
    summary: "Addresses of the signed-in customer",
    answer: allProperties,
    private: true,
    run: properties,
  }),
  post("/account/properties", {
    may,
    summary: "Add an address",
    body: addressSchema,
    idempotent: true,
    answer: allProperties,
    run: addProperty,
    refuses: ["too-many"],
    reply: properties,
  }),
  post("/account/properties/{id}", {
    may,
    summary: "Change an address",
    body: addressSchema,
    answer: allProperties,
    run: (ctx, { id, ...address }) => changeProperty(ctx, id, address),
    refuses: ["not-found", "property-exists"],
    reply: properties,
  }),
  post("/account/properties/{id}/access", {
    operationId: "setOwnPropertyAccess",
    may,
    summary: "Set the access details of an address",
    description:
      "`version`: as last seen; 0: none yet. Upload the permit file first; without a file, the previous one stays.",
    body: z.extend(ownAccessSchema, { version: accessVersionSchema }),
    answer: allProperties,
    run: changeAccess,
    refuses: ["not-found", "stale", "unknown-file"],
    reply: properties,
  }),
  post("/account/properties/{id}/remove", {
    may,
    summary: "Delete an unused address",
    answer: allProperties,
    run: (ctx, { id }) => removeProperty(ctx, id),
    refuses: ["not-found", "in-use"],
    reply: properties,
  }),
]);
