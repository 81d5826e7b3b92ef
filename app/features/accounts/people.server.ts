import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";

/** The person behind a call. Behind `signedInOnly` there always is one. */
export function personOf(ctx: Ctx) {
  if (!("userId" in ctx.actor)) {
    throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  }
  return ctx.actor;
}
