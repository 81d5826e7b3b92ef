import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { TextArea } from "~/ui/form/field";
import type { TextInput } from "~/ui/form/use-form";
import type { TechnicianChoice } from "../../visits/views";

interface OverrideFieldProps {
  chosen: Pick<TechnicianChoice, "name" | "conflictText">;
  field: TextInput;
}

export function OverrideField({ chosen, field }: OverrideFieldProps) {
  return (
    <TextArea
      label={m.admin_assign_override()}
      hint={m.office_bookings_assign_override_hint({
        name: bidiIsolate(chosen.name),
        why: chosen.conflictText ?? "",
      })}
      maxLength={500}
      rows={2}
      required
      {...field}
    />
  );
}
