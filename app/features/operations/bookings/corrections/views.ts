import * as z from "zod/mini";
import { correctedFields } from "../booking";
import { fromTo } from "../view-fields";

/** A corrected field. Durations are minutes, prices fils. */
export const correction = z.object({
  field: z.enum([...correctedFields, "price"]),
  ...fromTo(z.union([z.string(), z.int()])).shape,
});
export type CorrectionView = z.output<typeof correction>;
