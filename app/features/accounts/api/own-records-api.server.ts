import { m } from "~/paraglide/messages";
import { describeRoutes, newApi, readJson } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { addressSchema } from "../../bookings/schema";
import {
  addProperty,
  changeProperty,
  type PropertyRefusal,
  removeProperty,
} from "../commands/keep-properties.server";
import { personOf } from "../people.server";
import {
  getBookingDetails,
  getProfile,
  listComing,
  listOwnBookings,
  listProperties,
} from "../queries.server";
import { isUuid, notFound } from "./profile-api.server";

/** The dashboard: bookings and addresses of the signed-in person. */
export const ownRecordsApi = newApi();
describeRoutes(ownRecordsApi, {
  "get /account/overview": "The next visit, and whose account it is",
  "get /account/bookings": "Own bookings, newest first; query: cursor",
  "get /account/booking-details": "What the booking form can be filled with",
  "get /account/properties": "Own addresses",
  "post /account/properties": { summary: "Add an address", body: addressSchema },
  "post /account/properties/{id}": { summary: "Change an address", body: addressSchema },
  "post /account/properties/{id}/remove": "Remove an address that nothing uses",
});

const PRIVATE = { "Cache-Control": "no-store" };

ownRecordsApi.get("/account/overview", async (c) => {
  const ctx = c.get("ctx");
  const [profile, coming] = await Promise.all([getProfile(ctx), listComing(ctx)]);
  return c.json({ profile, coming }, 200, PRIVATE);
});

ownRecordsApi.get("/account/bookings", async (c) => {
  return c.json(await listOwnBookings(c.get("ctx"), c.req.query("cursor")), 200, PRIVATE);
});

ownRecordsApi.get("/account/booking-details", async (c) => {
  return c.json(await getBookingDetails(c.get("ctx")), 200, PRIVATE);
});

ownRecordsApi.get("/account/properties", async (c) => {
  return c.json({ properties: await listProperties(c.get("ctx")) }, 200, PRIVATE);
});

ownRecordsApi.post("/account/properties", async (c) => {
  const ctx = c.get("ctx");
  const result = await addProperty(ctx, personOf(ctx), await readJson(c, addressSchema));
  if (!result.ok) throw new ApiError(409, result.reason, m.account_property_too_many());
  return c.json({ properties: await listProperties(ctx) });
});

ownRecordsApi.post("/account/properties/:id", async (c) => {
  const ctx = c.get("ctx");
  const address = await readJson(c, addressSchema);
  const id = c.req.param("id");
  const result = isUuid(id) ? await changeProperty(ctx, id, address) : NOT_FOUND;
  if (!result.ok) throw refusalAsError(result);
  return c.json({ properties: await listProperties(ctx) });
});

ownRecordsApi.post("/account/properties/:id/remove", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const result = isUuid(id) ? await removeProperty(ctx, id) : NOT_FOUND;
  if (!result.ok) throw refusalAsError(result);
  return c.json({ properties: await listProperties(ctx) });
});

const NOT_FOUND = { ok: false, reason: "not-found" } as const;

function refusalAsError({ reason }: PropertyRefusal): ApiError {
  switch (reason) {
    case "not-found":
      return notFound();
    case "in-use":
      return new ApiError(409, reason, m.account_property_in_use());
    case "known":
      return new ApiError(409, reason, m.account_property_known());
  }
}
