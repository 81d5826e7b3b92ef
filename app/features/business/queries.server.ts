import { query } from "~/platform/auth/command.server";
import type { Logo } from "~/platform/files/logo";
import { dubaiDate } from "~/platform/time";
import { findLogo, readCurrentLogo } from "./logo.server";
import { readSettings } from "./read-settings.server";
import { type Settings, settingGroups } from "./settings";
import { chargedVatOn } from "./vat.server";

/** The business as its customers see it; an admin edits it, no code names it. Phones as +971… */
export interface Business extends BusinessSettings {
  /** Null: the drawn mark stands for it. */
  logo: Logo | null;
}
type BusinessSettings = Settings["business"];

export const getBusiness = query("website.use", async (ctx): Promise<Business> => {
  const [{ values }, logo] = await Promise.all([readSettings(ctx, "business"), findLogo(ctx)]);
  return { ...values, logo };
});

/** The logo with its bytes, for pictures that show it; null: the drawn mark stands for the business. */
export const findLogoPicture = query("website.use", readCurrentLogo);

/** The hours of a usual week, from Monday; a day that is missing is closed. Holidays are left out of them by `getOpening`. */
export const listOpeningHours = query(
  "website.use",
  async (ctx) => (await readSettings(ctx, "hours")).values.week,
);

/** When a customer may still change a booking, and when the office promises to be in touch. */
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

/** For how long what happened is kept, in days. */
export const getRetention = query(
  "settings.manage",
  async (ctx): Promise<Settings["retention"]> => (await readSettings(ctx, "retention")).values,
);

/** The VAT that prices of today include, in percent; 0: none is charged. */
export const getVatPercent = query("website.use", (ctx) => chargedVatOn(ctx, dubaiDate(ctx.now)));

/** All settings, for those who change them; each group with the version that a change has to name. */
export const listSettings = query("settings.manage", async (ctx) =>
  Promise.all(
    settingGroups.map(async (group) => ({
      group,
      ...(await readSettings(ctx, group)),
    })),
  ),
);
