import * as z from "zod/mini";
import { email, openChoice } from "../../../core/forms/schema";
import { bookingFormSchema } from "../schema";

/** The booking form without the required email, because callers may have none. */
export const officeRequestSchema = (today: string) =>
  z.extend(bookingFormSchema(today), { email: openChoice(email) });

export type OfficeRequestForm = z.output<ReturnType<typeof officeRequestSchema>>;
