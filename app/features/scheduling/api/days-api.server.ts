import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { isDay } from "~/platform/time";
import {
  addHoliday,
  cancelSeason,
  confirmHoliday,
  planSeason,
  removeHoliday,
  setOpenOnHoliday,
} from "../commands/days.server";
import { listClosedDays } from "../day-queries.server";
import { refusalAsError } from "../refusals.server";
import { holidaySchema, seasonSchema } from "../schema";
import { closedDays, refusedAnswer } from "../views";

/** What the office does with holidays and seasons of shorter days. Everything here lies behind the admin guard. */
export const daysApi = newApi();

daysApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/holidays",
    summary: "Public holidays and seasons of shorter days, from two months ago on",
    responses: { 200: answerOf(closedDays, "All of them") },
  }),
  async (c) => c.json(await getClosedDays(c.get("ctx")), 200),
);

const aDay = z.object({ day: z.string().check(z.refine(isDay, { error: () => m.admin_error_day() })) });

change("/admin/holidays", "Add a public holiday", holidaySchema, addHoliday);
change("/admin/holidays/confirm", "A tentative holiday was announced", aDay, (ctx, { day }) =>
  confirmHoliday(ctx, day),
);
change("/admin/holidays/open", "The business works on a holiday all the same", aDay, (ctx, { day }) =>
  setOpenOnHoliday(ctx, day, true),
);
change("/admin/holidays/close", "The business does not work on a holiday", aDay, (ctx, { day }) =>
  setOpenOnHoliday(ctx, day, false),
);
change("/admin/holidays/remove", "It is no holiday", aDay, (ctx, { day }) => removeHoliday(ctx, day));
change("/admin/seasons", "Plan a season of shorter days", seasonSchema, planSeason);
change(
  "/admin/seasons/cancel",
  "Cancel a season of shorter days",
  z.object({ id: z.uuid({ error: () => m.admin_people_error_gone() }) }),
  (ctx, { id }) => cancelSeason(ctx, id),
);

type Refusal = Parameters<typeof refusalAsError>[0];

/** A change, answered with how the days are then. */
function change<Schema extends z.ZodMiniType>(
  path: string,
  summary: string,
  schema: Schema,
  command: (ctx: Ctx, input: z.output<Schema>) => Promise<{ ok: true } | Refusal>,
): void {
  daysApi.openapi(
    createRoute({
      method: "post",
      path,
      summary,
      request: { body: bodyOf(schema, "What it is about") },
      responses: {
        200: answerOf(closedDays, "How the days are now"),
        404: answerOf(refusedAnswer, "There is none, or no longer"),
        409: answerOf(refusedAnswer, "Refused for what `reason` says"),
      },
    }),
    async (c) => {
      const result = await command(c.get("ctx"), await readJson(c, schema));
      if (!result.ok) throw refusalAsError(result);
      return c.json(await getClosedDays(c.get("ctx")), 200);
    },
  );
}

async function getClosedDays(ctx: Ctx) {
  const days = await listClosedDays(ctx);
  if (!days) throw refusalAsError({ ok: false, reason: "not-allowed" });
  return days;
}
