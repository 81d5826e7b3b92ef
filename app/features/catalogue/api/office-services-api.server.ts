import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import {
  addService,
  archiveService,
  arrangeServices,
  type ChangeRefusal,
  deleteService,
  editService,
  type NotAllowed,
  type OrderStale,
  restoreService,
  type SeenService,
  type ServiceInUse,
  type ServiceKnown,
} from "../commands.server";
import { listCatalogue } from "../queries.server";
import { serviceSchema } from "../schema";

/** What the office does with the catalogue. Everything here lies behind the admin guard. */
export const officeServicesApi = newApi();

const record = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  summary: z.string(),
  icon: z.string(),
  emergency: z.boolean(),
  outdoor: z.boolean(),
  durationMin: z.int(),
  bufferMin: z.int(),
  active: z.boolean(),
  inUse: z.boolean(),
  price: z.object({
    mode: z.enum(["fixed", "hourly", "survey"]),
    fils: z.nullable(z.int()),
    nextFils: z.nullable(z.int()),
    unit: z.string(),
  }),
});
const catalogue = z.object({ services: z.array(record) });
const refused = z.object({ success: z.literal(false), reason: z.string(), message: z.string() });

officeServicesApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/services",
    summary: "The whole catalogue: what is offered in its order, then what is archived",
    responses: { 200: answerOf(catalogue, "All services") },
  }),
  async (c) => c.json({ services: await getCatalogue(c.get("ctx")) }, 200),
);

officeServicesApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/services",
    summary: "Offer a new service, last in the order",
    request: { body: bodyOf(serviceSchema, "What it is") },
    responses: {
      200: answerOf(z.extend(catalogue, { serviceId: z.string() }), "How the catalogue is now"),
      409: answerOf(refused, "There is one of that name"),
    },
  }),
  async (c) => {
    const result = await addService(c.get("ctx"), await readJson(c, serviceSchema));
    if (!result.ok) throw refusalAsError(result);
    return c.json({ services: await getCatalogue(c.get("ctx")), serviceId: result.serviceId }, 200);
  },
);

const order = z.object({ serviceIds: z.array(z.string()).check(z.maxLength(500)) });
officeServicesApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/services/order",
    summary: "Put the services that are offered into an order",
    request: { body: bodyOf(order, "The ids of all of them") },
    responses: {
      200: answerOf(catalogue, "How the catalogue is now"),
      409: answerOf(refused, "These are not the services that are offered now"),
    },
  }),
  async (c) => {
    const { serviceIds } = await readJson(c, order);
    const result = await arrangeServices(c.get("ctx"), serviceIds);
    if (!result.ok) throw refusalAsError(result);
    return c.json({ services: await getCatalogue(c.get("ctx")) }, 200);
  },
);

const version = z.int({ error: () => m.admin_services_error_stale() });
const nothing = z.object({});

change("edit", "Change a service; public pages show it at the next request", serviceSchema, editService);
change("archive", "Offer it no more; what was booked stays", nothing, archiveService);
change("restore", "Offer it again", nothing, restoreService);
change("delete", "Remove a service that nothing uses", nothing, deleteService);

/** A change of a service: `POST /admin/services/{id}/…` with `version` as last seen. */
function change<Schema extends z.ZodMiniObject>(
  name: string,
  summary: string,
  schema: Schema,
  command: (ctx: Ctx, seen: SeenService, input: z.output<Schema>) => Promise<{ ok: true } | CatalogueRefusal>,
): void {
  officeServicesApi.openapi(
    createRoute({
      method: "post",
      path: `/admin/services/{id}/${name}`,
      summary,
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      request: { body: bodyOf(z.extend(schema, { version }), "`version` is the one last seen") },
      responses: {
        200: answerOf(catalogue, "How the catalogue is now"),
        404: answerOf(refused, "There is no such service"),
        409: answerOf(refused, "Changed meanwhile (stale), or in use"),
      },
    }),
    async (c) => {
      const sent = await readJson(c, z.unknown());
      const seen = { serviceId: c.req.param("id") ?? "", ...readInput(sent, z.object({ version })) };
      const result = await command(c.get("ctx"), seen, readInput(sent, schema));
      if (!result.ok) throw refusalAsError(result);
      return c.json({ services: await getCatalogue(c.get("ctx")) }, 200);
    },
  );
}

async function getCatalogue(ctx: Ctx) {
  const services = await listCatalogue(ctx);
  if (!services) throw refusalAsError({ ok: false, reason: "not-allowed" });
  return services;
}

type CatalogueRefusal = NotAllowed | ChangeRefusal | ServiceKnown | ServiceInUse | OrderStale;

function refusalAsError({ reason }: CatalogueRefusal): ApiError {
  switch (reason) {
    case "not-allowed":
      return new ApiError(403, reason, m.common_error_not_allowed());
    case "not-found":
      return new ApiError(404, reason, m.admin_services_error_not_found());
    case "stale":
      return new ApiError(409, reason, m.admin_services_error_stale());
    case "order-stale":
      return new ApiError(409, reason, m.admin_services_error_order_stale());
    case "in-use":
      return new ApiError(409, reason, m.admin_services_error_in_use());
    case "service-known":
      return new ApiError(409, reason, m.admin_services_error_known());
  }
}
