import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import {
  customerName,
  email,
  message,
  openChoice,
  phone,
  securityCheckSchema,
} from "../../core/forms/schema";

/** Fields of the contact form, with the rules and messages of a booking. */
export const contactFormSchema = z.object({
  name: customerName,
  email,
  phone: openChoice(phone),
  message: z.pipe(
    message,
    z.string().check(z.minLength(1, { error: () => m.contact_error_message_required() })),
  ),
});

export const contactRequestSchema = z.extend(contactFormSchema, { securityCheck: securityCheckSchema });

export type ContactForm = z.output<typeof contactFormSchema>;
