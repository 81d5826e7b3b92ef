import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { trimmedText } from "./sanitize-text";

export const requiredMessage = () => m.admin_error_required();

export const requiredTextField = (max: number) =>
  z
    .string({ error: requiredMessage })
    .check(
      trimmedText(max),
      z.minLength(1, { error: requiredMessage, abort: true }),
      z.maxLength(max, { error: () => m.admin_error_too_long({ max }) }),
    );
