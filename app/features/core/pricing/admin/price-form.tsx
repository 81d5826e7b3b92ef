import { useState } from "react";
import { m } from "~/paraglide/messages";
import { ARABIC, languageAttributes } from "~/platform/locale/locale";
import { parseMoney } from "~/platform/money-input";
import { parseWholeNumber } from "~/platform/text/numerals";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { usePlanPrice } from "../admin-client";
import {
  defaultExtras,
  type PriceInput,
  type PriceMode,
  type PriceTerms,
  priceModes,
  termsOf,
} from "../price";
import { priceText } from "../price-text";
import { PRICE_HORIZON_DAYS } from "../schema";
import type { PriceEntry } from "../views";

const modeLabels: Record<PriceMode, () => string> = {
  fixed: m.catalogue_price_mode_fixed,
  hourly: m.catalogue_price_mode_hourly,
  survey: m.catalogue_price_mode_survey,
};

interface PriceFormProps {
  service: { id: string; name: string };
  /** Null for a new item. */
  item: { item: string; name: string; nameAr: string | null; unitAr: string | null; version?: number } | null;
  current: PriceEntry | undefined;
  onClose: () => void;
}

export function PriceForm({ service, item, current, onClose }: PriceFormProps) {
  const [today] = useState(() => dubaiDate(new Date()));
  const plan = usePlanPrice(service.id);
  // The version of the texts in the form, which stay when a colleague's change is loaded.
  const [version] = useState(item?.version);
  const start = {
    name: item?.name ?? "",
    nameAr: item?.nameAr ?? "",
    unitAr: item?.unitAr ?? "",
    mode: current?.mode ?? ("fixed" as PriceMode),
    unit: current?.mode === "fixed" ? current.unit : "",
    amount: amountOf(current?.fils),
    next: amountOf(current?.nextFils ?? current?.fils),
    emergencySurcharge: String((current ?? defaultExtras).emergencySurcharge),
    outOfHoursSurcharge: String((current ?? defaultExtras).outOfHoursSurcharge),
    durationMin: textOfNumber(current?.durationMin),
    bufferMin: textOfNumber(current?.bufferMin),
    effectiveFrom: current && current.effectiveFrom >= today ? addDays(current.effectiveFrom, 1) : today,
  };
  const form = useForm({
    initialValues: start,
    send: ({ name, nameAr, unitAr, mode, unit, amount, next, effectiveFrom, ...extras }) => {
      const terms = toPriceInput(
        mode,
        unit,
        parseMoney(amount) ?? Number.NaN,
        parseMoney(next) ?? Number.NaN,
      );
      return plan.mutateAsync({
        serviceId: service.id,
        item: item?.item ?? itemIdFrom(name),
        name,
        nameAr,
        // The unit of hourly prices has its word, and other units find theirs in the price book.
        unitAr: mode === "fixed" && unitAr !== start.unitAr ? unitAr : undefined,
        version,
        terms,
        extras: {
          emergencySurcharge: parseOptionalNumber(extras.emergencySurcharge) ?? 0,
          outOfHoursSurcharge: parseOptionalNumber(extras.outOfHoursSurcharge) ?? 0,
          durationMin: parseOptionalNumber(extras.durationMin),
          bufferMin: parseOptionalNumber(extras.bufferMin),
        },
        effectiveFrom,
      });
    },
    onDone() {
      const title =
        effectiveFrom === today
          ? m.catalogue_price_changed({ service: form.values.name })
          : m.admin_price_planned({ service: form.values.name, day: formatDay(effectiveFrom) });
      passingNotices.show({ title, tone: "success" });
    },
    next: onClose,
  });
  const { errors } = form;
  const field = (name: keyof typeof start) => ({
    ...form.field(name),
    autoComplete: "off",
    required: true,
  });
  const arabicField = (name: "nameAr" | "unitAr") => ({
    ...form.field(name),
    ...languageAttributes(ARABIC),
    autoComplete: "off",
    optional: form.values[name].trim() ? undefined : m.form_arabic_missing(),
  });
  const { mode, unit, effectiveFrom } = form.values;
  const fils = parseMoney(form.values.amount);
  const nextFils = parseMoney(form.values.next);
  const preview = previewOf(mode, { unit: unit.trim(), fils, nextFils });

  return (
    <EditForm
      label={item ? m.admin_price_change() : m.pricing_add_item()}
      submit={m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {item ? (
        <TextField
          label={m.form_in_arabic({ label: m.pricing_item_name() })}
          maxLength={80}
          {...arabicField("nameAr")}
        />
      ) : (
        <TwoLanguageField
          label={m.pricing_item_name()}
          hint={m.pricing_item_name_hint()}
          autoFocus
          required
          maxLength={80}
          english={{ ...form.field("name"), error: errors.name ?? errors.item }}
          arabic={form.field("nameAr")}
        />
      )}
      <Select
        label={m.catalogue_price_mode()}
        autoFocus={item !== null}
        {...form.field("mode")}
        error={errors["terms.mode"]}
      >
        {priceModes.map((priceMode) => (
          <option key={priceMode} value={priceMode}>
            {modeLabels[priceMode]()}
          </option>
        ))}
      </Select>
      {mode !== "survey" && (
        <TextField
          label={mode === "hourly" ? m.catalogue_price_first_hour() : m.catalogue_price_amount()}
          inputMode="decimal"
          {...field("amount")}
          error={errors["terms.fils"]}
        />
      )}
      {mode === "hourly" && (
        <TextField
          label={m.catalogue_price_next_hour()}
          inputMode="decimal"
          {...field("next")}
          error={errors["terms.nextFils"]}
        />
      )}
      {mode === "fixed" && (
        <TextField
          label={m.catalogue_price_unit()}
          hint={m.catalogue_price_unit_hint()}
          maxLength={20}
          {...field("unit")}
          error={errors["terms.unit"]}
        />
      )}
      {mode === "fixed" && (
        <TextField
          label={m.form_in_arabic({ label: m.catalogue_price_unit() })}
          maxLength={20}
          {...arabicField("unitAr")}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.pricing_emergency_surcharge()}
          inputMode="numeric"
          {...field("emergencySurcharge")}
          error={errors["extras.emergencySurcharge"]}
        />
        <TextField
          label={m.pricing_hours_surcharge()}
          inputMode="numeric"
          {...field("outOfHoursSurcharge")}
          error={errors["extras.outOfHoursSurcharge"]}
        />
        <TextField
          label={mode === "hourly" ? m.pricing_minutes_first() : m.pricing_minutes()}
          hint={m.pricing_minutes_hint()}
          inputMode="numeric"
          {...form.field("durationMin")}
          error={errors["extras.durationMin"]}
        />
        <TextField
          label={m.pricing_buffer()}
          hint={m.pricing_buffer_hint()}
          inputMode="numeric"
          {...form.field("bufferMin")}
          error={errors["extras.bufferMin"]}
        />
      </div>
      <DateField
        label={m.admin_price_effective()}
        hint={m.admin_price_effective_hint()}
        min={today}
        max={addDays(today, PRICE_HORIZON_DAYS)}
        {...field("effectiveFrom")}
      />
      {preview && (
        <p aria-live="polite" className="figures rounded bg-sunken px-3 py-2 text-sm">
          {m.catalogue_price_preview({ price: priceText(preview) })}
        </p>
      )}
    </EditForm>
  );
}

/** An invalid amount becomes NaN, which the schema reports. */
function toPriceInput(mode: PriceMode, unit: string, fils: number, nextFils: number): PriceInput {
  if (mode === "fixed") return { mode, unit, fils };
  return mode === "hourly" ? { mode, fils, nextFils } : { mode };
}

/** Null while incomplete. */
function previewOf(
  mode: PriceMode,
  { unit, fils, nextFils }: { unit: string; fils: number | null; nextFils: number | null },
): PriceTerms | null {
  if (mode === "survey") return termsOf({ mode });
  if (fils === null) return null;
  if (mode === "fixed") return unit ? termsOf({ mode, unit, fils }) : null;
  return nextFils === null ? null : termsOf({ mode, fils, nextFils });
}

/** Null if empty, NaN if invalid, which the schema reports. */
function parseOptionalNumber(typed: string): number | null {
  return typed.trim() === "" ? null : (parseWholeNumber(typed) ?? Number.NaN);
}

function textOfNumber(number: number | null | undefined): string {
  return number === null || number === undefined ? "" : String(number);
}

function itemIdFrom(name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return word.slice(0, 40) || "item";
}

/** Amount as typed into a field, for example "150" or "150.50". */
export function amountOf(fils: number | null | undefined): string {
  if (fils === null || fils === undefined) return "";
  const dirhams = String(Math.floor(fils / 100));
  return fils % 100 === 0 ? dirhams : `${dirhams}.${String(fils % 100).padStart(2, "0")}`;
}
