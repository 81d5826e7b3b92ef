import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { countryName, foreignCountries } from "~/platform/countries";
import { emirates } from "~/platform/uae/emirates";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Section, SectionAction } from "~/ui/section";
import { NON_NETWORK_ADDRESS } from "../../../core/e-invoices/e-invoice";
import { useChangeBilling } from "../admin-client";
import type { CustomerDetail } from "../views";

/** Billing details of a customer, editable. */
export function CustomerBilling({ customer }: { customer: CustomerDetail }) {
  const [editing, setEditing] = useState(false);
  const mayManage = useMay("customers.manage");
  const { company, address, trn, reminders } = customer.billing;
  return (
    <Section
      title={m.customers_billing()}
      action={
        mayManage &&
        !editing && (
          <SectionAction label={m.customers_billing_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {editing ? (
        <BillingForm customer={customer} onClose={() => setEditing(false)} />
      ) : (
        <div className="flex flex-col gap-0.5 text-sm">
          <p className="font-medium">
            <bdi>{company ?? customer.name}</bdi>
          </p>
          <p className="text-muted">
            <bdi>{address ?? m.customers_billing_place()}</bdi>
          </p>
          {trn && <p className="figures text-muted">{m.invoices_trn({ trn })}</p>}
          {!reminders && <p className="text-brass-text">{m.customers_billing_reminders_off()}</p>}
        </div>
      )}
    </Section>
  );
}

const countryOptions = () =>
  foreignCountries
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name));

function BillingForm({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const change = useChangeBilling();
  const { id, version, billing } = customer;
  const form = useForm({
    initialValues: {
      company: billing.company ?? "",
      address: billing.address ?? "",
      trn: billing.trn ?? "",
      reminders: billing.reminders,
      street: billing.street ?? "",
      city: billing.city ?? "",
      emirate: billing.emirate ?? "",
      country: billing.country ?? "",
      region: billing.region ?? "",
      taxNumber: billing.taxNumber ?? "",
      eAddress: billing.eAddress ?? "",
      licence: billing.licence ?? "",
      licenceAuthority: billing.licenceAuthority ?? "",
    },
    send: (typed) => change.mutateAsync({ id, version, ...typed }),
    onDone: () => passingNotices.show({ title: m.customers_billing_saved(), tone: "success" }),
    next: onClose,
  });
  const isAbroad = form.values.country !== "";
  return (
    <EditForm label={m.customers_billing_edit()} submit={m.admin_save()} form={form} onClose={onClose}>
      <p className="text-sm text-muted">{m.customers_billing_hint()}</p>
      <TextField
        label={m.customers_billing_company()}
        hint={m.customers_billing_company_hint()}
        dir="auto"
        autoFocus
        maxLength={120}
        autoComplete="off"
        {...form.field("company")}
      />
      <TextArea
        label={m.customers_billing_address()}
        hint={m.customers_billing_address_hint()}
        dir="auto"
        rows={2}
        maxLength={300}
        {...form.field("address")}
      />
      <TextField
        label={m.customers_billing_trn()}
        hint={m.customers_billing_trn_hint()}
        inputMode="numeric"
        autoComplete="off"
        {...form.field("trn")}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="text-sm font-medium">{m.customers_billing_e_invoice()}</legend>
        <p className="text-sm text-muted">{m.customers_billing_e_invoice_hint()}</p>
        <Select label={m.customers_billing_country()} {...form.field("country")}>
          <option value="">{m.customers_billing_uae()}</option>
          {countryOptions().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          label={m.customers_billing_street()}
          dir="auto"
          maxLength={120}
          autoComplete="off"
          {...form.field("street")}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={m.customers_billing_city()}
            dir="auto"
            maxLength={60}
            autoComplete="off"
            {...form.field("city")}
          />
          {isAbroad ? (
            <TextField
              label={m.customers_billing_region()}
              dir="auto"
              maxLength={60}
              autoComplete="off"
              {...form.field("region")}
            />
          ) : (
            <Select label={m.customers_billing_emirate()} {...form.field("emirate")}>
              <option value="">–</option>
              {Object.entries(emirates).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </div>
        {isAbroad && (
          <TextField
            label={m.customers_billing_tax_number()}
            hint={m.customers_billing_tax_number_hint()}
            maxLength={40}
            autoComplete="off"
            {...form.field("taxNumber")}
          />
        )}
        <TextField
          label={m.customers_billing_e_address()}
          hint={m.customers_billing_e_address_hint({ outside: NON_NETWORK_ADDRESS })}
          inputMode="numeric"
          autoComplete="off"
          {...form.field("eAddress")}
        />
        <TextField
          label={m.customers_billing_licence()}
          hint={m.customers_billing_licence_hint()}
          maxLength={40}
          autoComplete="off"
          {...form.field("licence")}
        />
        <TextField
          label={m.customers_billing_licence_authority()}
          dir="auto"
          maxLength={120}
          autoComplete="off"
          {...form.field("licenceAuthority")}
        />
      </fieldset>
      <CheckLine checked={form.values.reminders} onChange={(reminders) => form.set({ reminders })}>
        {m.customers_billing_reminders()}
      </CheckLine>
    </EditForm>
  );
}
