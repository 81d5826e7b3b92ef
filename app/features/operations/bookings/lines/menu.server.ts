import type { Ctx } from "~/platform/context";
import { listChargedVat } from "../../../core/business/vat-rates.server";
import { listBookableItems } from "../../../core/catalogue/queries.server";
import { getOpening } from "../../scheduling/queries.server";
import type { Menu } from "./booking-lines";

export async function loadPriceMenu(ctx: Ctx): Promise<Menu> {
  const [items, opening, vatRates] = await Promise.all([
    listBookableItems(ctx),
    getOpening(ctx),
    listChargedVat(ctx),
  ]);
  return { items, opening, vatRates };
}
