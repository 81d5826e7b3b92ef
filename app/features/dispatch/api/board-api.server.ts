import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readJson, readQuery } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import {
  arrangeVisit,
  cancelVisit,
  unassignVisit,
  type VisitChanged,
} from "../../bookings/commands/change-visit.server";
import { bookingNotFound, refusalAsError } from "../../bookings/refusals.server";
import { refusedAnswer } from "../../bookings/views";
import { findBoard, findMonth } from "../board-queries.server";
import { arrangeSchema, boardRangeSchema, changeSchema, unassignSchema } from "../schema";
import { board, month, visitChanged } from "../views";

/** The dispatch board: who is where, what waits, and what a dispatcher does with single visits. */
export const boardApi = newApi();

boardApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/board",
    summary: "All that the dispatch board shows of some days",
    description: "Query: from and to (yyyy-MM-dd, Asia/Dubai), at most 42 days.",
    responses: {
      200: answerOf(board, "Technicians, their visits and closed times, and the work that waits"),
    },
  }),
  async (c) => {
    const { from, to } = readQuery(c, boardRangeSchema);
    const found = await findBoard(c.get("ctx"), from, to);
    if (!found) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json(found, 200);
  },
);

boardApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/board/month",
    summary: "How much is planned on each of some days",
    description: "Query: from and to (yyyy-MM-dd, Asia/Dubai), at most 42 days.",
    responses: { 200: answerOf(month, "Visits and busy technicians by day, with holidays") },
  }),
  async (c) => {
    const { from, to } = readQuery(c, boardRangeSchema);
    const days = await findMonth(c.get("ctx"), from, to);
    if (!days) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json({ days }, 200);
  },
);

const params = (...names: string[]) =>
  names.map((name) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string" as const, format: "uuid" },
  }));
const answers = {
  200: answerOf(visitChanged, "Done"),
  404: answerOf(refusedAnswer, "No such booking, visit or technician"),
  409: answerOf(
    refusedAnswer,
    "stale, wrong-state, technician-busy or technician-warning (then `override` with a reason)",
  ),
};

boardApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/visits",
    summary: "Place a new visit for a booking; a request is confirmed by it",
    parameters: params("id"),
    request: { body: bodyOf(arrangeSchema, "Whom, when, how long, and `version` as last seen") },
    responses: answers,
  }),
  async (c) => arrange(c),
);

boardApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/visits/{visitId}/arrange",
    summary: "Move a visit to another technician or time, or change how long it takes",
    parameters: params("id", "visitId"),
    request: { body: bodyOf(arrangeSchema, "Whom, when, how long, and `version` as last seen") },
    responses: answers,
  }),
  async (c) => arrange(c, idOf(c, "visitId")),
);

boardApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/visits/{visitId}/unassign",
    summary: "Take the technician off a visit; its time stays agreed",
    parameters: params("id", "visitId"),
    request: {
      body: bodyOf(unassignSchema, "`version` as last seen; to undo an assignment, the time before"),
    },
    responses: answers,
  }),
  async (c) => {
    const { back, ...body } = await readJson(c, unassignSchema);
    const asked = {
      ...body,
      bookingId: idOf(c, "id"),
      visitId: idOf(c, "visitId"),
      back: back && { day: back.date, time: back.time, durationMin: back.durationMin },
    };
    return c.json(told(await unassignVisit(c.get("ctx"), asked)), 200);
  },
);

boardApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/visits/{visitId}/cancel",
    summary: "Call one visit off; its booking goes on",
    parameters: params("id", "visitId"),
    request: { body: bodyOf(changeSchema, "`version` as last seen, and why") },
    responses: answers,
  }),
  async (c) => {
    const body = await readJson(c, changeSchema);
    const asked = { bookingId: idOf(c, "id"), visitId: idOf(c, "visitId"), ...body };
    return c.json(told(await cancelVisit(c.get("ctx"), asked)), 200);
  },
);

async function arrange(c: Context<ApiEnv>, visitId?: string) {
  const { date, override, ...body } = await readJson(c, arrangeSchema);
  const asked = { ...body, bookingId: idOf(c, "id"), visitId, day: date, overrideReason: override };
  return c.json(told(await arrangeVisit(c.get("ctx"), asked)), 200);
}

function told(result: VisitChanged) {
  if (!result.ok) throw refusalAsError(result);
  const { visitId, version } = result;
  return { success: true as const, visitId, version };
}

/** An id that is none is an id that is not found. */
function idOf(c: Context<ApiEnv>, name: "id" | "visitId"): string {
  const id = z.safeParse(z.uuid(), c.req.param(name));
  if (!id.success) throw bookingNotFound();
  return id.data;
}
