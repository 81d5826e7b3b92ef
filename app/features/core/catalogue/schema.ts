import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { arabicTextField } from "~/platform/text/arabic-text";
import { requiredMessage, requiredTextField } from "~/platform/text/required-text";
import { digitGroup } from "~/platform/text/sanitize-text";
import { serviceIcons } from "./service";

/** Input of the office for a service. */

const minutes = (min: number, max: number) => {
  const error = () => m.catalogue_error_minutes({ min, max });
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};

export const serviceSchema = z.object({
  name: requiredTextField(80),
  nameAr: arabicTextField(80),
  summary: requiredTextField(300),
  summaryAr: arabicTextField(300),
  icon: z.enum(serviceIcons, { error: requiredMessage }),
  durationMin: minutes(15, 720),
  bufferMin: minutes(0, 240),
  outdoor: z.boolean({ error: requiredMessage }),
  accountingCode: z._default(
    z.nullable(
      z.pipe(
        z.string().check(digitGroup(), z.regex(/^(\d{4,12})?$/, { error: () => m.settings_error_code() })),
        z.transform((typed) => typed || null),
      ),
    ),
    null,
  ),
});
