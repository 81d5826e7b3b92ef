import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { emailAddress } from "~/platform/text/email";
import { parseWholeNumber } from "~/platform/text/numerals";
import { onePhone } from "~/platform/text/one-phone";
import { normalizePhone } from "~/platform/text/phone-input";
import { plainLine, singleLine, trimmedText } from "~/platform/text/sanitize-text";
import { looksInjected, sanitizeText } from "./injection";

/**
 * Schemas shared by all public forms (docs/domain.md, "Forms"). Form, API and command use the same schema.
 */

export const limits = {
  message: 500,
  name: 50,
  street: 100,
  buildingName: 50,
  unitNumber: 10,
  area: 50,
  landmark: 100,
};

/** Strips what could be code; a line keeps one space between its words. */
export const strippedText = (max: number) =>
  z.pipe(z.transform(sanitizeText), z.string().check(trimmedText(max)));

/** Checks the length first, so that patterns never run on a megabyte. */
export const cleanText = (max: number, tooLong: () => string, injected: () => string) =>
  z.pipe(
    z.string().check(
      trimmedText(max),
      z.maxLength(max, { error: tooLong, abort: true }),
      z.refine((text) => !looksInjected(text), { error: injected }),
    ),
    strippedText(max),
  );

/** Text that the office enters, some of it printed on documents. */
export const officeText = (max: number) =>
  cleanText(
    max,
    () => m.booking_error_too_long({ max }),
    () => m.booking_error_message_injected(),
  );

export const customerName = z.string({ error: () => m.booking_error_name_required() }).check(
  plainLine(),
  z.minLength(1, { error: () => m.booking_error_name_required(), abort: true }),
  z.maxLength(limits.name, { error: () => m.booking_error_name_long(), abort: true }),
  z.refine((name) => !looksInjected(name), { error: () => m.booking_error_name_injected(), abort: true }),
  // Counts code points, as PostgreSQL does, because JavaScript counts UTF-16 units.
  z.refine((name) => [...name].length >= 2, { error: () => m.booking_error_name_short() }),
  // Persian and Indian scripts spell with joiners, Catalan and transcribed Asian names with a middle dot.
  z.regex(/^[\p{L}\p{M}\p{Join_Control} .'·・-]+$/u, { error: () => m.booking_error_name_characters() }),
);

export const email = emailAddress({
  required: () => m.booking_error_email_required(),
  invalid: () => m.booking_error_email_invalid(),
});

export const phone = z.pipe(
  z.string({ error: () => m.booking_error_phone_required() }).check(
    singleLine(),
    z.minLength(1, { error: () => m.booking_error_phone_required(), abort: true }),
    onePhone(() => m.booking_error_phone_invalid()),
  ),
  z.transform((text) => normalizePhone(text) ?? text),
);

export const messageText = cleanText(
  limits.message,
  () => m.booking_error_message_long(),
  () => m.booking_error_message_injected(),
);

export const message = z._default(messageText, "");

/** Forms send "" without a choice. */
export const openChoice = <Choice extends string>(choice: z.ZodMiniType<Choice, string>) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === "" || value === null ? undefined : (value as string))),
      z.optional(choice),
    ),
  );

const securityRequired = { error: () => m.booking_error_security_required() };

/** Errors appear beside the single answer field. */
export const securityCheckSchema = z
  .object(
    {
      id: z.catch(z.uuid(), ""),
      answer: z.catch(
        z.pipe(
          z.transform((value: unknown) => (typeof value === "string" ? parseWholeNumber(value) : value)),
          z.int(),
        ),
        -1,
      ),
    },
    securityRequired,
  )
  .check(z.refine(({ id, answer }) => id !== "" && answer >= 0, securityRequired));

/** Required after the refusal "captcha-required". */
export const captchaTokenSchema = z.optional(z.string().check(z.maxLength(4000)));
