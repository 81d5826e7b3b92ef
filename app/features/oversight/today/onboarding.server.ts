import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { type SetupStep, type SetupSteps, setupSteps } from "./onboarding";

/** Setup steps that the user may do, completed by existing data. */
export const getSetupSteps = query("office.enter", async function getSetupSteps(ctx): Promise<SetupSteps> {
  const ownSteps = setupSteps.filter((step) => may(ctx.actor, step.may));
  if (ownSteps.length === 0) return { steps: [] };
  // Initial data contains a placeholder name.
  const { rows } = await sql<Record<SetupStep, boolean>>`SELECT
    EXISTS (SELECT FROM settings WHERE name = 'business' AND version > 1) AS identity,
    EXISTS (SELECT FROM settings WHERE name = 'hours' AND jsonb_array_length(value->'week') > 0) AS hours,
    EXISTS (SELECT FROM services WHERE active) AS services,
    EXISTS (SELECT FROM technicians WHERE active) AS technicians,
    EXISTS (SELECT FROM prices) AS price`.execute(ctx.db);
  return { steps: ownSteps.map(({ step }) => ({ step, done: rows[0]![step] })) };
});
