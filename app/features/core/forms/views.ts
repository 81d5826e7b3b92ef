import * as z from "zod/mini";
import { customerChannels } from "~/platform/messaging/channel";

export const securityQuestion = z.object({ id: z.uuid(), a: z.int(), b: z.int() });
export type SecurityQuestion = z.output<typeof securityQuestion>;

export const mapsAccess = z.object({ apiKey: z.nullable(z.string()), scriptBase: z.string() });
export type MapsAccess = z.output<typeof mapsAccess>;

export const ownDetails = z.object({
  customerName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  messageChannel: z.nullable(z.enum(customerChannels)),
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
