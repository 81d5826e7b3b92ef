import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { packageBookQuery } from "../../../core/packages/admin-client";
import { paymentPlans, propertyTypes } from "../../../core/packages/contract";
import { DEFAULT_INSTALMENTS, instalmentCounts } from "../../../core/packages/instalments";
import { labelForProperty } from "../../../core/packages/labels";
import { useAgreeContract } from "../admin-client";
import { labelForPaymentPlan } from "../labels";
import { agreementSchema } from "../schema";
import type { ContractDetail } from "../views";

/** Package, property, first day and payment plan. Fixed once an invoice is issued. */
export function AgreeForm({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const agree = useAgreeContract();
  const { data: book } = useQuery(packageBookQuery);
  const { id, version, packageId, propertyType, paymentPlan } = contract;
  const [today] = useState(() => dubaiDate(new Date()));
  const form = useForm({
    initialValues: {
      packageId,
      propertyType: propertyType as string,
      startsOn: contract.startsOn ?? today,
      paymentPlan: paymentPlan as string,
      instalments: contract.instalments.length || DEFAULT_INSTALMENTS,
    },
    schema: agreementSchema(today),
    send: (agreed) => agree.mutateAsync({ id, version, ...agreed }),
    next: onClose,
  });
  const { values } = form;
  const asAsked = values.packageId === packageId && values.propertyType === propertyType;
  const listed = book?.packages
    .find((one) => one.id === values.packageId)
    ?.prices.find((price) => price.propertyType === values.propertyType && price.effectiveFrom <= today);
  const fils = asAsked ? contract.priceFils : listed?.fils;
  return (
    <EditForm label={m.contract_agree()} submit={m.contract_agree_submit()} form={form} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label={m.contract_office_package()} autoFocus {...form.field("packageId")}>
          {(book?.packages ?? [{ id: packageId, name: contract.packageName, active: true }])
            .filter((one) => one.active || one.id === packageId)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </Select>
        <Select label={m.contract_office_home()} {...form.field("propertyType")}>
          {propertyTypes.map((type) => (
            <option key={type} value={type}>
              {labelForProperty(type)}
            </option>
          ))}
        </Select>
        <DateField label={m.contract_first_day()} min={today} {...form.field("startsOn")} />
        <Select label={m.contract_payment_plan()} {...form.field("paymentPlan")}>
          {paymentPlans.map((plan) => (
            <option key={plan} value={plan}>
              {labelForPaymentPlan(plan)}
            </option>
          ))}
        </Select>
        {values.paymentPlan === "cheques" && (
          <Select
            label={m.contract_instalments()}
            name="instalments"
            value={String(values.instalments)}
            error={form.errors.instalments}
            onChange={({ target }) => form.set({ instalments: Number(target.value) })}
          >
            {instalmentCounts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        )}
      </div>
      {values.paymentPlan === "cheques" && (
        <p className="text-sm text-muted">{m.contract_instalments_hint()}</p>
      )}
      {fils !== undefined && (
        <p className="figures text-sm">
          {asAsked
            ? m.contract_price_requested({ price: formatMoney(fils) })
            : m.contract_price_today({ price: formatMoney(fils) })}
        </p>
      )}
    </EditForm>
  );
}
