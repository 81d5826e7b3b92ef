import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { officeRoles } from "~/platform/auth/actor";
import { DEFAULT_LOCALE, locales } from "~/platform/locale/locale";
import { normalizeEmail } from "~/platform/text/email";
import { codeLine, digitGroup } from "~/platform/text/sanitize-text";
import { customerName, email, phone } from "../../core/forms/schema";
import { PASSWORD_LENGTH } from "./account";

/** New password. The server also refuses common ones. */
export const newPassword = z.string({ error: () => m.account_password_required() }).check(
  z.minLength(1, { error: () => m.account_password_required(), abort: true }),
  z.minLength(PASSWORD_LENGTH.min, {
    error: () => m.account_password_short({ min: PASSWORD_LENGTH.min }),
  }),
  z.maxLength(PASSWORD_LENGTH.max, {
    error: () => m.account_password_long({ max: PASSWORD_LENGTH.max }),
  }),
);

/** Existing password; no rules apply. */
export const knownPassword = z
  .string({ error: () => m.account_password_required() })
  .check(
    z.minLength(1, { error: () => m.account_password_required(), abort: true }),
    z.maxLength(PASSWORD_LENGTH.max, { error: () => m.account_sign_in_wrong() }),
  );

const captchaToken = z.optional(z.nullable(z.string().check(z.maxLength(4_000))));

/** Token of an emailed link. */
export const linkToken = z
  .string({ error: () => m.account_link_used() })
  .check(z.maxLength(200, { error: () => m.account_link_used() }));

export const signUpSchema = z.object({
  name: customerName,
  email,
  password: newPassword,
  captchaToken,
});

/** A malformed email counts as a wrong one. */
export const signInSchema = z.object({
  email: z.string().check(z.overwrite(normalizeEmail), z.maxLength(254)),
  password: z.string().check(z.maxLength(PASSWORD_LENGTH.max)),
  /** Token of the confirmation email, confirmed by the sign-in. */
  link: z.optional(linkToken),
  captchaToken,
});

/** Request of an email to an address. */
export const mailedToSchema = z.object({ email, captchaToken });

/** A malformed email counts as a wrong one. */
export const signInCodeSchema = z.object({
  email: z.string().check(z.overwrite(normalizeEmail), z.maxLength(254)),
  code: z
    .string({ error: () => m.account_code_required() })
    .check(digitGroup(), z.minLength(1, { error: () => m.account_code_required() }), z.maxLength(20)),
  captchaToken,
});

export const resetPasswordSchema = z.object({ link: linkToken, password: newPassword });

export const changePasswordSchema = z.object({ currentPassword: knownPassword, password: newPassword });

export const changeEmailSchema = z.object({ email, password: knownPassword });

export const confirmChangeSchema = z.object({ link: linkToken });

export const passwordOnlySchema = z.object({ password: knownPassword });

export const codeSchema = z.object({
  code: z.string({ error: () => m.account_code_required() }).check(
    codeLine(),
    z.overwrite((code) => code.replaceAll(" ", "")),
    z.minLength(1, { error: () => m.account_code_required() }),
    z.maxLength(40),
  ),
});

/** An empty phone means none. */
export const profileSchema = z.object({
  name: customerName,
  phone: z.pipe(
    z.transform((value: unknown) => (value === "" ? null : value)),
    z.nullable(phone),
  ),
  language: z._default(z.enum(locales), DEFAULT_LOCALE),
});

export const languageSchema = z.object({ language: z.enum(locales) });

export const marketingSchema = z.object({ marketing: z.boolean() });

export const weeklySummarySchema = z.object({ enabled: z.boolean() });

const officeRole = z.enum(officeRoles, { error: () => m.team_error_role() });

export const inviteStaffSchema = z.object({
  name: customerName,
  email,
  role: officeRole,
  /** Language of the invitation and of the pages; English by default. */
  language: z.optional(z.enum(locales)),
});

/** `from`: role that the admin saw. */
export const staffRoleSchema = z.object({ from: officeRole, to: officeRole });
