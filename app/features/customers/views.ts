import * as z from "zod/mini";

/** An address of a customer, in its parts. */
export const propertyView = z.object({
  id: z.uuid(),
  address: z.object({
    street: z.string(),
    buildingName: z.string(),
    unitNumber: z.string(),
    area: z.string(),
    landmark: z.string(),
  }),
});

/** A customer as somebody on the phone is found. */
export const customerHit = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Whether they can sign in. */
  account: z.boolean(),
  /** The latest first. */
  properties: z.array(propertyView),
});
export type CustomerHit = z.output<typeof customerHit>;
