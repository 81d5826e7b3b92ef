import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { addressSchema, customerName, email, phone } from "../bookings/schema";

declare module "~/platform/events" {
  interface Events {
    /** Customers came in from a list. `places`: addresses of customers who were there already. */
    "customer.imported": { added: number; places: number };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Only what was tried, and had nothing wrong, is imported. */
    "import-not-ready": unknown;
  }
}

/** More rows are several files. */
export const MOST_CUSTOMERS = 10_000;

export const customerColumns = [
  "name",
  "phone",
  "email",
  "company",
  "trn",
  "street",
  "building",
  "unit",
  "area",
  "landmark",
] as const;

/** What a row of customers says, by the rules of the forms. */
export const customerRow = z.pipe(
  z.object({
    name: customerName,
    phone: z.string(),
    email: z.string(),
    company: z.string().check(z.maxLength(200, { error: () => m.imports_error_long({ max: 200 }) })),
    trn: z.string().check(z.regex(/^(\d{15})?$/, { error: () => m.imports_error_trn() })),
    street: z.string(),
    building: z.string(),
    unit: z.string(),
    area: z.string(),
    landmark: z.string(),
  }),
  z.transform((row, context) => {
    const { name, company, trn, street, building, unit, area, landmark } = row;
    const tell = (column: string, message: string) =>
      context.issues.push({ code: "custom", path: [column], message, input: row });
    const read = <Value>(column: string, given: string, rule: z.ZodMiniType<Value>): Value | null => {
      if (given === "") return null;
      const parsed = z.safeParse(rule, given);
      if (parsed.success) return parsed.data;
      tell(column, parsed.error.issues[0]!.message);
      return null;
    };
    const who = { phone: read("phone", row.phone, phone), email: read("email", row.email, email) };
    if (row.phone === "" && row.email === "") tell("phone", m.imports_error_no_contact());
    const written = [street, building, unit, area, landmark].some((part) => part !== "");
    let place: z.output<typeof addressSchema> | null = null;
    if (written) {
      const given = { street, buildingName: building, unitNumber: unit, area, landmark };
      const parsed = z.safeParse(addressSchema, given);
      if (parsed.success) place = parsed.data;
      else
        for (const { path, message } of parsed.error.issues)
          tell(columnOf[String(path[0])] ?? "street", message);
    }
    return { name, ...who, company: company || null, trn: trn || null, place };
  }),
);
export type CustomerRow = z.output<typeof customerRow>;

const columnOf: Record<string, string> = {
  street: "street",
  buildingName: "building",
  unitNumber: "unit",
  area: "area",
  landmark: "landmark",
};
