import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { tooltip } from "~/ui/overlay/tooltip";
import { type ServiceIconName, type ServiceText, serviceIcons } from "../service";
import type { ServiceRecord } from "../views";
import { labelForIcon, ServiceIcon } from "./service-icon";

export const blankService: ServiceText = {
  name: "",
  nameAr: null,
  summary: "",
  summaryAr: null,
  icon: "wrench",
  durationMin: 60,
  bufferMin: 30,
  outdoor: false,
  accountingCode: null,
};

/** Fields of a service that the form edits. */
export function textOf(service: ServiceRecord): ServiceText {
  const { texts, icon, durationMin, bufferMin, outdoor, accountingCode } = service;
  const known = serviceIcons.find((one) => one === icon) ?? "wrench";
  return { ...texts, icon: known, durationMin, bufferMin, outdoor, accountingCode };
}

interface ServiceFormProps<Answer> {
  service: ServiceText;
  submit: string;
  send: (service: ServiceText) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  next?: (answer: Answer) => void;
  onClose: () => void;
}

export function ServiceForm<Answer>({ service, submit, onClose, ...then }: ServiceFormProps<Answer>) {
  const form = useForm({
    initialValues: {
      ...service,
      nameAr: service.nameAr ?? "",
      summaryAr: service.summaryAr ?? "",
      accountingCode: service.accountingCode ?? "",
    },
    ...then,
  });
  return (
    <EditForm label={m.catalogue_edit()} submit={submit} form={form} onClose={onClose}>
      <TwoLanguageField
        label={m.catalogue_name()}
        maxLength={80}
        required
        english={form.field("name")}
        arabic={form.field("nameAr")}
      />
      <TwoLanguageField
        label={m.catalogue_summary()}
        maxLength={300}
        rows={3}
        required
        english={form.field("summary")}
        arabic={form.field("summaryAr")}
      />
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField label={m.admin_services_duration()} {...form.number("durationMin")} />
        <TextField label={m.catalogue_buffer_min()} {...form.number("bufferMin")} />
      </div>
      <CheckLine {...form.flag("outdoor")}>{m.catalogue_outdoor_hint()}</CheckLine>
      <TextField
        label={m.catalogue_code()}
        hint={m.catalogue_code_hint()}
        optional={m.common_optional()}
        inputMode="numeric"
        autoComplete="off"
        {...form.field("accountingCode")}
      />
      <IconChoice chosen={form.values.icon} onChoose={(icon) => form.set({ icon })} />
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
      <legend className="mb-1.5 text-sm font-medium">{m.catalogue_icon()}</legend>
      <div className="flex flex-wrap gap-1.5">
        {serviceIcons.map((icon) => (
          <label
            key={icon}
            {...tooltip(labelForIcon(icon))}
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
              aria-label={labelForIcon(icon)}
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
