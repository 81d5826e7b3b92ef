import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { hasSeveralPhones, normalizePhone } from "./phone-input";

/** Check of a phone field. `invalid`: message for texts that contain no phone number. */
export const onePhone = (invalid: () => string) =>
  z.refine<string>((text) => normalizePhone(text) !== null, {
    error: ({ input }) => (hasSeveralPhones(String(input)) ? m.booking_error_phone_several() : invalid()),
  });
