import * as z from "zod/mini";
import { propertyView } from "../properties/views";

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
