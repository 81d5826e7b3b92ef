import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Logo } from "~/platform/files/logo";
import { ARABIC, currentLocale } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { findLogo, readCurrentLogo } from "./logo.server";
import { officeEmailOf, readSettingGroups, readSettings } from "./read-settings.server";
import { type Settings, settingGroups } from "./settings";
import { chargedVatOn } from "./vat-rates.server";

/** Business data shown to customers. Phones are in E.164 format. The code contains no brand name. */
export interface Business extends BusinessSettings {
  /** Null if no logo was uploaded, so the default mark is drawn. */
  logo: Logo | null;
  /** Name in the other language; empty if there is none. */
  alternateName: string;
}
type BusinessSettings = Settings["business"];

/** In the reader's language, in English where an Arabic text is missing. Until a name is entered, a neutral one. Documents are refused meanwhile (company-details.ts). */
export const getBusiness = query("website.use", async function getBusiness(ctx): Promise<Business> {
  const [{ values }, logo] = await Promise.all([readSettings(ctx, "business"), findLogo(ctx)]);
  const english = values.name || m.settings_business_unnamed();
  const officeEmail = await officeEmailOf(ctx, values);
  const own = { ...values, name: english, alternateName: values.nameArabic, officeEmail, logo };
  if (currentLocale() !== ARABIC) return own;
  return {
    ...own,
    name: values.nameArabic || english,
    alternateName: values.nameArabic && english,
    tagline: values.taglineArabic ?? values.tagline,
    address: values.addressArabic ?? values.address,
    serviceArea: values.serviceAreaArabic ?? values.serviceArea,
  };
});

export const getPhone = query("website.use", async function getPhone(ctx): Promise<string> {
  return (await readSettings(ctx, "business")).values.phone;
});

export const findLogoPicture = query("website.use", readCurrentLogo);

/** Opening hours by weekday; a missing day is closed. `getOpening` also considers holidays. */
export const listOpeningHours = query("website.use", async function listOpeningHours(ctx) {
  return (await readSettings(ctx, "hours")).values.week;
});

export const getBookingTerms = query("website.use", async function getBookingTerms(ctx): Promise<
  Settings["bookings"] & Settings["promise"]
> {
  const settings = await readSettingGroups(ctx, ["bookings", "promise"]);
  return { ...settings("bookings").values, ...settings("promise").values };
});

/** Retention periods in days. */
export const getRetention = query("settings.manage", async function getRetention(ctx): Promise<
  Settings["retention"]
> {
  return (await readSettings(ctx, "retention")).values;
});

/** VAT rate in percent today; 0 without VAT registration. */
export const getVatPercent = query("website.use", function getVatPercent(ctx) {
  return chargedVatOn(ctx, dubaiDate(ctx.now));
});

/** Settings by group, with the version that a change must name. */
export const listSettings = query("settings.manage", async function listSettings(ctx) {
  const settings = await readSettingGroups(ctx, settingGroups);
  return settingGroups.map((group) => ({ group, ...settings(group) }));
});
