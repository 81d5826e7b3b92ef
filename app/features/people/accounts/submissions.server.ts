import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { isRefusal } from "~/platform/http/refusal";
import { unsubscribeWeeklySummary } from "./commands/weekly-summary.server";

/** Handles the unsubscribe page's form. False: invalid link. */
export async function postUnsubscribe(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  request: Request,
): Promise<boolean> {
  const { searchParams } = new URL(request.url);
  const link = { user: searchParams.get("user") ?? "", key: searchParams.get("key") ?? "" };
  return !isRefusal(await unsubscribeWeeklySummary(ctx, config, link));
}
