import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatMoney, parseMoney } from "~/platform/money";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { TextField } from "~/ui/field";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/toast-store";
import { amountOf } from "../../pricing/admin/price-form";
import { onDay } from "../../pricing/price";
import { PRICE_HORIZON_DAYS } from "../../pricing/schema";
import { usePlanPackagePrice, useWithdrawPackagePrice } from "../admin-client";
import { type PropertyType, propertyTypes } from "../contract";
import type { PackageBook, PackagePriceEntry } from "../package-price";
import { wordForProperty } from "../words";

type Package = PackageBook["packages"][number];

/** What a package costs a year for each kind of property, as it is on a day of Dubai. */
export function PackageSection({ offered, day }: { offered: Package; day: string }) {
  return (
    <section aria-labelledby={`package-${offered.id}`}>
      <header className="flex items-center gap-3 pb-2">
        <h2 id={`package-${offered.id}`} className="text-sm font-semibold">
          {offered.name}
        </h2>
        {!offered.active && <Badge>{m.pricing_archived()}</Badge>}
      </header>
      <ul>
        {propertyTypes.map((type) => (
          <PropertyPrice key={type} offered={offered} type={type} day={day} />
        ))}
      </ul>
    </section>
  );
}

interface PropertyPriceProps {
  offered: Package;
  type: PropertyType;
  day: string;
}

function PropertyPrice({ offered, type, day }: PropertyPriceProps) {
  const [open, setOpen] = useState<"history" | "change" | null>(null);
  const mayManage = useMay("prices.manage");
  const prices = offered.prices.filter(({ propertyType }) => propertyType === type);
  const shown = onDay(prices, day);
  const next = prices.findLast(({ effectiveFrom }) => effectiveFrom > day);
  const about = m.pricing_package_for({ name: offered.name, property: wordForProperty(type) });
  const toggle = (part: "history" | "change") => setOpen(open === part ? null : part);
  return (
    <li className="border-t border-line py-2.5 text-sm">
      <div className="grid items-start gap-x-6 gap-y-1 md:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_auto]">
        <p className="flex min-h-9 items-center font-medium">{wordForProperty(type)}</p>
        <p className="figures flex min-h-9 flex-col justify-center">
          {shown ? (
            <>
              <span>{m.pricing_a_year({ price: formatMoney(shown.fils) })}</span>
              <span className="text-xs text-muted">
                {m.admin_price_since({ day: formatDay(shown.effectiveFrom) })}
              </span>
            </>
          ) : (
            <span className="text-muted">{m.pricing_not_yet()}</span>
          )}
        </p>
        <p className="figures flex min-h-9 flex-col justify-center text-xs text-muted">
          {next && (
            <span className="w-fit rounded bg-brass-soft px-1.5 py-0.5 text-brass-text">
              {m.pricing_next({ day: formatDay(next.effectiveFrom), price: formatMoney(next.fils) })}
            </span>
          )}
        </p>
        <p className="flex gap-1 md:justify-end">
          <Button
            size="small"
            tone="plain"
            aria-expanded={open === "history"}
            aria-label={m.pricing_history_of({ item: about })}
            onClick={() => toggle("history")}
          >
            {m.pricing_history()}
          </Button>
          {mayManage && (
            <Button
              size="small"
              tone="quiet"
              aria-expanded={open === "change"}
              aria-label={m.pricing_change_of({ item: about })}
              onClick={() => toggle("change")}
            >
              {m.admin_price_change()}
            </Button>
          )}
        </p>
      </div>
      {open === "change" && (
        <div className="max-w-xl pt-2">
          <ChangeForm offered={offered} type={type} current={prices[0]} onClose={() => setOpen(null)} />
        </div>
      )}
      {open === "history" && (
        <ul className="flex max-w-xl flex-col gap-2 pt-2">
          {prices.map((price) => (
            <HistoryLine key={price.id} price={price} />
          ))}
        </ul>
      )}
    </li>
  );
}

function HistoryLine({ price }: { price: PackagePriceEntry }) {
  const withdraw = useWithdrawPackagePrice();
  const mayManage = useMay("prices.manage");
  const day = formatDay(price.effectiveFrom);
  return (
    <li>
      <div className="flex items-start justify-between gap-3">
        <p className="figures">
          <span className="block">{m.pricing_a_year({ price: formatMoney(price.fils) })}</span>
          <span className="block text-xs text-muted">{m.admin_price_from({ day })}</span>
        </p>
        {mayManage && price.canWithdraw && (
          <Button
            size="small"
            tone="quiet"
            aria-label={m.admin_price_withdraw_label({ day })}
            disabled={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(
                { id: price.id },
                {
                  onSuccess: () =>
                    passingNotices.show({ title: m.admin_price_withdrawn({ day }), tone: "success" }),
                },
              )
            }
          >
            {m.admin_price_withdraw()}
          </Button>
        )}
      </div>
      <ChangeRefused error={withdraw.error} />
    </li>
  );
}

interface ChangeFormProps {
  offered: Package;
  type: PropertyType;
  /** The latest, also where it is only planned. */
  current: PackagePriceEntry | undefined;
  onClose: () => void;
}

function ChangeForm({ offered, type, current, onClose }: ChangeFormProps) {
  const [today] = useState(() => dubaiDate(new Date()));
  const plan = usePlanPackagePrice();
  const form = useForm({
    start: {
      amount: amountOf(current?.fils),
      effectiveFrom: current && current.effectiveFrom >= today ? addDays(current.effectiveFrom, 1) : today,
    },
    send: ({ amount, effectiveFrom }) =>
      plan.mutateAsync({
        packageId: offered.id,
        propertyType: type,
        // What is no amount is NaN, and the server says so.
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
      <TextField
        type="date"
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
