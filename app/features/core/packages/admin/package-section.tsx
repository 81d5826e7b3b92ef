import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney, formatMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { amountOf } from "../../pricing/admin/price-form";
import { PricedRow, PriceGroup } from "../../pricing/admin/priced-row";
import { WithdrawButton } from "../../pricing/admin/withdraw-button";
import { PRICE_HORIZON_DAYS } from "../../pricing/schema";
import { usePlanPackagePrice, useWithdrawPackagePrice } from "../admin-client";
import { type PropertyType, propertyTypes } from "../contract";
import { labelForProperty } from "../labels";
import type { PackageBook, PackagePriceEntry } from "../package-price";

type Package = PackageBook["packages"][number];

export function PackageSection({ offered, day }: { offered: Package; day: string }) {
  return (
    <PriceGroup id={`package-${offered.id}`} name={offered.name} active={offered.active}>
      {propertyTypes.map((type) => (
        <PropertyPrice key={type} offered={offered} type={type} day={day} />
      ))}
    </PriceGroup>
  );
}

interface PropertyPriceProps {
  offered: Package;
  type: PropertyType;
  day: string;
}

function PropertyPrice({ offered, type, day }: PropertyPriceProps) {
  const prices = offered.prices.filter(({ propertyType }) => propertyType === type);
  return (
    <PricedRow
      title={labelForProperty(type)}
      about={m.pricing_package_for({ name: bidiIsolate(offered.name), property: labelForProperty(type) })}
      prices={prices}
      day={day}
      amountTextOf={({ fils }) => formatExactMoney(fils)}
      unitTextOf={() => m.pricing_per_year()}
      nextTextOf={({ fils }) => formatMoney(fils)}
      form={(onClose) => <ChangeForm offered={offered} type={type} current={prices[0]} onClose={onClose} />}
      line={(price) => <HistoryLine price={price} />}
    />
  );
}

function HistoryLine({ price }: { price: PackagePriceEntry }) {
  const withdraw = useWithdrawPackagePrice();
  const day = formatDay(price.effectiveFrom);
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="figures">
          <span className="block">{m.pricing_a_year({ price: formatMoney(price.fils) })}</span>
          <span className="block text-xs text-muted">{m.admin_price_from({ day })}</span>
        </p>
        <WithdrawButton price={price} withdraw={withdraw} />
      </div>
      <ChangeRefused error={withdraw.error} />
    </>
  );
}

interface ChangeFormProps {
  offered: Package;
  type: PropertyType;
  current: PackagePriceEntry | undefined;
  onClose: () => void;
}

function ChangeForm({ offered, type, current, onClose }: ChangeFormProps) {
  const [today] = useState(() => dubaiDate(new Date()));
  const plan = usePlanPackagePrice();
  const form = useForm({
    initialValues: {
      amount: amountOf(current?.fils),
      effectiveFrom: current && current.effectiveFrom >= today ? addDays(current.effectiveFrom, 1) : today,
    },
    send: ({ amount, effectiveFrom }) =>
      plan.mutateAsync({
        packageId: offered.id,
        propertyType: type,
        // NaN for an invalid amount, which the schema reports.
        fils: parseMoney(amount) ?? Number.NaN,
        effectiveFrom,
      }),
    onDone: () =>
      passingNotices.show({
        title: m.admin_price_planned({
          service: offered.name,
          day: formatDay(form.values.effectiveFrom),
        }),
        tone: "success",
      }),
    next: onClose,
  });
  return (
    <EditForm label={m.admin_price_change()} submit={m.admin_save()} form={form} onClose={onClose}>
      <TextField
        label={m.pricing_package_amount()}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        required
        {...form.field("amount")}
        error={form.errors.fils}
      />
      <DateField
        label={m.admin_price_effective()}
        hint={m.admin_price_effective_hint()}
        min={today}
        max={addDays(today, PRICE_HORIZON_DAYS)}
        required
        {...form.field("effectiveFrom")}
      />
    </EditForm>
  );
}
