import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { isRefusal } from "~/platform/http/refusal";
import { stopWeeklySummary } from "./commands/weekly-summary.server";

/** The page of the mailed link that ends the weekly summary, posted to itself. False: the link is wrong. */
export async function postStopSummary(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  request: Request,
): Promise<boolean> {
  const { searchParams } = new URL(request.url);
  const link = { user: searchParams.get("user") ?? "", key: searchParams.get("key") ?? "" };
  return !isRefusal(await stopWeeklySummary(ctx, config, link));
}
