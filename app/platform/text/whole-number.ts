import * as z from "zod/mini";
import { parseWholeNumber } from "./numerals";

/** Whole number from a form or the API, with digits of any script. */
export const wholeNumber = (error: () => string) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === "string" ? parseWholeNumber(value) : value)),
    z.int({ error }),
  );
