import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { serviceIcons } from "./service";

/** What the office may write about a service. */

const required = () => m.admin_error_required();

const text = (max: number) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(max, { error: () => m.admin_error_too_long({ max }) }),
    );

const minutes = (min: number, max: number) => {
  const error = () => m.admin_error_minutes({ min, max });
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};

export const serviceSchema = z.object({
  name: text(80),
  summary: text(300),
  icon: z.enum(serviceIcons, { error: required }),
  durationMin: minutes(15, 720),
  bufferMin: minutes(0, 240),
  outdoor: z.boolean({ error: required }),
});
