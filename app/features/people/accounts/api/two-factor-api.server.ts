import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { endpoints, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { getBusiness } from "../../../core/business/queries.server";
import { recordSecondFactor } from "../commands/change-profile.server";
import { currentUser } from "../current-user.server";
import { listDevices } from "../queries.server";
import { codeSchema, passwordOnlySchema } from "../schema";
import { type AuthRefusal, callBetterAuth } from "./better-auth.server";
import { checkPassword } from "./own-password.server";
import { requireUnusedCode } from "./single-use-code.server";

const may = "account.use";

/**
 * Second factor of the signed-in person: enabled by scanning a secret and entering a code, disabled with the
 * password. better-auth stores the secret encrypted. Both end other sessions.
 */
export const twoFactorApi = endpoints("account", [
  post("/account/two-factor/set-up", {
    operationId: "setUpTwoFactor",
    may,
    summary: "Start setup: secret and recovery codes; enabled once a code is confirmed",
    body: passwordOnlySchema,
    answer: z.object({ totpUri: z.string(), recoveryCodes: z.array(z.string()) }),
    private: true,
    async run(ctx, { password }, call) {
      await checkPassword(call, password);
      // Name shown in the authenticator app.
      const { name: issuer } = await getBusiness(ctx);
      const answer = await forward(call, "/enable", { password, issuer });
      if (!answer.ok) throw refusalOf(await answer.json());
      return (await answer.json()) as { totpURI: string; backupCodes: string[] };
    },
    reply: (_ctx, _input, { totpURI, backupCodes }) => ({ totpUri: totpURI, recoveryCodes: backupCodes }),
  }),
  post("/account/two-factor/confirm", {
    operationId: "confirmTwoFactor",
    may,
    summary: "Enable the second factor with a first code",
    body: codeSchema,
    answer: okResponse,
    async run(ctx, { code }, call) {
      const elsewhere = await listSessionsElsewhere(ctx);
      const answer = await forward(call, "/verify-totp", {
        code: await requireUnusedCode(call, currentUser(ctx).userId, code),
      });
      if (!answer.ok) throw refusalOf(await answer.json());
      // A repeated call succeeds without a further change.
      if (currentUser(ctx).twoFactor) return { ok: true as const };
      return recordSecondFactor(ctx, { on: true }, elsewhere);
    },
    reply: respondOk,
  }),
  post("/account/two-factor/turn-off", {
    operationId: "turnOffTwoFactor",
    may,
    summary: "Disable the second factor",
    body: passwordOnlySchema,
    answer: okResponse,
    async run(ctx, { password }, call) {
      await checkPassword(call, password);
      const elsewhere = await listSessionsElsewhere(ctx);
      const answer = await forward(call, "/disable", { password });
      if (!answer.ok) throw refusalOf(await answer.json());
      return recordSecondFactor(ctx, { on: false }, elsewhere);
    },
    reply: respondOk,
  }),
  post("/account/two-factor/recovery-codes", {
    operationId: "replaceRecoveryCodes",
    may,
    summary: "Replace the recovery codes",
    body: passwordOnlySchema,
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    private: true,
    async run(_ctx, { password }, call) {
      await checkPassword(call, password);
      const answer = await forward(call, "/generate-backup-codes", { password });
      if (!answer.ok) throw refusalOf(await answer.json());
      return (await answer.json()) as { backupCodes: string[] };
    },
    reply: (_ctx, _input, { backupCodes }) => ({ recoveryCodes: backupCodes }),
  }),
]);

/** Read before the change, which creates a new session here. */
async function listSessionsElsewhere(ctx: Ctx): Promise<string[]> {
  const devices = await listDevices(ctx);
  return devices.filter(({ current }) => !current).map(({ id }) => id);
}

function forward(c: Context<ApiEnv>, path: string, body: unknown): Promise<Response> {
  return callBetterAuth(c, body, `/api/auth/two-factor${path}`);
}

function refusalOf({ code }: AuthRefusal): ApiError {
  switch (code) {
    case "INVALID_CODE":
      return new InvalidInput({ code: m.account_code_wrong() }, m.account_code_wrong());
    case "TOTP_ALREADY_ENABLED":
      return new ApiError(409, "already-on", m.account_two_factor_already_on());
    case "TOTP_NOT_ENABLED":
    case "TWO_FACTOR_NOT_ENABLED":
      return new ApiError(409, "not-on", m.account_two_factor_not_on());
    default:
      throw new Error(`better-auth refused a second factor: ${code}`);
  }
}
