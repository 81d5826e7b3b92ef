import ChevronDown from "lucide-react/icons/chevron-down";
import { useContext, useState } from "react";
import { m } from "~/paraglide/messages";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { PostedFieldsContext } from "~/ui/form/posted-fields";
import { drafted } from "../../../core/forms/components/form-fields";
import { limits } from "../../../core/forms/schema";
import { accessField, accessFields } from "../access-fields";
import { accessLimits } from "../schema";

/** Collapsed step of the booking forms. Plain form fields, which work without JavaScript. */
export function AccessStep({ errors }: { errors: Record<string, string | undefined> }) {
  const posted = useContext(PostedFieldsContext);
  const names = accessFields.map(accessField);
  const [wasFilled] = useState(() => names.some((name) => posted?.values[name] || drafted(name)));
  const isOpen = wasFilled || names.some((name) => errors[name]);
  return (
    <details className="group rounded border border-line" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 px-3 py-2 text-sm font-medium hover:bg-brass-soft">
        <span>{m.access_step()}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-3">
        <TextField
          name={accessField("parking")}
          label={m.access_parking()}
          hint={m.access_parking_hint()}
          maxLength={accessLimits.parking}
          autoComplete="off"
          dir="auto"
          error={errors[accessField("parking")]}
        />
        <Select
          name={accessField("permitBy")}
          label={m.access_permit()}
          error={errors[accessField("permitBy")]}
        >
          <option value="">{m.access_step_permit_none()}</option>
          <option value="customer">{m.access_step_permit_customer()}</option>
          <option value="office">{m.access_step_permit_office()}</option>
        </Select>
        <TextField
          name={accessField("makani")}
          label={m.access_makani()}
          hint={m.access_makani_hint()}
          inputMode="numeric"
          maxLength={14}
          autoComplete="off"
          error={errors[accessField("makani")]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name={accessField("siteContact")}
            label={m.access_site_contact()}
            maxLength={limits.name}
            autoComplete="off"
            dir="auto"
            error={errors[accessField("siteContact")]}
          />
          <TextField
            type="tel"
            name={accessField("sitePhone")}
            label={m.access_site_phone()}
            inputMode="tel"
            autoComplete="off"
            error={errors[accessField("sitePhone")]}
          />
        </div>
        <TextArea
          name={accessField("notes")}
          label={m.access_notes()}
          hint={m.access_notes_hint()}
          maxLength={accessLimits.notes}
          rows={2}
          dir="auto"
          error={errors[accessField("notes")]}
        />
      </div>
    </details>
  );
}
