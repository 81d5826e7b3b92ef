import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Field, Select, TextField } from "~/ui/form/field";
import { NumericInput } from "~/ui/form/numeric-input";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { useChangeSettings } from "../admin-client";
import {
  groupSchema,
  type OpeningHours,
  type Setting,
  type SettingField,
  type SettingGroup,
  settings,
} from "../settings";
import { WeekFields } from "./week-fields";

interface SettingsFormProps {
  label: string;
  /** True if the label is a visible heading. */
  titled: boolean;
  group: SettingGroup;
  values: Record<string, unknown>;
  version: number;
}

/** Form of a group of settings, generated from settings.ts. */
export function SettingsForm({ label, titled, group, values, version }: SettingsFormProps) {
  const change = useChangeSettings();
  const names = Object.keys(values);
  const form = useForm({
    initialValues: values,
    schema: groupSchema(group, names),
    send: (values) => change.mutateAsync({ group, version, values }),
    onDone: () => passingNotices.show({ title: m.settings_saved(), tone: "success" }),
  });
  const fields = settings[group] as Record<string, Setting<unknown>>;
  return (
    <form {...form.formProps} aria-label={label} className="flex flex-col gap-4">
      {titled && <h3 className="text-sm font-semibold">{label}</h3>}
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <SettingControl
            key={name}
            name={name}
            setting={fields[name]!}
            value={form.values[name]}
            error={form.errors[name]}
            errors={form.errors}
            onChange={(value) => form.set({ [name]: value })}
          />
        ))}
      </div>
      <ChangeRefused error={form.refusal} />
      <Button type="submit" size="small" className="self-start" disabled={form.pending || !form.dirty}>
        {form.pending ? m.admin_working() : m.admin_save()}
      </Button>
    </form>
  );
}

interface ControlProps {
  name: string;
  setting: Setting<unknown>;
  value: unknown;
  error: string | undefined;
  /** Errors by `name.index.part`. */
  errors: Record<string, string>;
  onChange: (value: unknown) => void;
}

function SettingControl({ name, setting, value, error, errors, onChange }: ControlProps) {
  const { field } = setting;
  const fieldProps = { name, label: setting.label(), hint: setting.hint?.(), error };
  switch (field.kind) {
    case "week":
      return (
        <WeekFields
          label={fieldProps.label}
          hint={fieldProps.hint}
          week={value as OpeningHours[]}
          errorOf={(index) => Object.entries(errors).find(([at]) => at.startsWith(`${name}.${index}`))?.[1]}
          onChange={onChange}
        />
      );
    case "choice":
      return (
        <Select {...fieldProps} value={String(value)} onChange={({ target }) => onChange(target.value)}>
          {Object.entries(field.choices).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label()}
            </option>
          ))}
        </Select>
      );
    case "number":
      return (
        <Field label={fieldProps.label} hint={fieldProps.hint} error={error}>
          {(wiring) => (
            <span className="flex items-center gap-2">
              <NumericInput
                {...wiring}
                name={name}
                className="figures min-h-11 w-28 rounded border border-control bg-surface px-3.5 text-end text-base aria-invalid:border-error"
                value={String(value)}
                onChange={({ target }) => onChange(target.value)}
              />
              <span className="text-sm text-muted">{field.unit()}</span>
            </span>
          )}
        </Field>
      );
    default:
      return (
        <TextField
          {...fieldProps}
          type={inputTypes[field.kind]}
          dir="auto"
          optional={field.optional && m.settings_optional()}
          value={String(value ?? "")}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

const inputTypes: Record<Exclude<SettingField["kind"], "week" | "choice" | "number">, string> = {
  text: "text",
  email: "email",
  phone: "tel",
  url: "url",
};
