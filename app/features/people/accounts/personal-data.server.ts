import { m } from "~/paraglide/messages";
import { facts, line } from "~/platform/documents/report";
import { datedLine, formatInstant, type PersonalData } from "~/platform/personal-data.server";
import { listSubscribedDevices } from "~/platform/push/push-subscriptions.server";
import { formatPhone } from "~/platform/text/phone";
import { listOwnProperties } from "./properties/queries.server";
import { getProfile, listDevices } from "./queries.server";

/** The row is deleted last and cascades to sessions, passwords, second factors, links and profile. */
export const personalDataOfAccounts: PersonalData = {
  name: "accounts",
  tables: {
    users: "deleted",
    verifications: "deleted",
    sessions: "cascades",
    pushSubscriptions: "cascades",
    pushMessages: "cascades",
    accounts: "cascades",
    twoFactors: "cascades",
    profiles: "cascades",
    accountLinks: "cascades",
  },

  async find(ctx, { userId }) {
    const profiles = await ctx.db
      .selectFrom("profiles")
      .select("phone")
      .where("userId", "=", userId)
      .execute();
    return { records: { staff: [userId] }, phones: profiles.flatMap(({ phone }) => phone ?? []) };
  },

  async collect(ctx, { userId }) {
    const profile = await getProfile(ctx);
    const devices = await listDevices(ctx);
    const properties = await listOwnProperties(ctx);
    const notified = await listSubscribedDevices(ctx, userId);
    return [
      {
        name: "profile",
        data: profile,
        title: m.account_profile(),
        parts: [
          facts({
            [m.account_name()]: profile.name,
            [m.account_email()]: profile.email,
            [m.account_phone()]: profile.phone && formatPhone(profile.phone),
            [m.account_member_since()]: formatInstant(profile.memberSince),
            [m.account_marketing()]: profile.marketing ? m.account_yes() : m.account_no(),
          }),
        ],
      },
      {
        name: "devices",
        data: devices,
        title: m.account_devices(),
        parts: devices.map(({ signedInAt, userAgent }) => datedLine(signedInAt, userAgent ?? "")),
      },
      {
        name: "notified-devices",
        data: notified,
        title: m.account_notified_devices(),
        parts: notified.map(({ subscribedAt, userAgent }) => datedLine(subscribedAt, userAgent ?? "")),
      },
      {
        name: "properties",
        data: properties,
        title: m.account_properties(),
        parts: properties.map(({ street, buildingName, unitNumber, area, landmark }) =>
          line([street, buildingName, unitNumber, area, landmark].filter(Boolean).join(", ")),
        ),
      },
    ];
  },

  async erase(ctx, { userId }) {
    // Trusted devices and pending second factors.
    await ctx.db.deleteFrom("verifications").where("value", "like", `%${userId}%`).execute();
    await ctx.db.deleteFrom("users").where("id", "=", userId).execute();
  },
};
