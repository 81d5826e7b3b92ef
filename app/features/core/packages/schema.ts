import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { customerName, email, message, phone, securityCheckSchema } from "../forms/schema";
import { addressSchema } from "../properties/schema";
import { propertyTypes } from "./contract";

/** Fields of the contract request, with the rules and messages of a booking. */
export const contractFormSchema = z.object({
  customerName,
  email,
  phone,
  packageId: z
    .string({ error: () => m.contract_error_package_required() })
    .check(z.minLength(1, { error: () => m.contract_error_package_required() })),
  propertyType: z.enum(propertyTypes, { error: () => m.contract_error_property_required() }),
  message,
  /** The office's choice if several customers have the phone; others cannot choose. */
  customerId: z.optional(z.uuid()),
  addressParts: z.prefault(addressSchema, { street: "" }),
});

export const contractRequestSchema = z.extend(contractFormSchema, { securityCheck: securityCheckSchema });

export type ContractForm = z.output<typeof contractFormSchema>;
