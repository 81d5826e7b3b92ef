import * as z from "zod/mini";
import { ownName } from "../field-names";
import { fieldValue } from "./form-fields";

/** One message for each field that is wrong, by its name. */
export type FieldErrors = Record<string, string>;
export type FormRead<Body> = { ok: true; body: Body } | { ok: false; errors: FieldErrors };

/** Checks what was typed by the rules that the server applies too. An address's parts go by their own names, as their fields do. */
export function readBy<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: Record<string, unknown>,
): FormRead<z.output<Schema>> {
  const checked = z.safeParse(schema, values);
  if (checked.success) return { ok: true, body: checked.data };
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error.issues) errors[ownName(path.join("."))] ??= message;
  return { ok: false, errors };
}

/** What `PersonFields` asks for. */
export function readPerson(form: HTMLFormElement) {
  const text = (name: string) => fieldValue(form, name);
  return { customerName: text("customerName"), email: text("email"), phone: text("phone") };
}

/** What `AddressField` asks for. */
export function readAddress(form: HTMLFormElement) {
  const text = (name: string) => fieldValue(form, name);
  return {
    street: text("street"),
    buildingName: text("buildingName"),
    unitNumber: text("unitNumber"),
    area: text("area"),
    landmark: text("landmark"),
  };
}
