import { useState } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { EditForm, fieldErrors } from "~/ui/edit-form";
import { TextArea, TextField } from "~/ui/field";
import { type ServiceIconName, type ServiceText, serviceIcons } from "../service";
import type { ServiceRecord } from "../views";
import { ServiceIcon } from "./service-icon";

export const blankService: ServiceText = {
  name: "",
  summary: "",
  icon: "wrench",
  durationMin: 60,
  bufferMin: 30,
  outdoor: false,
};

/** What of a service the form changes. */
export function textOf({ name, summary, icon, durationMin, bufferMin, outdoor }: ServiceRecord): ServiceText {
  const known = serviceIcons.find((one) => one === icon) ?? "wrench";
  return { name, summary, icon: known, durationMin, bufferMin, outdoor };
}

interface ServiceFormProps {
  service: ServiceText;
  submit: string;
  change: { isPending: boolean; error: Error | null };
  onSubmit: (service: ServiceText) => void;
  onClose: () => void;
}

export function ServiceForm({ service, submit, change, onSubmit, onClose }: ServiceFormProps) {
  const [typed, setTyped] = useState(service);
  const errors = fieldErrors(change.error);
  const write = (part: Partial<ServiceText>) => setTyped((typed) => ({ ...typed, ...part }));
  const minutes = (name: "durationMin" | "bufferMin") => ({
    type: "number",
    inputMode: "numeric" as const,
    step: 5,
    // An empty field is no number: nothing stands in it, and the server says what is missing.
    value: Number.isNaN(typed[name]) ? "" : typed[name],
    error: errors[name],
    onChange: (event: { target: HTMLInputElement }) => write({ [name]: event.target.valueAsNumber }),
  });
  return (
    <EditForm
      label={m.admin_services_edit()}
      submit={submit}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => onSubmit(typed)}
      onClose={onClose}
    >
      <TextField
        label={m.admin_services_name()}
        value={typed.name}
        maxLength={80}
        required
        error={errors.name}
        onChange={(event) => write({ name: event.target.value })}
      />
      <TextArea
        label={m.admin_services_summary()}
        value={typed.summary}
        maxLength={300}
        rows={3}
        required
        error={errors.summary}
        onChange={(event) => write({ summary: event.target.value })}
      />
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField label={m.admin_services_duration()} min={15} max={720} {...minutes("durationMin")} />
        <TextField label={m.admin_services_buffer_min()} min={0} max={240} {...minutes("bufferMin")} />
      </div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={typed.outdoor}
          onChange={(event) => write({ outdoor: event.target.checked })}
          className="size-4 shrink-0 accent-action"
        />
        {m.admin_services_outdoor_hint()}
      </label>
      <IconChoice chosen={typed.icon} onChoose={(icon) => write({ icon })} />
    </EditForm>
  );
}

interface IconChoiceProps {
  chosen: ServiceIconName;
  onChoose: (icon: ServiceIconName) => void;
}

function IconChoice({ chosen, onChoose }: IconChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{m.admin_services_icon()}</legend>
      <div className="flex flex-wrap gap-1.5">
        {serviceIcons.map((icon) => (
          <label
            key={icon}
            title={icon}
            className={classNames(
              "grid size-10 cursor-pointer place-items-center rounded border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              icon === chosen
                ? "border-accent bg-brass-soft text-brass-text"
                : "border-line text-muted hover:border-accent",
            )}
          >
            <input
              type="radio"
              name="icon"
              aria-label={icon}
              checked={icon === chosen}
              onChange={() => onChoose(icon)}
              className="sr-only"
            />
            <ServiceIcon name={icon} className="size-5" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
