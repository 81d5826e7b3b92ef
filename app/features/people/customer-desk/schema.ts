import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { foreignCountries } from "~/platform/countries";
import { digitGroup } from "~/platform/text/sanitize-text";
import { emirateCodes } from "~/platform/uae/emirates";
import { TRN_PATTERN } from "~/platform/uae/trn";
import { NETWORK_ADDRESS_PATTERN } from "../../core/e-invoices/e-invoice";
import { customerName, email, officeText, openChoice, phone } from "../../core/forms/schema";

/** Contact input of the office, by the rules of the booking form, which it prefills. */
export const customerSchema = z
  .object({ name: customerName, phone: openChoice(phone), email: openChoice(email) })
  .check(
    z.refine(({ phone, email }) => phone !== undefined || email !== undefined, {
      path: ["phone"],
      error: () => m.customers_error_unreachable(),
    }),
  );

/** Text printed on invoices. */
const billed = (max: number) => openChoice(officeText(max));

/** Accepts groups as printed: "100 0000 0000 0011". */
const trn = z.string().check(digitGroup(), z.regex(TRN_PATTERN, { error: () => m.settings_error_trn() }));

/** Endpoint on the e-invoice network. */
const eAddress = z
  .string()
  .check(
    digitGroup(),
    z.regex(NETWORK_ADDRESS_PATTERN, { error: () => m.customers_billing_error_e_address() }),
  );

/** Billing input. A registered company needs an address on a tax invoice. `country`: empty for the UAE. */
export const billingSchema = z.object({
  company: billed(120),
  address: billed(300),
  trn: openChoice(trn),
  reminders: z.boolean(),
  street: billed(120),
  city: billed(60),
  emirate: openChoice(z.enum(emirateCodes)),
  country: openChoice(z.enum(foreignCountries)),
  region: billed(60),
  taxNumber: billed(40),
  eAddress: openChoice(eAddress),
  licence: billed(40),
  licenceAuthority: billed(120),
});
