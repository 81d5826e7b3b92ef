import * as z from "zod/mini";

/** What a signed-in customer need not type again. Answered by what keeps accounts. */
export const ownDetails = z.object({
  customerName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  addresses: z.array(
    z.object({
      street: z.string(),
      buildingName: z.string(),
      unitNumber: z.string(),
      area: z.string(),
      landmark: z.string(),
    }),
  ),
});
export type OwnDetails = z.output<typeof ownDetails>;
