import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { type ApiEnv, describeRoutes, newApi, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { ApiError, InvalidInput } from "~/platform/errors";
import { emit } from "~/platform/events.server";
import { getBusiness } from "../../catalogue/queries.server";
import { revokeDevice } from "../commands/change-profile.server";
import { personOf } from "../people.server";
import { listDevices } from "../queries.server";
import { codeSchema, passwordOnlySchema } from "../schema";
import { type AuthRefusal, askBetterAuth } from "./better-auth.server";
import { checkPassword } from "./own-password.server";

/**
 * The second factor of the signed-in person: turned on by scanning a secret and typing the code that follows from it,
 * turned off with the password. Kept and checked by better-auth, the secret encrypted. Either ends the person's other
 * sessions, as a new password does: whoever was signed in elsewhere has not shown what is asked for from now on.
 */
export const twoFactorApi = newApi();
describeRoutes(twoFactorApi, {
  "post /account/two-factor/set-up": {
    summary: "Begin: the secret to scan, and recovery codes",
    body: passwordOnlySchema,
  },
  "post /account/two-factor/confirm": { summary: "Turn it on with a first code", body: codeSchema },
  "post /account/two-factor/turn-off": { summary: "Turn it off", body: passwordOnlySchema },
  "post /account/two-factor/recovery-codes": {
    summary: "New recovery codes; the old ones end",
    body: passwordOnlySchema,
  },
});

/** `{ totpUri, recoveryCodes }`; not on until a code was confirmed. */
twoFactorApi.post("/account/two-factor/set-up", async (c) => {
  const { password } = await readJson(c, passwordOnlySchema);
  await checkPassword(c, password);
  // The name under which the authenticator app lists it.
  const { name: issuer } = await getBusiness(c.get("ctx"));
  const answer = await ask(c, "/enable", { password, issuer });
  if (!answer.ok) throw refusalOf(await answer.json());
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] };
  return c.json({ totpUri: totpURI, recoveryCodes: backupCodes }, 200, { "Cache-Control": "no-store" });
});

twoFactorApi.post("/account/two-factor/confirm", async (c) => {
  const ctx = c.get("ctx");
  const person = personOf(ctx);
  const { code } = await readJson(c, codeSchema);
  const elsewhere = await listSessionsElsewhere(ctx);
  const answer = await ask(c, "/verify-totp", { code });
  if (!answer.ok) throw refusalOf(await answer.json());
  if (!person.twoFactor) await endSessionsAndTell(ctx, elsewhere, { on: true });
  return c.json({ success: true });
});

twoFactorApi.post("/account/two-factor/turn-off", async (c) => {
  const ctx = c.get("ctx");
  const { password } = await readJson(c, passwordOnlySchema);
  await checkPassword(c, password);
  const elsewhere = await listSessionsElsewhere(ctx);
  const answer = await ask(c, "/disable", { password });
  if (!answer.ok) throw refusalOf(await answer.json());
  await endSessionsAndTell(ctx, elsewhere, { on: false });
  return c.json({ success: true });
});

/** New recovery codes; the old ones no longer work. */
twoFactorApi.post("/account/two-factor/recovery-codes", async (c) => {
  const { password } = await readJson(c, passwordOnlySchema);
  await checkPassword(c, password);
  const answer = await ask(c, "/generate-backup-codes", { password });
  if (!answer.ok) throw refusalOf(await answer.json());
  const { backupCodes } = (await answer.json()) as { backupCodes: string[] };
  return c.json({ recoveryCodes: backupCodes }, 200, { "Cache-Control": "no-store" });
});

/** Asked for before the change, which gives the person a new session here. */
async function listSessionsElsewhere(ctx: Ctx): Promise<string[]> {
  const devices = await listDevices(ctx);
  return devices.filter(({ current }) => !current).map(({ id }) => id);
}

function endSessionsAndTell(ctx: Ctx, sessionIds: string[], change: { on: boolean }): Promise<void> {
  const { userId } = personOf(ctx);
  return inTransaction(ctx, async (ctx) => {
    for (const id of sessionIds) await revokeDevice(ctx, userId, id);
    await emit(ctx, "account.two-factor-changed", userId, change);
  });
}

function ask(c: Context<ApiEnv>, path: string, body: unknown): Promise<Response> {
  return askBetterAuth(c, body, `/api/auth/two-factor${path}`);
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
