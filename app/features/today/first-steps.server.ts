import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { type FirstStep, type FirstSteps, firstSteps } from "./first-steps";
import "../business/table";
import "../catalogue/table";
import "../pricing/table";
import "../scheduling/table";

/** What a new business does before its first customer, as far as whoever asks may do it; ticked by what is there. */
export const getFirstSteps = query("office.enter", async (ctx): Promise<FirstSteps> => {
  const mine = firstSteps.filter((step) => may(ctx.actor, step.may));
  if (mine.length === 0) return { steps: [] };
  // The first data brings a name that has to be somebody's own.
  const { rows } = await sql<Record<FirstStep, boolean>>`SELECT
    EXISTS (SELECT FROM settings WHERE name = 'business' AND version > 1) AS identity,
    EXISTS (SELECT FROM settings WHERE name = 'hours' AND jsonb_array_length(kept->'week') > 0) AS hours,
    EXISTS (SELECT FROM services WHERE active) AS services,
    EXISTS (SELECT FROM technicians WHERE active) AS technicians,
    EXISTS (SELECT FROM prices) AS price`.execute(ctx.db);
  return { steps: mine.map(({ step }) => ({ step, done: rows[0]![step] })) };
});
