import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { trimmed } from "./sanitize-text";

export const required = () => m.admin_error_required();

/** Required text of an office form: trimmed, at most `max` characters. */
export const officeText = (max: number) =>
  z
    .string({ error: required })
    .check(
      trimmed(max),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(max, { error: () => m.admin_error_too_long({ max }) }),
    );
