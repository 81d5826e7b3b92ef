import * as z from "zod/mini";
import {
  bytes,
  type Call,
  endpoints,
  get,
  okResponse,
  post,
  respondOk,
} from "~/platform/http/endpoint.server";
import { customerChannels, textChannels } from "~/platform/messaging/channel";
import { configuredTextChannels } from "~/platform/messaging/providers/channel-providers.server";
import { visitChanges } from "../account";
import { changeEmail, requestEmailChange } from "../commands/change-email.server";
import { changePassword } from "../commands/change-password.server";
import {
  changeProfile,
  chooseLanguage,
  revokeDevice,
  revokeOtherDevices,
  setMarketing,
} from "../commands/change-profile.server";
import { deleteAccount } from "../commands/delete-account.server";
import {
  chooseChannel,
  chooseVisitChanges,
  getOwnChannels,
  reopenChannel,
} from "../commands/message-channels.server";
import { setWeeklySummary } from "../commands/weekly-summary.server";
import { currentUser } from "../current-user.server";
import { exportData } from "../export-personal-data.server";
import { getProfile, listComing, listDevices, listOwnBookings } from "../queries.server";
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmChangeSchema,
  languageSchema,
  marketingSchema,
  passwordOnlySchema,
  profileSchema,
  weeklySummarySchema,
} from "../schema";
import { hashNewPassword } from "../sign-in/passwords.server";
import { deviceView, overview, ownBookingList, ownChannels, profileView } from "../views";
import { limitMails } from "./limits.server";
import { checkPassword } from "./own-password.server";

const may = "account.use";

const oneProfile = z.object({ profile: profileView });
const profile = async (ctx: Parameters<typeof getProfile>[0]) => ({ profile: await getProfile(ctx) });

const channels = (ctx: Parameters<typeof getOwnChannels>[0], _input: object, call: Call) =>
  getOwnChannels(ctx, { configured: configuredTextChannels(call.get("config")) });

const allDevices = z.object({ devices: z.array(deviceView) });
const devices = async (ctx: Parameters<typeof listDevices>[0]) => ({ devices: await listDevices(ctx) });

/** Routes of signed-in people. The account comes from the session only. */
export const ownAccountApi = endpoints("account", [
  get("/account/overview", {
    operationId: "getAccountOverview",
    may,
    summary: "Profile and next visit of the signed-in customer",
    answer: overview,
    private: true,
    async run(ctx) {
      const [profile, coming] = await Promise.all([getProfile(ctx), listComing(ctx)]);
      return { profile, upcoming: coming };
    },
  }),
  get("/account/bookings", {
    may,
    summary: "Bookings of the signed-in customer, newest first",
    query: z.object({ open: z.optional(z.enum(["yes", "no"])), cursor: z.optional(z.string()) }),
    answer: ownBookingList,
    private: true,
    run: (ctx, { open, cursor }) => listOwnBookings(ctx, { open, cursor }),
  }),

  get("/account/profile", {
    may,
    summary: "Profile of the signed-in user",
    answer: oneProfile,
    private: true,
    run: profile,
  }),
  post("/account/profile", {
    operationId: "updateOwnProfile",
    may,
    summary: "Change name, phone and language",
    body: profileSchema,
    answer: oneProfile,
    run: changeProfile,
    reply: profile,
  }),
  post("/account/marketing", {
    operationId: "setMarketingConsent",
    may,
    summary: "Give or withdraw consent to marketing emails",
    body: marketingSchema,
    answer: oneProfile,
    run: (ctx, { marketing }) => setMarketing(ctx, marketing),
    reply: profile,
  }),
  get("/account/message-channels", {
    may,
    summary: "Channel of service messages to the signed-in customer, and channels that were stopped",
    answer: ownChannels,
    private: true,
    run: channels,
  }),
  post("/account/message-channels", {
    operationId: "setMessageChannel",
    may,
    summary: "Choose the channel of service messages",
    body: z.object({ channel: z.enum(customerChannels) }),
    answer: ownChannels,
    run: (ctx, { channel }) => chooseChannel(ctx, channel),
    refuses: ["not-found"],
    reply: (ctx, _input, _result, call) => channels(ctx, {}, call),
  }),
  post("/account/message-channels/reopen", {
    operationId: "reopenMessageChannel",
    may,
    summary: "Allow a stopped channel again; the phone needs a completed booking of the account",
    body: z.object({ channel: z.enum(textChannels) }),
    answer: ownChannels,
    run: (ctx, { channel }) => reopenChannel(ctx, channel),
    refuses: ["not-found"],
    reply: (ctx, _input, _result, call) => channels(ctx, {}, call),
  }),
  post("/account/visit-changes", {
    operationId: "setVisitChanges",
    may: "visits.report",
    summary: "Choose how changes of visits are announced to the technician",
    body: z.object({ visitChanges: z.enum(visitChanges) }),
    answer: oneProfile,
    run: (ctx, input) => chooseVisitChanges(ctx, input.visitChanges),
    reply: profile,
  }),
  post("/account/language", {
    operationId: "setLanguage",
    may: "visits.report",
    summary: "Choose the language of the technician's app and messages",
    body: languageSchema,
    answer: oneProfile,
    run: (ctx, { language }) => chooseLanguage(ctx, language),
    reply: profile,
  }),
  post("/account/weekly-summary", {
    operationId: "setWeeklySummary",
    may: "analytics.read",
    summary: "Turn the weekly summary email on or off",
    body: weeklySummarySchema,
    answer: oneProfile,
    run: (ctx, { enabled }) => setWeeklySummary(ctx, enabled),
    reply: profile,
  }),
  post("/account/password", {
    operationId: "changeOwnPassword",
    may,
    summary: "Change the password and sign out all other devices",
    body: changePasswordSchema,
    answer: okResponse,
    async run(ctx, { currentPassword, password }, call) {
      await checkPassword(call, currentPassword, "currentPassword");
      return changePassword(ctx, await hashNewPassword(ctx, password, currentUser(ctx)));
    },
    reply: respondOk,
  }),
  post("/account/email", {
    operationId: "requestOwnEmailChange",
    may,
    summary: "Request a change of email; a link sent to the new address confirms it",
    body: changeEmailSchema,
    answer: oneProfile,
    async run(ctx, { email, password }, call) {
      await checkPassword(call, password);
      await limitMails(call, email);
      return requestEmailChange(ctx, email);
    },
    refuses: ["email-undeliverable"],
    reply: profile,
  }),
  post("/account/email/confirm", {
    operationId: "confirmOwnEmailChange",
    may,
    summary: "Confirm the new email with the token of its link",
    body: confirmChangeSchema,
    answer: oneProfile,
    run: (ctx, { link }, call) => changeEmail(ctx, call.get("personalData"), call.get("config"), link),
    refuses: ["link-used"],
    reply: profile,
  }),

  get("/account/devices", {
    may,
    summary: "Active sessions of the signed-in user",
    answer: allDevices,
    private: true,
    run: devices,
  }),
  post("/account/devices/revoke-others", {
    operationId: "revokeOtherDevices",
    may,
    summary: "End all other sessions",
    answer: allDevices,
    run: revokeOtherDevices,
    reply: devices,
  }),
  post("/account/devices/{id}/revoke", {
    may,
    summary: "End a session",
    answer: allDevices,
    run: (ctx, { id }) => revokeDevice(ctx, id),
    refuses: ["not-found"],
    reply: devices,
  }),

  get("/account/export", {
    operationId: "downloadOwnData",
    may,
    summary: "Download all personal data of the signed-in user as an archive",
    answer: bytes("application/zip", "ZIP with JSON and PDF"),
    async run(ctx, _, call) {
      const { fileName, bytes } = await exportData(ctx, call.get("personalData"), call.get("files"));
      return call.body(bytes, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        "Cache-Control": "no-store",
      });
    },
  }),
  post("/account/delete", {
    operationId: "deleteOwnAccount",
    may,
    summary: "Delete the account",
    body: passwordOnlySchema,
    answer: okResponse,
    async run(ctx, { password }, call) {
      await checkPassword(call, password);
      return deleteAccount(ctx, call.get("personalData"), call.get("config"));
    },
    refuses: ["has-open-booking", "last-admin"],
    reply: respondOk,
  }),
]);
