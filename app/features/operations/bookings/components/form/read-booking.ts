import { dubaiDate } from "~/platform/time";
import { fieldValue, isUnchosen } from "../../../../core/forms/components/form-fields";
import {
  type FormRead,
  readAddress,
  readPerson,
  validate,
} from "../../../../core/forms/components/read-form";
import { accessField, accessFields } from "../../../access/access-fields";
import { type BookingForm, bookingFormSchema } from "../../schema";
import { typedItems } from "./item-fields";
import { SAME_TECHNICIAN } from "./same-technician";

export function readBookingForm(form: HTMLFormElement): FormRead<BookingForm> {
  return validate(bookingFormSchema(dubaiDate(new Date())), readFields(form));
}

function readFields(form: HTMLFormElement): Record<string, unknown> {
  const text = (name: string) => fieldValue(form, name);
  return {
    ...readPerson(form),
    service: text("service"),
    trade: text("trade"),
    items: typedItems(form),
    preferredDate: text("preferredDate"),
    // False if the chosen time was taken meanwhile: the customer must choose again, even for "any time".
    preferredTime: isUnchosen(form, "preferredTime") ? false : text("preferredTime"),
    sameTechnicianAs: text(SAME_TECHNICIAN),
    message: text("message"),
    messageChannel: text("messageChannel"),
    addressParts: readAddress(form),
    access: Object.fromEntries(accessFields.map((name) => [name, text(accessField(name))])),
  };
}
