import * as z from "zod/mini";
import { dubaiDate } from "~/platform/time";
import { type BookingForm, bookingFormSchema } from "../schema";
import { fieldValue } from "./form-fields";

/** One message for each field that is wrong, by its name. */
export type FieldErrors = Record<string, string>;

/** The fields as they are typed, by the rules that the server applies too. Errors by field name, one each. */
export function readForm(
  form: HTMLFormElement,
): { ok: true; booking: BookingForm } | { ok: false; errors: FieldErrors } {
  const text = (name: string) => fieldValue(form, name);
  const checked = z.safeParse(bookingFormSchema(dubaiDate(new Date())), {
    customerName: text("customerName"),
    email: text("email"),
    phone: text("phone"),
    service: text("service"),
    preferredDate: text("preferredDate"),
    preferredTime: text("preferredTime"),
    message: text("message"),
    addressParts: {
      street: text("street"),
      buildingName: text("buildingName"),
      unitNumber: text("unitNumber"),
      area: text("area"),
      landmark: text("landmark"),
    },
  });
  if (checked.success) return { ok: true, booking: checked.data };
  const errors: FieldErrors = {};
  for (const issue of checked.error.issues) errors[String(issue.path.at(-1))] ??= issue.message;
  return { ok: false, errors };
}
