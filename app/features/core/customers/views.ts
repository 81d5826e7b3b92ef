import * as z from "zod/mini";

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

export const customerHit = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  account: z.boolean(),
  /** Newest first. */
  properties: z.array(propertyView),
});
export type CustomerHit = z.output<typeof customerHit>;
