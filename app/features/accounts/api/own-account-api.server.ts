import * as z from "zod/mini";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { accessVersionSchema, ownAccessSchema } from "../../access/schema";
import { addressSchema } from "../../forms/schema";
import { changeEmail, requestEmailChange } from "../commands/change-email.server";
import { changePassword } from "../commands/change-password.server";
import {
  changeProfile,
  revokeDevice,
  revokeOtherDevices,
  setMarketing,
} from "../commands/change-profile.server";
import { deleteAccount } from "../commands/delete-account.server";
import {
  addProperty,
  changeAccess,
  changeProperty,
  removeProperty,
} from "../commands/manage-properties.server";
import { setWeeklySummary } from "../commands/weekly-summary.server";
import { currentUser } from "../current-user.server";
import { exportData } from "../export.server";
import { getProfile, listComing, listDevices, listOwnBookings, listProperties } from "../queries.server";
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmChangeSchema,
  marketingSchema,
  passwordOnlySchema,
  profileSchema,
  weeklySummarySchema,
} from "../schema";
import { hashChosen } from "../sign-in/passwords.server";
import { deviceView, overview, ownBookingList, profileView, propertyView } from "../views";
import { limitMails, tooManyAttempts } from "./limits.server";
import { checkPassword } from "./own-password.server";

const may = "account.use";

const oneProfile = z.object({ profile: profileView });
const profile = async (ctx: Parameters<typeof getProfile>[0]) => ({ profile: await getProfile(ctx) });

const allDevices = z.object({ devices: z.array(deviceView) });
const devices = async (ctx: Parameters<typeof listDevices>[0]) => ({ devices: await listDevices(ctx) });

const allProperties = z.object({ properties: z.array(propertyView) });
const properties = async (ctx: Parameters<typeof listProperties>[0]) => ({
  properties: await listProperties(ctx),
});

/** Calls of signed-in people on their own account. The account comes from the session only. */
export const ownAccountApi = endpoints("account", [
  get("/account/overview", {
    may,
    summary: "The next visit, and whose account it is",
    answer: overview,
    private: true,
    async run(ctx) {
      const [profile, coming] = await Promise.all([getProfile(ctx), listComing(ctx)]);
      return { profile, coming };
    },
  }),
  get("/account/bookings", {
    may,
    summary: "Own bookings, newest first",
    query: z.object({ cursor: z.optional(z.string()) }),
    answer: ownBookingList,
    private: true,
    run: (ctx, { cursor }) => listOwnBookings(ctx, cursor),
  }),

  get("/account/properties", {
    may,
    summary: "Own addresses",
    answer: allProperties,
    private: true,
    run: properties,
  }),
  post("/account/properties", {
    may,
    summary: "Add an address",
    body: addressSchema,
    answer: allProperties,
    run: addProperty,
    refuses: ["too-many"],
    reply: properties,
  }),
  post("/account/properties/{id}", {
    may,
    summary: "Change an address",
    body: addressSchema,
    answer: allProperties,
    run: (ctx, { id, ...address }) => changeProperty(ctx, id, address),
    refuses: ["not-found", "known"],
    reply: properties,
  }),
  post("/account/properties/{id}/access", {
    may,
    summary: "Write down how to get in at an address",
    description:
      "`version`: the one that was seen; 0 where nothing was written down. The paper of a permit is uploaded before; without one, the one before stays.",
    body: z.extend(ownAccessSchema, { version: accessVersionSchema }),
    answer: allProperties,
    run: changeAccess,
    refuses: ["not-found", "stale", "unknown-file"],
    reply: properties,
  }),
  post("/account/properties/{id}/remove", {
    may,
    summary: "Remove an address that nothing uses",
    answer: allProperties,
    run: (ctx, { id }) => removeProperty(ctx, id),
    refuses: ["not-found", "in-use"],
    reply: properties,
  }),

  get("/account/profile", {
    may,
    summary: "Name, phone, language and choices of the signed-in person",
    answer: oneProfile,
    private: true,
    run: profile,
  }),
  post("/account/profile", {
    may,
    summary: "Change name, phone and language",
    body: profileSchema,
    answer: oneProfile,
    run: changeProfile,
    reply: profile,
  }),
  post("/account/marketing", {
    may,
    summary: "Give or withdraw consent to offers by mail",
    body: marketingSchema,
    answer: oneProfile,
    run: (ctx, { marketing }) => setMarketing(ctx, marketing),
    reply: profile,
  }),
  post("/account/weekly-summary", {
    may: "analytics.read",
    summary: "Get the figures of each week by mail, or no longer",
    body: weeklySummarySchema,
    answer: oneProfile,
    run: (ctx, { wanted }) => setWeeklySummary(ctx, wanted),
    reply: profile,
  }),
  post("/account/password", {
    may,
    summary: "Change the password; other devices are signed out",
    body: changePasswordSchema,
    answer: okResponse,
    async run(ctx, { currentPassword, password }, call) {
      await checkPassword(call, currentPassword, "currentPassword");
      return changePassword(ctx, await hashChosen(ctx, password, currentUser(ctx)));
    },
    reply: respondOk,
  }),
  post("/account/email", {
    may,
    summary: "Ask for another email address; it is confirmed by a link sent there",
    body: changeEmailSchema,
    answer: oneProfile,
    async run(ctx, { email, password }, call) {
      await checkPassword(call, password);
      const mail = await limitMails(call, email);
      if (!mail.ok) throw tooManyAttempts(mail.retryAfterSeconds);
      return requestEmailChange(ctx, email);
    },
    reply: profile,
  }),
  post("/account/email/confirm", {
    may,
    summary: "Confirm the new address with the link's token",
    body: confirmChangeSchema,
    answer: oneProfile,
    run: (ctx, { link }, call) => changeEmail(ctx, call.get("personalData"), call.get("config"), link),
    refuses: ["link-spent"],
    reply: profile,
  }),

  get("/account/devices", {
    may,
    summary: "Where the person is signed in",
    answer: allDevices,
    private: true,
    run: devices,
  }),
  post("/account/devices/revoke-others", {
    may,
    summary: "Sign out everywhere else",
    answer: allDevices,
    run: revokeOtherDevices,
    reply: devices,
  }),
  post("/account/devices/{id}/revoke", {
    may,
    summary: "Sign out one device",
    answer: allDevices,
    run: (ctx, { id }) => revokeDevice(ctx, id),
    refuses: ["not-found"],
    reply: devices,
  }),

  get("/account/export", {
    may,
    summary: "An archive of everything that is kept about the person",
    answer: bytes("application/zip", "JSON for programs, PDF to read"),
    async run(ctx, _, call) {
      const { fileName, bytes } = await exportData(ctx, call.get("personalData"));
      return call.body(bytes, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        "Cache-Control": "no-store",
      });
    },
  }),
  post("/account/delete", {
    may,
    summary: "Delete the account",
    body: passwordOnlySchema,
    answer: okResponse,
    async run(ctx, { password }, call) {
      await checkPassword(call, password);
      return deleteAccount(ctx, call.get("personalData"));
    },
    refuses: ["open", "last-admin"],
    reply: respondOk,
  }),
]);
