import { m } from "~/paraglide/messages";
import { Select } from "~/ui/form/field";
import type { TextInput } from "~/ui/form/use-form";

/** Chooses whether cheques in hand are kept or handed back when their amount is paid otherwise. */
export function HeldChequesSelect({ label, field }: { label: string; field: TextInput }) {
  return (
    <Select label={label} {...field}>
      <option value="">{m.payments_held_cheques_choose()}</option>
      <option value="keep">{m.payments_held_cheques_keep()}</option>
      <option value="return">{m.payments_held_cheques_return()}</option>
    </Select>
  );
}
