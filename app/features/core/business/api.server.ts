import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { readInput } from "~/platform/http/api.server";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { channels } from "~/platform/messaging/channel";
import { configuredChannels } from "~/platform/messaging/providers/channel-providers.server";
import { dubaiDate } from "~/platform/time";
import { changeSettings } from "./commands.server";
import { listSettings } from "./queries.server";
import { groupSchema, settingGroups } from "./settings";
import { plannedRateSchema, vatRate } from "./vat-rates";
import { listVatRates, planVatRate, revokeVatRate } from "./vat-rates.server";

const settingsAnswer = z.object({
  groups: z.array(
    z.object({
      group: z.enum(settingGroups),
      /** Values by setting name. */
      values: z.record(z.string(), z.unknown()),
      version: z.int32(),
    }),
  ),
});

const vatRates = z.object({ rates: z.array(vatRate) });
const allRates = async (ctx: Parameters<typeof listVatRates>[0]) => ({ rates: await listVatRates(ctx) });

const all = async (ctx: Parameters<typeof listSettings>[0]) => ({ groups: await listSettings(ctx) });

export const businessApi = endpoints("settings", [
  get("/admin/settings", {
    operationId: "getSettings",
    may: "settings.manage",
    summary: "All settings, by group",
    answer: settingsAnswer,
    run: all,
  }),
  post("/admin/settings/{group}", {
    operationId: "updateSettings",
    may: "settings.manage",
    summary: "Change settings of a group; absent settings stay",
    params: { group: z.enum(settingGroups).check(z.describe("Group of settings")) },
    body: z.object({
      version: z.int32({ error: () => m.settings_error_stale() }),
      values: z.record(z.string(), z.unknown()),
    }),
    answer: settingsAnswer,
    run: (ctx, { group, version, values }) =>
      changeSettings(ctx, group, version, readInput(values, groupSchema(group, Object.keys(values)))),
    refuses: ["stale"],
    reply: all,
  }),
  get("/admin/message-channels", {
    may: "settings.manage",
    summary: "Channels of messages whose service is configured",
    answer: z.object({ channels: z.array(z.enum(channels)) }),
    run: (_ctx, _input, call) => ({ channels: configuredChannels(call.get("config")) }),
  }),
  get("/admin/vat-rates", {
    may: "settings.manage",
    summary: "VAT rates with their first days",
    answer: vatRates,
    run: allRates,
  }),
  post("/admin/vat-rates", {
    may: "settings.manage",
    summary: "Schedule a VAT rate, from tomorrow at the earliest",
    body: (now: Date) => plannedRateSchema(dubaiDate(now)),
    answer: vatRates,
    run: planVatRate,
    refuses: ["wrong-state"],
    reply: allRates,
  }),
  post("/admin/vat-rates/{from}/remove", {
    may: "settings.manage",
    summary: "Remove a scheduled VAT rate",
    params: { from: z.iso.date().check(z.describe("First day of the rate")) },
    answer: vatRates,
    run: (ctx, { from }) => revokeVatRate(ctx, from),
    refuses: ["wrong-state", "not-found"],
    reply: allRates,
  }),
]);
