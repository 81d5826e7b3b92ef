import { m } from "~/paraglide/messages";
import type { Emirate } from "~/platform/uae/emirates";

const names: Record<Emirate, () => string> = {
  AUH: m.books_emirate_auh,
  DXB: m.books_emirate_dxb,
  SHJ: m.books_emirate_shj,
  AJM: m.books_emirate_ajm,
  UAQ: m.books_emirate_uaq,
  RAK: m.books_emirate_rak,
  FUJ: m.books_emirate_fuj,
};

/** In the language of the page; addresses have the English name (`emirates`). */
export function labelForEmirate(emirate: Emirate): string {
  return names[emirate]();
}
