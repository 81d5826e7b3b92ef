import { m } from "~/paraglide/messages";
import { describeRoutes, newApi, readJson } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { askForEmailChange, changeEmail } from "../commands/change-email.server";
import { changePassword } from "../commands/change-password.server";
import { changeProfile, revokeDevice, setMarketing } from "../commands/change-profile.server";
import { deleteAccount } from "../commands/delete-account.server";
import { exportData } from "../export.server";
import { endSessions } from "../passwords.server";
import { personOf } from "../people.server";
import { getProfile, listDevices } from "../queries.server";
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmChangeSchema,
  marketingSchema,
  passwordOnlySchema,
  profileSchema,
} from "../schema";
import { limitMails } from "./limits.server";
import { checkPassword } from "./own-password.server";

/** What people do with their own account. Behind `signedInOnly`; whose account it is, only the session says. */
export const profileApi = newApi();
describeRoutes(profileApi, {
  "get /account/profile": "Name, phone, language and choices of the signed-in person",
  "post /account/profile": { summary: "Change them", body: profileSchema },
  "post /account/marketing": { summary: "Give or withdraw consent to offers by mail", body: marketingSchema },
  "post /account/password": {
    summary: "Change the password; other devices are signed out",
    body: changePasswordSchema,
  },
  "post /account/email": {
    summary: "Ask for another email address; it is confirmed by a link sent there",
    body: changeEmailSchema,
  },
  "post /account/email/confirm": {
    summary: "Confirm the new address with the link's token",
    body: confirmChangeSchema,
  },
  "get /account/devices": "Where the person is signed in",
  "post /account/devices/revoke-others": "Sign out everywhere else",
  "post /account/devices/{id}/revoke": "Sign out one device",
  "get /account/export": "An archive of everything that is kept about the person",
  "post /account/delete": { summary: "Delete the account", body: passwordOnlySchema },
});

const PRIVATE = { "Cache-Control": "no-store" };

profileApi.get("/account/profile", async (c) => {
  return c.json({ profile: await getProfile(c.get("ctx")) }, 200, PRIVATE);
});

profileApi.post("/account/profile", async (c) => {
  const ctx = c.get("ctx");
  await changeProfile(ctx, personOf(ctx).userId, await readJson(c, profileSchema));
  return c.json({ profile: await getProfile(ctx) });
});

profileApi.post("/account/marketing", async (c) => {
  const ctx = c.get("ctx");
  const { marketing } = await readJson(c, marketingSchema);
  await setMarketing(ctx, personOf(ctx).userId, marketing);
  return c.json({ profile: await getProfile(ctx) });
});

profileApi.post("/account/password", async (c) => {
  const ctx = c.get("ctx");
  const { currentPassword, password } = await readJson(c, changePasswordSchema);
  await checkPassword(c, currentPassword, "currentPassword");
  await changePassword(ctx, personOf(ctx), password);
  return c.json({ success: true });
});

profileApi.post("/account/email", async (c) => {
  const ctx = c.get("ctx");
  const { email, password } = await readJson(c, changeEmailSchema);
  await checkPassword(c, password);
  await limitMails(c, email);
  await askForEmailChange(ctx, personOf(ctx), email);
  return c.json({ profile: await getProfile(ctx) });
});

/** By the link that was mailed to the new address. */
profileApi.post("/account/email/confirm", async (c) => {
  const ctx = c.get("ctx");
  const { link } = await readJson(c, confirmChangeSchema);
  const result = await changeEmail(ctx, c.get("personalData"), c.get("config"), personOf(ctx), link);
  if (!result.ok) throw new ApiError(409, result.reason, m.account_link_spent());
  return c.json({ profile: await getProfile(ctx) });
});

profileApi.get("/account/devices", async (c) => {
  return c.json({ devices: await listDevices(c.get("ctx")) }, 200, PRIVATE);
});

profileApi.post("/account/devices/revoke-others", async (c) => {
  const ctx = c.get("ctx");
  const { userId, sessionId } = personOf(ctx);
  await endSessions(ctx, userId, sessionId);
  return c.json({ devices: await listDevices(ctx) });
});

profileApi.post("/account/devices/:id/revoke", async (c) => {
  const ctx = c.get("ctx");
  const id = c.req.param("id");
  const revoked = isUuid(id) && (await revokeDevice(ctx, personOf(ctx).userId, id));
  if (!revoked) throw notFound();
  return c.json({ devices: await listDevices(ctx) });
});

profileApi.get("/account/export", async (c) => {
  const { fileName, bytes } = await exportData(c.get("ctx"), c.get("personalData"));
  return c.body(bytes, 200, {
    ...PRIVATE,
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  });
});

profileApi.post("/account/delete", async (c) => {
  const ctx = c.get("ctx");
  const { password } = await readJson(c, passwordOnlySchema);
  await checkPassword(c, password);
  const result = await deleteAccount(ctx, c.get("personalData"), personOf(ctx));
  if (!result.ok) {
    const words = { open: m.account_delete_open, "last-admin": m.account_delete_last_admin };
    throw new ApiError(409, result.reason, words[result.reason]());
  }
  return c.json({ success: true });
});

/** An id that is none cannot be anybody's. */
export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}

export function notFound(): ApiError {
  return new ApiError(404, "not-found", m.common_error_not_found());
}
