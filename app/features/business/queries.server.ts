import { query } from "~/platform/auth/command.server";
import type { Logo } from "~/platform/files/logo";
import { dubaiDate } from "~/platform/time";
import { findLogo, readCurrentLogo } from "./logo.server";
import { readSettings } from "./read-settings.server";
import { type Settings, settingGroups } from "./settings";
import { chargedVatOn } from "./vat.server";

/** Phones are E.164. The code names no brand. */
export interface Business extends BusinessSettings {
  /** Null: the drawn mark is used. */
  logo: Logo | null;
}
type BusinessSettings = Settings["business"];

export const getBusiness = query("website.use", async (ctx): Promise<Business> => {
  const [{ values }, logo] = await Promise.all([readSettings(ctx, "business"), findLogo(ctx)]);
  return { ...values, logo };
});

export const findLogoPicture = query("website.use", readCurrentLogo);

/** A missing day is closed. `getOpening` also considers holidays. */
export const listOpeningHours = query(
  "website.use",
  async (ctx) => (await readSettings(ctx, "hours")).values.week,
);

export const getBookingTerms = query(
  "website.use",
  async (ctx): Promise<Settings["bookings"] & Settings["promise"]> => {
    const [bookings, promise] = await Promise.all([
      readSettings(ctx, "bookings"),
      readSettings(ctx, "promise"),
    ]);
    return { ...bookings.values, ...promise.values };
  },
);

/** Retention periods in days. */
export const getRetention = query(
  "settings.manage",
  async (ctx): Promise<Settings["retention"]> => (await readSettings(ctx, "retention")).values,
);

/** In percent; 0 without VAT registration. */
export const getVatPercent = query("website.use", (ctx) => chargedVatOn(ctx, dubaiDate(ctx.now)));

/** A change must name the version of its group. */
export const listSettings = query("settings.manage", async (ctx) =>
  Promise.all(
    settingGroups.map(async (group) => ({
      group,
      ...(await readSettings(ctx, group)),
    })),
  ),
);
