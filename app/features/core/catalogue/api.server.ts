import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { csvUpload } from "~/platform/lists/csv-rows.server";
import { importOutcome } from "~/platform/lists/import-outcome";
import { dubaiDate } from "~/platform/time";
import {
  addService,
  archiveService,
  deleteService,
  editService,
  reorderServices,
  restoreService,
} from "./commands.server";
import { importPrices, writePriceList } from "./import-prices.server";
import { listCatalogue, listServices } from "./queries.server";
import { serviceSchema } from "./schema";
import { serviceRecord, serviceView } from "./views";

/** Service ids are words such as "hvac". */
const params = { id: z.string() };
const version = z.int32({ error: () => m.catalogue_error_stale() });
const seen = z.object({ version });
const catalogue = z.object({ services: z.array(serviceRecord) });

/** Public services, and their administration. */
export const catalogueApi = endpoints("service", [
  get("/services", {
    operationId: "listBookableServices",
    may: "website.use",
    summary: "Services that can be booked, with their headline price (AED incl. VAT, in fils)",
    description: "In the office's order.",
    answer: z.object({ services: z.array(serviceView) }),
    run: async (ctx) => ({ services: await listServices(ctx) }),
  }),

  get("/admin/price-list", {
    may: "prices.read",
    summary: "Prices in force today as CSV, in the format of the import",
    answer: bytes("text/csv", "Price list with a header row"),
    run: async (ctx, _, c) => {
      c.header("Content-Disposition", `attachment; filename="prices-${dubaiDate(ctx.now)}.csv"`);
      return c.body(await writePriceList(ctx), 200, { "Content-Type": "text/csv; charset=utf-8" });
    },
  }),

  post("/admin/price-list", {
    operationId: "importPriceList",
    may: "prices.manage",
    summary: "Import prices, all rows or none; a dry run reports the result of each row",
    body: csvUpload,
    answer: importOutcome,
    idempotent: true,
    run: importPrices,
    refuses: [
      "csv-unreadable",
      "csv-damaged",
      "csv-columns",
      "csv-empty",
      "csv-too-long",
      "csv-invalid",
      "stale",
      "unknown-service",
      "day-past",
      "day-taken",
      "unchanged",
    ],
    reply: (_, __, { outcome }) => outcome,
  }),

  get("/admin/services", {
    may: "services.read",
    summary: "All services: active ones in their order, then archived ones",
    answer: catalogue,
    run: wholeCatalogue,
  }),

  post("/admin/services", {
    may: "services.manage",
    summary: "Add a service at the end",
    body: serviceSchema,
    answer: z.extend(catalogue, { serviceId: z.string() }),
    idempotent: true,
    run: addService,
    refuses: ["service-exists"],
    reply: async (ctx, _, { serviceId }) => ({ ...(await wholeCatalogue(ctx)), serviceId }),
  }),

  post("/admin/services/order", {
    operationId: "reorderServices",
    may: "services.manage",
    summary: "Reorder the active services",
    description: "The ids of all entries.",
    body: z.object({ serviceIds: z.array(z.string()).check(z.maxLength(500)) }),
    answer: catalogue,
    run: (ctx, { serviceIds }) => reorderServices(ctx, serviceIds),
    refuses: ["order-stale"],
    reply: wholeCatalogue,
  }),

  post("/admin/services/{id}/edit", {
    may: "services.manage",
    summary: "Change a service; public pages show it immediately",
    params,
    body: z.extend(serviceSchema, { version }),
    answer: catalogue,
    run: (ctx, { id, version, ...after }) => editService(ctx, { serviceId: id, version }, after),
    refuses: ["not-found", "stale"],
    reply: wholeCatalogue,
  }),

  post("/admin/services/{id}/archive", {
    may: "services.manage",
    summary: "Archive a service; its bookings stay",
    params,
    body: seen,
    answer: catalogue,
    run: (ctx, { id, version }) => archiveService(ctx, { serviceId: id, version }),
    refuses: ["not-found", "stale"],
    reply: wholeCatalogue,
  }),

  post("/admin/services/{id}/restore", {
    may: "services.manage",
    summary: "Restore an archived service",
    params,
    body: seen,
    answer: catalogue,
    run: (ctx, { id, version }) => restoreService(ctx, { serviceId: id, version }),
    refuses: ["not-found", "stale"],
    reply: wholeCatalogue,
  }),

  post("/admin/services/{id}/delete", {
    may: "services.manage",
    summary: "Delete an unused service",
    params,
    body: seen,
    answer: catalogue,
    run: (ctx, { id, version }) => deleteService(ctx, { serviceId: id, version }),
    refuses: ["not-found", "stale", "in-use"],
    reply: wholeCatalogue,
  }),
]);

async function wholeCatalogue(ctx: Ctx) {
  return { services: await listCatalogue(ctx) };
}
