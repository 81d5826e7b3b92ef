import * as z from "zod/mini";

export const propertyAddress = z.object({
  street: z.string(),
  buildingName: z.string(),
  unitNumber: z.string(),
  area: z.string(),
  landmark: z.string(),
});

export const propertyView = z.object({ id: z.uuid(), address: propertyAddress });
export type PropertyView = z.output<typeof propertyView>;
