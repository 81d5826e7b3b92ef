import * as z from "zod/mini";
import { email, openChoice } from "../../forms/schema";
import { bookingFormSchema } from "../schema";

/** What the office asks of somebody who calls: the visitors' form, but that a caller may have no email. */
export const officeRequestSchema = (today: string) =>
  z.extend(bookingFormSchema(today), { email: openChoice(email) });

export type OfficeRequestForm = z.output<ReturnType<typeof officeRequestSchema>>;
