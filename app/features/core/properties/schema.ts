import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { codeLine, plainLine } from "~/platform/text/sanitize-text";
import { looksInjected } from "../forms/injection";
import { cleanText, limits, strippedText } from "../forms/schema";

const addressInjected = () => m.booking_error_address_injected();

export const addressSchema = z.object({
  street: z.pipe(
    z.pipe(
      z.string({ error: () => m.booking_error_street_required() }).check(
        plainLine(),
        z.maxLength(limits.street, {
          error: () => m.booking_error_too_long({ max: limits.street }),
          abort: true,
        }),
        z.refine((text) => !looksInjected(text), { error: addressInjected }),
      ),
      strippedText(limits.street),
    ),
    // Checked last, because a street can be empty after stripping.
    z.string().check(z.minLength(1, { error: () => m.booking_error_street_required() })),
  ),
  buildingName: optionalPart(limits.buildingName),
  unitNumber: z._default(
    z
      .string()
      .check(
        codeLine(),
        z.maxLength(limits.unitNumber, { error: () => m.booking_error_too_long({ max: limits.unitNumber }) }),
        z.regex(/^[\p{L}\d/-]*$/u, { error: () => m.booking_error_unit_characters() }),
      ),
    "",
  ),
  area: optionalPart(limits.area),
  landmark: optionalPart(limits.landmark),
});

function optionalPart(max: number) {
  return z._default(
    z.pipe(
      z.string().check(plainLine()),
      cleanText(max, () => m.booking_error_too_long({ max }), addressInjected),
    ),
    "",
  );
}

export type Address = z.output<typeof addressSchema>;
