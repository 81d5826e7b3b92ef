import type { PostedForm } from "../../forms/posted-form";
import { parseItems, withoutItems } from "../lines/item-names";
import type { MenuView, SlotChoice } from "../views";

/** What the booking form is answered with besides, where it was posted to its page and is not accepted. */
export interface PostedBooking extends PostedForm {
  form: "booking";
  /** What a booking is counted from. */
  menu: MenuView;
  /** Free slots instead of the one that has gone. */
  alternatives: SlotChoice[] | null;
  /** The reference of the same booking, which is there already; sent again, it is a second one. */
  confirmDuplicateOf: string | null;
}

/** The field of the slots that are offered, each date and time in one. */
export const OFFERED_SLOT = "slot";

type Fields = Record<string, string>;

/** A slot that was offered is both date and time. */
export function withChosenSlot({ [OFFERED_SLOT]: slot, ...fields }: Fields): Fields {
  const [preferredDate, preferredTime] = slot?.split(" ") ?? [];
  return preferredDate && preferredTime ? { ...fields, preferredDate, preferredTime } : fields;
}

/** What is counted of the price book goes as one. */
export function withItems(fields: Fields): object {
  const items = parseItems(fields);
  return { ...withoutItems(fields), ...(items.length > 0 ? { items } : {}) };
}
