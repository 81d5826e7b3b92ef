import { m } from "~/paraglide/messages";
import { type SettingGroup, settings } from "./settings";

/** Settings saved together in one form. */
export interface SettingsPart {
  group: SettingGroup;
  names: readonly string[];
  title?: () => string;
}

interface SettingsSection {
  title: () => string;
  hint: () => string;
  parts: readonly SettingsPart[];
}

const allOf = (group: SettingGroup) => Object.keys(settings[group]);

function part<Group extends SettingGroup>(
  group: Group,
  names: readonly (keyof (typeof settings)[Group] & string)[],
  title?: () => string,
): SettingsPart {
  return { group, names, title };
}

/** Sections of the settings pages; each setting belongs to one. */
export const settingsSections = {
  identity: {
    title: m.settings_section_identity,
    hint: m.settings_section_identity_hint,
    parts: [
      part("business", [
        "name",
        "nameArabic",
        "tagline",
        "taglineArabic",
        "projects",
        "experience",
        "licence",
        "phone",
        "emergencyPhone",
        "whatsapp",
        "email",
        "officeEmail",
        "instagram",
        "address",
        "addressArabic",
        "serviceArea",
        "serviceAreaArabic",
      ]),
    ],
  },
  hours: {
    title: m.settings_section_hours,
    hint: m.settings_section_hours_hint,
    parts: [part("hours", ["week"])],
  },
  "response-targets": {
    title: m.settings_section_response_targets,
    hint: m.settings_section_response_targets_hint,
    parts: [
      part("promise", ["contactMinutes", "contactRuns"], m.settings_group_response_targets),
      part(
        "bookings",
        [
          ...(["cutOffHours", "holdMinutes", "confirmedHoldMinutes", "notificationDelayMinutes"] as const),
          ...(["latenessGraceMinutes", "linkDays", "defaultTravelMinutes"] as const),
          ...(["visitReminders", "reminderHour"] as const),
        ],
        m.settings_group_bookings,
      ),
    ],
  },
  tax: {
    title: m.settings_section_tax,
    hint: m.settings_section_tax_hint,
    parts: [part("business", ["legalName", "vatRegistered", "trn"])],
  },
  "e-invoices": {
    title: m.settings_section_e_invoices,
    hint: m.settings_section_e_invoices_hint,
    parts: [{ group: "einvoices", names: allOf("einvoices") }],
  },
  bank: {
    title: m.settings_section_bank,
    hint: m.settings_section_bank_hint,
    parts: [part("money", ["bankName", "accountName", "iban"])],
  },
  money: {
    title: m.settings_section_money,
    hint: m.settings_section_money_hint,
    parts: [
      part("money", [
        "quoteDays",
        "dueDays",
        "taxPeriods",
        "financialYearEnd",
        "depositRule",
        "reminders",
        "reminderDaysBefore",
        "refundLimit",
        "keepYears",
      ]),
    ],
  },
  notifications: {
    title: m.settings_section_notifications,
    hint: m.settings_section_notifications_hint,
    parts: [{ group: "notifications", names: allOf("notifications") }],
  },
  channels: {
    title: m.settings_section_channels,
    hint: m.settings_section_channels_hint,
    parts: [
      part("channels", ["bookings", "reminders", "visits", "completion", "money"], m.settings_group_channels),
      part("channels", ["quietFrom", "quietUntil"], m.settings_group_quiet_hours),
      part("channels", ["whatsappBooking"], m.settings_group_whatsapp_booking),
    ],
  },
  "sign-in": {
    title: m.settings_section_sign_in,
    hint: m.settings_section_sign_in_hint,
    parts: [part("team", ["twoFactor"])],
  },
  backups: {
    title: m.settings_section_backups,
    hint: m.settings_section_backups_hint,
    parts: [part("backups", ["schedule", "hour", "keep"], m.settings_group_backups)],
  },
  retention: {
    title: m.settings_section_retention,
    hint: m.settings_section_retention_hint,
    parts: [{ group: "retention", names: allOf("retention") }],
  },
} as const satisfies Record<string, SettingsSection>;

export type SettingsSectionName = keyof typeof settingsSections;
