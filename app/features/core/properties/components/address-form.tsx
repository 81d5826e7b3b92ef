import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { limits } from "../../forms/schema";
import { type Address, addressSchema } from "../schema";

interface AddressFormProps {
  /** Null for a new property. */
  address: Address | null;
  /** Name of the draft. */
  draft: string;
  /** Label of the button. */
  submit: string;
  send: (address: Address, key: string) => Promise<void>;
}

const NO_ADDRESS: Address = { street: "", buildingName: "", unitNumber: "", area: "", landmark: "" };

export function AddressForm({ address, draft, submit, send }: AddressFormProps) {
  const form = useForm({
    initialValues: address ?? NO_ADDRESS,
    schema: addressSchema,
    draft,
    send: (typed, _form, key) => send(typed, key),
  });
  const { refusal, pending, formProps } = form;
  const optional = m.common_optional();
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <TextField
        {...form.field("street")}
        label={m.booking_street()}
        autoComplete="address-line1"
        maxLength={limits.street}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field("buildingName")}
          label={m.booking_building()}
          optional={optional}
          maxLength={limits.buildingName}
        />
        <TextField
          {...form.field("unitNumber")}
          label={m.booking_unit()}
          optional={optional}
          maxLength={limits.unitNumber}
        />
        <TextField
          {...form.field("area")}
          label={m.booking_area()}
          optional={optional}
          maxLength={limits.area}
        />
        <TextField
          {...form.field("landmark")}
          label={m.booking_landmark()}
          optional={optional}
          maxLength={limits.landmark}
        />
      </div>
      {refusal && (
        <p role="alert" className="text-sm text-error">
          {refusal.message}
        </p>
      )}
      <Button type="submit" disabled={pending}>
        {submit}
      </Button>
    </form>
  );
}
