import * as z from "zod/mini";
import { propertyAddress } from "../../../core/properties/views";
import { accessView } from "../../../operations/access/views";

export const ownPropertyView = z.object({
  id: z.uuid(),
  ...propertyAddress.shape,
  /** True if bookings refer to it, so that it can be changed but not removed. */
  inUse: z.boolean(),
  /** Access details; null if the record may belong to others, too. */
  access: z.nullable(accessView),
});
export type OwnPropertyView = z.output<typeof ownPropertyView>;
