import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { CheckLine } from "~/ui/form/check-line";
import { Select, TextArea, TextField } from "~/ui/form/field";
import type { Checked, Form } from "~/ui/form/use-form";
import { validate } from "../../../core/forms/components/read-form";
import { limits } from "../../../core/forms/schema";
import { formatPin, readPin } from "../access";
import { type AccessInput, accessLimits, accessSchema } from "../schema";
import type { AccessView } from "../views";

export interface TypedAccess {
  parking: string;
  notes: string;
  siteContact: string;
  sitePhone: string;
  makani: string;
  pin: string;
  permitNeeded: boolean;
  permitBy: string;
  permitUntil: string;
}

export function typedOf({ sitePhone, pin, ...access }: AccessView): TypedAccess {
  return {
    parking: access.parking,
    notes: access.notes,
    siteContact: access.siteContact,
    sitePhone: sitePhone ? formatPhone(sitePhone) : "",
    makani: access.makani ?? "",
    pin: pin ? formatPin(pin) : "",
    permitNeeded: access.permitNeeded,
    permitBy: access.permitBy ?? "",
    permitUntil: access.permitUntil ?? "",
  };
}

/** Validates with the server's schema. */
export function checkAccess(typed: TypedAccess): Checked<AccessInput> {
  const pin = typed.pin.trim() ? readPin(typed.pin) : null;
  if (typed.pin.trim() && !pin) return { ok: false, errors: { pin: m.access_error_pin() } };
  const read = validate(accessSchema, {
    parking: typed.parking,
    notes: typed.notes,
    siteContact: typed.siteContact,
    sitePhone: typed.sitePhone.trim() || null,
    makani: typed.makani.trim() || null,
    pin,
    permitNeeded: typed.permitNeeded,
    permitBy: typed.permitBy || null,
    permitUntil: typed.permitUntil || null,
  });
  return read.ok ? { ok: true, input: read.body } : read;
}

/** Fields of access details, for office and customers. */
export function AccessFields({ form }: { form: Pick<Form<TypedAccess>, "field" | "set" | "values"> }) {
  const { values } = form;
  return (
    <>
      <TextField
        label={m.access_parking()}
        hint={m.access_parking_hint()}
        dir="auto"
        maxLength={accessLimits.parking}
        autoComplete="off"
        {...form.field("parking")}
      />
      <TextArea
        label={m.access_notes()}
        hint={m.access_notes_hint()}
        dir="auto"
        rows={3}
        maxLength={accessLimits.notes}
        {...form.field("notes")}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.access_site_contact()}
          maxLength={limits.name}
          autoComplete="off"
          {...form.field("siteContact")}
        />
        <TextField
          label={m.access_site_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...form.field("sitePhone")}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.access_makani()}
          hint={m.access_makani_hint()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          {...form.field("makani")}
        />
        <TextField
          label={m.access_pin()}
          hint={m.access_pin_hint()}
          autoComplete="off"
          dir="ltr"
          maxLength={500}
          {...form.field("pin")}
        />
      </div>
      <CheckLine checked={values.permitNeeded} onChange={(permitNeeded) => form.set({ permitNeeded })}>
        {m.access_permit_needed()}
      </CheckLine>
      {values.permitNeeded && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Select label={m.access_permit_by()} {...form.field("permitBy")}>
            <option value="">{m.access_permit_by_undecided()}</option>
            <option value="customer">{m.access_permit_by_customer()}</option>
            <option value="office">{m.access_permit_by_office()}</option>
          </Select>
          <TextField label={m.access_permit_last_day()} type="date" {...form.field("permitUntil")} />
        </div>
      )}
    </>
  );
}
