import type { PostedForm } from "../../../core/forms/posted-form";
import { parseAccess } from "../../access/access-fields";
import { parseItems, withoutItems } from "../lines/item-fields";
import type { MenuView, SlotChoice } from "./views";

/** Form state after a refused submission without JavaScript. */
export interface PostedBooking extends PostedForm {
  form: "booking";
  menu: MenuView;
  alternatives: SlotChoice[] | null;
  /** Reference of the duplicate booking; submitting again with it creates a second one. */
  confirmDuplicateOf: string | null;
  /** Date and time that would not be held; submitting them again sends a request without a hold. */
  notHeldSlot: string | null;
}

/** Field of the offered slots; its value is date and time. */
export const OFFERED_SLOT_FIELD = "slot";

type Fields = Record<string, string>;

export function applyChosenSlot({ [OFFERED_SLOT_FIELD]: slot, ...fields }: Fields): Fields {
  const [preferredDate, preferredTime] = slot?.split(" ") ?? [];
  return preferredDate && preferredTime ? { ...fields, preferredDate, preferredTime } : fields;
}

export function groupFields(fields: Fields): object {
  const items = parseItems(fields);
  const { access, others } = parseAccess(withoutItems(fields));
  return { ...others, access, ...(items.length > 0 ? { items } : {}) };
}
