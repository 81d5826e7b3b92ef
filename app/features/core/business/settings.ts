import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";
import type { TextChannel } from "~/platform/messaging/channel";
import { emailAddress } from "~/platform/text/email";
import { onePhone } from "~/platform/text/one-phone";
import { normalizePhone } from "~/platform/text/phone-input";
import { digitGroup, singleLine } from "~/platform/text/sanitize-text";
import { wholeNumber } from "~/platform/text/whole-number";
import { formatDay } from "~/platform/time";
import { type Emirate, emirates } from "~/platform/uae/emirates";
import { isIban, normalizeIban } from "~/platform/uae/iban";
import { TRN_PATTERN } from "~/platform/uae/trn";
import { TAX_RECORD_YEARS } from "./financial-year";

/*
 * All settings: label, rule and default. A new setting needs an entry here and its texts, because page, API
 * and defaults are generated.
 */

export type SettingField =
  | { kind: "text" | "email" | "phone" | "url"; optional?: true }
  | { kind: "number"; min: number; max: number; unit: () => string }
  | { kind: "choice"; choices: Record<string, () => string> }
  | { kind: "week" };

export interface Setting<Value> {
  label: () => string;
  hint?: () => string;
  field: SettingField;
  schema: z.ZodMiniType<Value>;
  default: Value;
}

interface Labels {
  label: () => string;
  hint?: () => string;
}

function text(labels: Labels, max: number, defaultValue = ""): Setting<string> {
  const schema = z
    .string({ error: () => m.settings_error_required() })
    .check(
      singleLine(),
      z.minLength(1, { error: () => m.settings_error_required() }),
      z.maxLength(max, { error: () => m.settings_error_long({ max }) }),
    );
  return { ...labels, field: { kind: "text" }, schema, default: defaultValue };
}

function email(labels: Labels): Setting<string> {
  const schema = emailAddress({
    required: () => m.booking_error_email_required(),
    invalid: () => m.booking_error_email_invalid(),
  });
  return { ...labels, field: { kind: "email" }, schema, default: "" };
}

function phone(labels: Labels): Setting<string> {
  const schema = z.pipe(
    z
      .string({ error: () => m.booking_error_phone_required() })
      .check(onePhone(() => m.booking_error_phone_invalid())),
    z.transform((text) => normalizePhone(text) ?? text),
  );
  return { ...labels, field: { kind: "phone" }, schema, default: "" };
}

/** Empty means null. */
function optional(
  labels: Labels,
  kind: "text" | "url" | "email",
  rule: z.ZodMiniType<string>,
): Setting<string | null> {
  const schema = z.pipe(
    z.union([
      z.pipe(
        z.nullable(z.string().check(singleLine(), z.maxLength(0))),
        z.transform(() => null),
      ),
      rule,
    ]),
    z.transform((value) => value || null),
  );
  return { ...labels, field: { kind, optional: true }, schema, default: null };
}

/** Empty means null. */
function optionalText(labels: Labels, max: number): Setting<string | null> {
  const error = () => m.settings_error_long({ max });
  return optional(labels, "text", z.string().check(singleLine(), z.maxLength(max, { error })));
}

/** Empty falls back to the office address. */
function officeAddressOverride(label: () => string): Setting<string | null> {
  const rule = emailAddress({
    required: () => m.booking_error_email_required(),
    invalid: () => m.booking_error_email_invalid(),
  });
  return optional({ label }, "email", rule);
}

function whole(
  labels: Labels & { unit: () => string },
  range: { min: number; max: number; default: number },
): Setting<number> {
  const { unit, ...texts } = labels;
  const error = () => m.settings_error_range({ min: range.min, max: range.max });
  const schema = wholeNumber(error).check(z.minimum(range.min, { error }), z.maximum(range.max, { error }));
  const { min, max } = range;
  return { ...texts, field: { kind: "number", min, max, unit }, schema, default: range.default };
}

function choice<const Choice extends string>(
  labels: Labels,
  choices: Record<Choice, () => string>,
  defaultValue: NoInfer<Choice>,
): Setting<Choice> {
  const names = Object.keys(choices) as [Choice, ...Choice[]];
  const schema = z.enum(names, {
    error: () => m.settings_error_required(),
  }) as unknown as z.ZodMiniType<Choice>;
  return { ...labels, field: { kind: "choice", choices }, schema, default: defaultValue };
}

/** Channels of a kind of text, in order. */
export const textOrders = {
  "whatsapp-sms": ["whatsapp", "sms"],
  "sms-whatsapp": ["sms", "whatsapp"],
  whatsapp: ["whatsapp"],
  sms: ["sms"],
  none: [],
} as const satisfies Record<string, readonly TextChannel[]>;

function textOrder(label: () => string) {
  return choice<keyof typeof textOrders>(
    { label },
    {
      "whatsapp-sms": m.settings_channels_whatsapp_sms,
      "sms-whatsapp": m.settings_channels_sms_whatsapp,
      whatsapp: m.settings_channels_whatsapp,
      sms: m.settings_channels_sms,
      none: m.settings_channels_none,
    },
    "whatsapp-sms",
  );
}

/** Opening hours of a weekday: Monday 1 to Sunday 7 (ISO), Dubai clock times as `HH:mm`. */
export interface OpeningHours {
  weekday: number;
  opensAt: string;
  closesAt: string;
}

const clockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => m.settings_error_time() }));

/** A missing day is closed. */
const weekSchema = z
  .array(
    z
      .object({
        weekday: z.int().check(z.minimum(1), z.maximum(7)),
        opensAt: clockTime,
        closesAt: clockTime,
      })
      .check(
        z.refine(({ opensAt, closesAt }) => opensAt < closesAt, { error: () => m.settings_error_hours() }),
      ),
  )
  .check(
    z.maxLength(7),
    z.refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length),
  );

function week(labels: Labels): Setting<OpeningHours[]> {
  return {
    ...labels,
    field: { kind: "week" },
    schema: z.pipe(
      weekSchema,
      z.transform((days) => days.toSorted((a, b) => a.weekday - b.weekday)),
    ),
    default: [],
  };
}

const days = m.settings_unit_days;

/** By number, 1 is January. */
const monthNames = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    String(at + 1),
    () => formatDay(`2026-${String(at + 1).padStart(2, "0")}-01`, "monthAlone"),
  ]),
);

/** Arabic text of a setting; null falls back to English. */
const arabicText = (label: () => string, max: number) =>
  optional(
    { label: () => m.form_in_arabic({ label: label() }) },
    "text",
    z.string().check(singleLine(), z.maxLength(max, { error: () => m.settings_error_long({ max }) })),
  );

export const settings = {
  business: {
    name: text({ label: m.settings_business_name }, 80),
    nameArabic: text({ label: m.settings_business_name_arabic }, 80),
    tagline: text({ label: m.settings_business_tagline }, 120),
    taglineArabic: arabicText(m.settings_business_tagline, 120),
    /** By default the claims of the website in the client's words (docs/domain.md, "Website content"). */
    projects: text(
      { label: m.settings_business_projects, hint: m.settings_business_projects_hint },
      12,
      "2500+",
    ),
    experience: text(
      { label: m.settings_business_experience, hint: m.settings_business_experience_hint },
      12,
      "10+",
    ),
    phone: phone({ label: m.settings_business_phone }),
    emergencyPhone: phone({ label: m.settings_business_emergency_phone }),
    whatsapp: phone({ label: m.settings_business_whatsapp }),
    email: email({ label: m.settings_business_email, hint: m.settings_business_email_hint }),
    officeEmail: email({
      label: m.settings_business_office_email,
      hint: m.settings_business_office_email_hint,
    }),
    address: text({ label: m.settings_business_address }, 200),
    addressArabic: arabicText(m.settings_business_address, 200),
    serviceArea: text({ label: m.settings_business_service_area }, 120),
    serviceAreaArabic: arabicText(m.settings_business_service_area, 120),
    /** Name on invoices; defaults to the business name. */
    legalName: optional(
      { label: m.settings_business_legal_name, hint: m.settings_business_legal_name_hint },
      "text",
      z.string().check(singleLine(), z.maxLength(120, { error: () => m.settings_error_long({ max: 120 }) })),
    ),
    licence: optional(
      { label: m.settings_business_licence, hint: m.settings_business_licence_hint },
      "text",
      z.string().check(singleLine(), z.maxLength(40, { error: () => m.settings_error_long({ max: 40 }) })),
    ),
    vatRegistered: choice(
      { label: m.settings_business_vat, hint: m.settings_business_vat_hint },
      { yes: m.settings_business_vat_yes, no: m.settings_business_vat_no },
      "yes",
    ),
    trn: optional(
      { label: m.settings_business_trn, hint: m.settings_business_trn_hint },
      "text",
      z.string().check(digitGroup(), z.regex(TRN_PATTERN, { error: () => m.settings_error_trn() })),
    ),
    instagram: optional(
      { label: m.settings_business_instagram },
      "url",
      z
        .string()
        .check(
          singleLine(),
          z.maxLength(200),
          z.regex(/^https:\/\/\S+$/, { error: () => m.settings_error_url() }),
        ),
    ),
  },
  hours: {
    week: week({ label: m.settings_hours_week, hint: m.settings_hours_week_hint }),
  },
  bookings: {
    visitReminders: choice(
      { label: m.settings_bookings_reminders, hint: m.settings_bookings_reminders_hint },
      { on: m.settings_bookings_reminders_on, off: m.settings_bookings_reminders_off },
      "on",
    ),
    reminderHour: whole(
      {
        label: m.settings_bookings_reminder_hour,
        hint: m.settings_bookings_reminder_hour_hint,
        unit: m.settings_unit_hour_of_day,
      },
      { min: 8, max: 21, default: 18 },
    ),
    cutOffHours: whole(
      {
        label: m.settings_bookings_change_deadline,
        hint: m.settings_bookings_change_deadline_hint,
        unit: m.settings_unit_hours,
      },
      { min: 0, max: 72, default: 12 },
    ),
    holdMinutes: whole(
      {
        label: m.settings_bookings_hold,
        hint: m.settings_bookings_hold_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 15, max: 2880, default: 120 },
    ),
    confirmedHoldMinutes: whole(
      {
        label: m.settings_bookings_confirmed_hold,
        hint: m.settings_bookings_confirmed_hold_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 60, max: 5760, default: 480 },
    ),
    notificationDelayMinutes: whole(
      {
        label: m.settings_bookings_notification_delay,
        hint: m.settings_bookings_notification_delay_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 0, max: 60, default: 1 },
    ),
    latenessGraceMinutes: whole(
      {
        label: m.settings_bookings_lateness_grace,
        hint: m.settings_bookings_lateness_grace_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 0, max: 120, default: 15 },
    ),
    defaultTravelMinutes: whole(
      {
        label: m.settings_bookings_default_travel,
        hint: m.settings_bookings_default_travel_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 10, max: 180, default: 40 },
    ),
    // The longest warranty in the terms is 12 months.
    linkDays: whole(
      { label: m.settings_bookings_link, hint: m.settings_bookings_link_hint, unit: days },
      { min: 30, max: 3650, default: 400 },
    ),
  },
  promise: {
    contactMinutes: whole(
      {
        label: m.settings_response_target_contact,
        hint: m.settings_response_target_contact_hint,
        unit: m.settings_unit_minutes,
      },
      { min: 15, max: 1440, default: 120 },
    ),
    contactRuns: choice(
      { label: m.settings_response_target_runs, hint: m.settings_response_target_runs_hint },
      {
        always: m.settings_response_target_always,
        "opening-hours": m.settings_response_target_opening_hours,
      },
      "always",
    ),
  },
  money: {
    quoteDays: whole({ label: m.settings_money_quote_days, unit: days }, { min: 1, max: 365, default: 30 }),
    dueDays: whole(
      { label: m.settings_money_due_days, hint: m.settings_money_due_days_hint, unit: days },
      { min: 0, max: 120, default: 7 },
    ),
    taxPeriods: choice(
      { label: m.settings_money_tax_periods, hint: m.settings_money_tax_periods_hint },
      {
        none: m.settings_money_tax_periods_none,
        months: m.settings_money_tax_periods_months,
        "quarters-january": m.settings_money_tax_periods_january,
        "quarters-february": m.settings_money_tax_periods_february,
        "quarters-march": m.settings_money_tax_periods_march,
      },
      "none",
    ),
    financialYearEnd: choice(
      { label: m.settings_money_year_end, hint: m.settings_money_year_end_hint },
      monthNames,
      "12",
    ),
    depositRule: choice(
      { label: m.settings_money_deposit_rule, hint: m.settings_money_deposit_rule_hint },
      { refunded: m.settings_money_deposit_refunded, forfeited: m.settings_money_deposit_forfeited },
      "refunded",
    ),
    bankName: optional(
      { label: m.settings_money_bank, hint: m.settings_money_bank_hint },
      "text",
      z.string().check(singleLine(), z.maxLength(80)),
    ),
    accountName: optional(
      { label: m.settings_money_account_name },
      "text",
      z.string().check(singleLine(), z.maxLength(80)),
    ),
    iban: optional(
      { label: m.settings_money_iban },
      "text",
      z.pipe(
        z
          .string()
          .check(z.refine((typed) => isIban(normalizeIban(typed)), { error: () => m.settings_error_iban() })),
        z.transform(normalizeIban),
      ),
    ),
    reminders: choice(
      { label: m.settings_money_reminders, hint: m.settings_money_reminders_hint },
      { on: m.settings_money_reminders_on, off: m.settings_money_reminders_off },
      "on",
    ),
    reminderDaysBefore: whole(
      {
        label: m.settings_money_reminder_days,
        hint: m.settings_money_reminder_days_hint,
        unit: m.settings_unit_days,
      },
      { min: 0, max: 30, default: 3 },
    ),
    refundLimit: whole(
      {
        label: m.settings_money_refund_limit,
        hint: m.settings_money_refund_limit_hint,
        unit: m.settings_unit_dirhams,
      },
      { min: 0, max: 1_000_000, default: 1000 },
    ),
    keepYears: whole(
      {
        label: m.settings_money_retention_years,
        hint: m.settings_money_retention_years_hint,
        unit: m.settings_unit_years,
      },
      { min: TAX_RECORD_YEARS, max: 50, default: TAX_RECORD_YEARS },
    ),
  },
  /** Seller data of e-invoices in addition to TRN and licence. */
  einvoices: {
    street: optionalText(
      { label: m.settings_e_invoices_street, hint: m.settings_e_invoices_street_hint },
      120,
    ),
    city: optionalText({ label: m.settings_e_invoices_city }, 60),
    emirate: choice<Emirate>(
      { label: m.settings_e_invoices_emirate },
      Object.fromEntries(Object.entries(emirates).map(([code, name]) => [code, () => name])) as Record<
        Emirate,
        () => string
      >,
      "DXB",
    ),
    licenceAuthority: optionalText(
      { label: m.settings_e_invoices_authority, hint: m.settings_e_invoices_authority_hint },
      120,
    ),
    accountingCode: optional(
      { label: m.settings_e_invoices_code, hint: m.settings_e_invoices_code_hint },
      "text",
      z.string().check(digitGroup(), z.regex(/^\d{4,12}$/, { error: () => m.settings_error_code() })),
    ),
  },
  backups: {
    schedule: choice(
      { label: m.settings_backups_schedule },
      { on: m.settings_backups_daily, off: m.settings_backups_manual },
      "on",
    ),
    hour: whole(
      { label: m.settings_backups_hour, hint: m.settings_backups_hour_hint, unit: m.settings_unit_oclock },
      { min: 0, max: 23, default: 3 },
    ),
    keep: whole(
      {
        label: m.settings_backups_retention,
        hint: m.settings_backups_retention_hint,
        unit: m.settings_unit_backups,
      },
      { min: 2, max: 90, default: 7 },
    ),
  },
  /** Office addresses by kind of notification; null if the office address is used. */
  notifications: {
    bookings: officeAddressOverride(m.settings_notifications_bookings),
    emergencies: officeAddressOverride(m.settings_notifications_emergencies),
    money: officeAddressOverride(m.settings_notifications_money),
    messages: officeAddressOverride(m.settings_notifications_messages),
    certificates: officeAddressOverride(m.settings_notifications_certificates),
    backups: officeAddressOverride(m.settings_notifications_backups),
  },
  /** Texts to customers who chose them or gave no email address, by kind, and their quiet hours (Dubai time). */
  channels: {
    bookings: textOrder(m.settings_channels_bookings),
    reminders: textOrder(m.settings_channels_reminders),
    visits: textOrder(m.settings_channels_visits),
    completion: textOrder(m.settings_channels_completion),
    money: textOrder(m.settings_channels_money),
    whatsappBooking: choice(
      { label: m.settings_channels_whatsapp_booking, hint: m.settings_channels_whatsapp_booking_hint },
      { off: m.settings_channels_whatsapp_booking_off, on: m.settings_channels_whatsapp_booking_on },
      "off",
    ),
    quietFrom: whole(
      {
        label: m.settings_channels_quiet_from,
        hint: m.settings_channels_quiet_hint,
        unit: m.settings_unit_hour_of_day,
      },
      { min: 18, max: 23, default: 21 },
    ),
    quietUntil: whole(
      { label: m.settings_channels_quiet_until, unit: m.settings_unit_hour_of_day },
      { min: 5, max: 12, default: 8 },
    ),
  },
  team: {
    twoFactor: choice(
      { label: m.settings_team_two_factor, hint: m.settings_team_two_factor_hint },
      { chosen: m.settings_team_two_factor_chosen, required: m.settings_team_two_factor_required },
      "chosen",
    ),
  },
  /** Retention periods in days. */
  retention: {
    mailDays: whole({ label: m.settings_retention_mails, unit: days }, { min: 30, max: 3650, default: 400 }),
    securityEventDays: whole(
      { label: m.settings_retention_security_events, unit: days },
      { min: 30, max: 3650, default: 180 },
    ),
    clientErrorDays: whole(
      { label: m.settings_retention_client_errors, unit: days },
      { min: 7, max: 730, default: 90 },
    ),
    pageEventDays: whole(
      { label: m.settings_retention_page_events, hint: m.settings_retention_page_events_hint, unit: days },
      { min: 30, max: 1460, default: 760 },
    ),
    trailYears: whole(
      {
        label: m.settings_retention_trail,
        hint: m.settings_retention_trail_hint,
        unit: m.settings_unit_years,
      },
      { min: TAX_RECORD_YEARS, max: 50, default: TAX_RECORD_YEARS },
    ),
  },
} satisfies Record<string, Record<string, Setting<unknown>>>;

export type SettingGroup = keyof typeof settings;

type ValueOf<One> = One extends { default: infer Value } ? Value : never;
type ValuesOf<Group> = { [Name in keyof Group]: ValueOf<Group[Name]> };

export type Settings = { [Group in SettingGroup]: ValuesOf<(typeof settings)[Group]> };

/** Shown to visitors before booking. */
export type VisitorTerms = Pick<
  Settings["bookings"] & Settings["promise"],
  "contactMinutes" | "contactRuns" | "cutOffHours"
>;

export interface BookingTerms extends VisitorTerms {
  /** Configured channels of text messages, which the form names for the opt-in. */
  textChannels: readonly TextChannel[];
}

export const settingGroups = Object.keys(settings) as [SettingGroup, ...SettingGroup[]];

/** `names`: settings that may change. */
export function groupSchema(
  group: SettingGroup,
  names: readonly string[],
): z.ZodMiniType<Record<string, unknown>> {
  const fields = Object.entries(settings[group] as Record<string, Setting<unknown>>).filter(([name]) =>
    names.includes(name),
  );
  return z.object(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])));
}

/** Settings of stored values that were read before. */
const completed = new WeakMap<Record<string, unknown>, Settings[SettingGroup]>();

/**
 * Completes stored values by defaults. A stored value that breaks its rule is ignored. Checks the same object once,
 * because a transaction needs its settings many times.
 */
export function settingsOf<Group extends SettingGroup>(
  group: Group,
  stored: Record<string, unknown> = {},
): Settings[Group] {
  const known = completed.get(stored) as Settings[Group] | undefined;
  if (known) return known;
  const values = completeSettings(group, stored);
  Object.freeze(values);
  completed.set(stored, values);
  return values;
}

function completeSettings<Group extends SettingGroup>(
  group: Group,
  stored: Record<string, unknown>,
): Settings[Group] {
  const fields = Object.entries(settings[group] as Record<string, Setting<unknown>>);
  return Object.fromEntries(
    fields.map(([name, { schema, default: defaultValue }]) => {
      const value = stored[name];
      // Most settings keep their default, and a failed check is slow.
      if (value === undefined) return [name, defaultValue];
      const read = z.safeParse(schema, value);
      return [name, read.success ? read.data : defaultValue];
    }),
  ) as Settings[Group];
}

declare module "~/platform/events/events" {
  interface Events {
    "settings.changed": Silent<{ group: SettingGroup }>;
  }
}
