import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { limits } from "../../forms/schema";
import { type Address, addressSchema } from "../schema";

interface AddressFormProps {
  /** Null for a new property. */
  address: Address | null;
  /** Label of the button. */
  submit: string;
  send: (address: Address) => Promise<void>;
}

export function AddressForm({ address, submit, send }: AddressFormProps) {
  const { errors, refusal, pending, formProps } = useForm({ schema: addressSchema, send });
  const optional = m.common_optional();
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <TextField
        name="street"
        label={m.booking_street()}
        autoComplete="address-line1"
        maxLength={limits.street}
        defaultValue={address?.street}
        required
        error={errors.street}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="buildingName"
          label={m.booking_building()}
          optional={optional}
          maxLength={limits.buildingName}
          defaultValue={address?.buildingName}
          error={errors.buildingName}
        />
        <TextField
          name="unitNumber"
          label={m.booking_unit()}
          optional={optional}
          maxLength={limits.unitNumber}
          defaultValue={address?.unitNumber}
          error={errors.unitNumber}
        />
        <TextField
          name="area"
          label={m.booking_area()}
          optional={optional}
          maxLength={limits.area}
          defaultValue={address?.area}
          error={errors.area}
        />
        <TextField
          name="landmark"
          label={m.booking_landmark()}
          optional={optional}
          maxLength={limits.landmark}
          defaultValue={address?.landmark}
          error={errors.landmark}
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
