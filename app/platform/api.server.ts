import { OpenAPIHono } from "@hono/zod-openapi";
import type { Config } from "./config.server";
import type { Ctx } from "./context";
import type { Live } from "./live.server";

/** What every API handler finds in its context: `c.get("ctx")`, `c.get("config")`, `c.get("live")`. */
export interface ApiEnv {
  Variables: { ctx: Ctx; config: Config; live: Live };
}

/** A feature's own part of the API. Refused input is answered with 400 and a message beside each field. */
export function newApi() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return;
      const errors: Record<string, string> = {};
      for (const issue of result.error.issues) errors[issue.path.join(".") || "body"] ??= issue.message;
      return c.json({ success: false, errors }, 400);
    },
  });
}
