import * as z from "zod/mini";
import { fieldNameOf } from "../field-names";
import { fieldValue } from "./form-fields";

export type FieldErrors = Record<string, string>;
export type FormRead<Body> = { ok: true; body: Body } | { ok: false; errors: FieldErrors };

/** Uses the server's schema. Address parts keep their own names. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: Record<string, unknown>,
): FormRead<z.output<Schema>> {
  const checked = z.safeParse(schema, values);
  if (checked.success) return { ok: true, body: checked.data };
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error.issues) errors[fieldNameOf(path.join("."))] ??= message;
  return { ok: false, errors };
}

export function readPerson(form: HTMLFormElement) {
  const text = (name: string) => fieldValue(form, name);
  return { customerName: text("customerName"), email: text("email"), phone: text("phone") };
}

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
