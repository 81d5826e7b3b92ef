import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { trimmedText } from "./sanitize-text";

/**
 * Arabic text of a field with two languages. Null if empty, which falls back to English; absent if the caller knows
 * only English, so that the stored text stays.
 */
export const arabicTextField = (max: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        z
          .string()
          .check(trimmedText(max), z.maxLength(max, { error: () => m.admin_error_too_long({ max }) })),
        z.transform((typed) => typed || null),
      ),
    ),
  );
