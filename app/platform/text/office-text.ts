import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { trimmed } from "./typed-text";

/** What is said where the office left something out. */
export const required = () => m.admin_error_required();

/** A text that the office has to write: trimmed, not empty, at most `max` characters. */
export const officeText = (max: number) =>
  z
    .string({ error: required })
    .check(
      trimmed(max),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(max, { error: () => m.admin_error_too_long({ max }) }),
    );
