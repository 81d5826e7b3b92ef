import { dubaiDate } from "~/platform/time";
import { fieldValue, isUnchosen } from "../../../forms/components/form-fields";
import { type FormRead, readAddress, readPerson, validate } from "../../../forms/components/read-form";
import { type BookingForm, bookingFormSchema } from "../../schema";
import { typedItems } from "./item-fields";
import { SAME_TECHNICIAN } from "./same-technician";

/** The booking form's fields, checked. */
export function readForm(form: HTMLFormElement): FormRead<BookingForm> {
  return validate(bookingFormSchema(dubaiDate(new Date())), typedIn(form));
}

/** The booking form's fields as they are typed. */
function typedIn(form: HTMLFormElement): Record<string, unknown> {
  const text = (name: string) => fieldValue(form, name);
  return {
    ...readPerson(form),
    service: text("service"),
    trade: text("trade"),
    items: typedItems(form),
    preferredDate: text("preferredDate"),
    // No time is none of the choices, not even "any time": the one that was chosen has gone.
    preferredTime: isUnchosen(form, "preferredTime") ? false : text("preferredTime"),
    sameTechnicianAs: text(SAME_TECHNICIAN),
    message: text("message"),
    addressParts: readAddress(form),
  };
}
