import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, newApi } from "~/platform/api.server";
import { listServices } from "../queries.server";

const service = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  icon: z.string(),
  page: z.boolean(),
  emergency: z.boolean(),
  outdoor: z.boolean(),
  durationMin: z.int(),
  price: z.object({
    mode: z.enum(["fixed", "hourly", "survey"]),
    fils: z.nullable(z.int()),
    nextFils: z.nullable(z.int()),
    unit: z.string(),
  }),
});

export const servicesApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/services",
    summary: "The services that can be booked, with their leading price (AED incl. VAT, in fils)",
    responses: { 200: answerOf(z.object({ services: z.array(service) }), "In the office's order") },
  }),
  async (c) => c.json({ services: await listServices(c.get("ctx")) }, 200),
);
