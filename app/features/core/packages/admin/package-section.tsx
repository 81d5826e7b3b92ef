import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { formatExactMoney, formatMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { amountOf } from "../../pricing/admin/price-form";
import { PricedRow, PriceGroup, PriceGroupNote } from "../../pricing/admin/priced-row";
import { WithdrawButton } from "../../pricing/admin/withdraw-button";
import { PRICE_HORIZON_DAYS } from "../../pricing/schema";
import { useEditPackage, usePlanPackagePrice, useWithdrawPackagePrice } from "../admin-client";
import { type PropertyType, propertyTypes } from "../contract";
import { labelForProperty } from "../labels";
import type { PackageBook, PackagePriceEntry } from "../package-price";

type Package = PackageBook["packages"][number];

const nameOf = ({ name, nameAr }: Package) => readerText(name, nameAr);

export function PackageSection({ offered, day }: { offered: Package; day: string }) {
  const [editing, setEditing] = useState(false);
  const mayManage = useMay("prices.manage");
  return (
    <PriceGroup
      id={`package-${offered.id}`}
      name={nameOf(offered)}
      active={offered.active}
      action={
        !editing && (
          <span className="flex items-center gap-3">
            <ArabicMissing texts={[offered.nameAr, offered.summaryAr]} />
            {mayManage && (
              <Button
                size="small"
                tone="plain"
                aria-label={m.pricing_package_edit_of({ name: bidiIsolate(nameOf(offered)) })}
                onClick={() => setEditing(true)}
              >
                {m.pricing_package_edit()}
              </Button>
            )}
          </span>
        )
      }
    >
      {editing && (
        <PriceGroupNote>
          <div className="max-w-xl">
            <TextsForm offered={offered} onClose={() => setEditing(false)} />
          </div>
        </PriceGroupNote>
      )}
      {propertyTypes.map((type) => (
        <PropertyPrice key={type} offered={offered} type={type} day={day} />
      ))}
    </PriceGroup>
  );
}

function TextsForm({ offered, onClose }: { offered: Package; onClose: () => void }) {
  const edit = useEditPackage();
  // The texts in the form and their version stay when a colleague's change is loaded.
  const [{ id, version, name, nameAr, summary, summaryAr }] = useState(offered);
  const form = useForm({
    initialValues: { name, nameAr: nameAr ?? "", summary, summaryAr: summaryAr ?? "" },
    send: (texts) => edit.mutateAsync({ id, version, ...texts }),
    next: onClose,
  });
  return (
    <EditForm label={m.pricing_package_edit()} submit={m.admin_save()} form={form} onClose={onClose}>
      <TwoLanguageField
        label={m.pricing_package_name()}
        maxLength={40}
        required
        autoFocus
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
    </EditForm>
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
      about={m.pricing_package_for({ name: bidiIsolate(nameOf(offered)), property: labelForProperty(type) })}
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
          service: nameOf(offered),
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
