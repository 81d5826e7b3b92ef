import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { AddressField } from "~/features/bookings/components/address-field";
import { fieldValue } from "~/features/bookings/components/form-fields";
import { errorsByField, type FormRead, SecuredForm } from "~/features/bookings/components/secured-form";
import { m } from "~/paraglide/messages";
import { TextArea, TextField } from "~/ui/field";
import { notices } from "~/ui/toast-store";
import { contractFormSchema, type ContractForm as Fields } from "../schema";

export interface ContractFormProps {
  /** The choices of package and property stand on the page, and belong to the form by this. */
  id: string;
  labelledBy: string;
  /** The page to see afterwards. */
  sentPath: string;
}

/** Asks for an AMC contract: who, and where. */
export function ContractForm({ id, labelledBy, sentPath }: ContractFormProps) {
  const navigate = useNavigate();

  function succeed() {
    const notice = { title: m.contract_requested_title(), description: m.contract_requested() };
    notices.show({ ...notice, tone: "success" });
    navigate(sentPath);
  }

  return (
    <SecuredForm
      action="/api/contracts/requests"
      id={id}
      labelledBy={labelledBy}
      read={readForm}
      onSent={succeed}
      words={{
        submit: m.contract_submit(),
        submitting: m.contract_submitting(),
        failed: m.contract_failed(),
        promise: m.contract_promise(),
      }}
    >
      {(errors, form) => (
        <>
          <fieldset className="flex flex-col gap-4">
            <legend className="contents">
              <span className="text-lg font-semibold">{m.booking_section_personal()}</span>
            </legend>
            <TextField
              name="customerName"
              label={m.booking_name()}
              autoComplete="name"
              required
              error={errors.customerName}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                name="email"
                type="email"
                label={m.booking_email()}
                autoComplete="email"
                inputMode="email"
                required
                error={errors.email}
              />
              <TextField
                name="phone"
                type="tel"
                label={m.booking_phone()}
                autoComplete="tel"
                inputMode="tel"
                placeholder={m.booking_phone_example()}
                required
                error={errors.phone}
              />
            </div>
          </fieldset>
          <fieldset className="flex flex-col gap-4 border-t border-line pt-6">
            <legend className="contents">
              <span className="text-lg font-semibold">{m.booking_section_address()}</span>
            </legend>
            <AddressField form={form} errors={errors} />
            <TextArea
              name="message"
              label={m.contract_message()}
              optional={m.common_optional()}
              placeholder={m.contract_message_example()}
              rows={3}
              error={errors.message}
            />
          </fieldset>
        </>
      )}
    </SecuredForm>
  );
}

function readForm(form: HTMLFormElement): FormRead<Fields> {
  const text = (name: string) => fieldValue(form, name);
  const checked = z.safeParse(contractFormSchema, {
    customerName: text("customerName"),
    email: text("email"),
    phone: text("phone"),
    packageId: text("packageId"),
    propertyType: text("propertyType"),
    message: text("message"),
    addressParts: {
      street: text("street"),
      buildingName: text("buildingName"),
      unitNumber: text("unitNumber"),
      area: text("area"),
      landmark: text("landmark"),
    },
  });
  return checked.success
    ? { ok: true, body: checked.data }
    : { ok: false, errors: errorsByField(checked.error.issues) };
}
