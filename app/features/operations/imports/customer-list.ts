import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";
import { digitGroup, plainLine } from "~/platform/text/sanitize-text";
import { TRN_PATTERN } from "~/platform/uae/trn";
import { customerName, email, phone } from "../../core/forms/schema";
import { addressColumns, readAddress, readCells } from "./row-cells";

declare module "~/platform/events/events" {
  interface Events {
    /** Customers were imported. `places`: addresses added to existing customers. */
    "customer.imported": Silent<{ added: number; places: number }>;
  }
}

export const customerColumns = ["name", "phone", "email", "company", "trn", ...addressColumns] as const;

/** The list has no dates. */
export const customerDateColumns = [] as const;

export const customerRow = z.pipe(
  z.object({
    name: customerName,
    phone: z.string(),
    email: z.string(),
    company: z
      .string()
      .check(plainLine(), z.maxLength(200, { error: () => m.imports_error_long({ max: 200 }) })),
    trn: z.string().check(
      digitGroup(),
      z.refine((trn) => trn === "" || TRN_PATTERN.test(trn), { error: () => m.settings_error_trn() }),
    ),
    street: z.string(),
    building: z.string(),
    unit: z.string(),
    area: z.string(),
    landmark: z.string(),
  }),
  z.transform((row, { issues }) => {
    const { name, company, trn } = row;
    const { report, read } = readCells(row, issues);
    const contact = { phone: read("phone", phone), email: read("email", email) };
    if (row.phone === "" && row.email === "") report("phone", m.imports_error_no_contact());
    const hasAddress = addressColumns.some((column) => row[column] !== "");
    const address = hasAddress ? readAddress(row, report) : null;
    return { name, ...contact, company: company || null, trn: trn || null, place: address };
  }),
);
export type CustomerRow = z.output<typeof customerRow>;
