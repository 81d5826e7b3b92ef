import { useState } from "react";
import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { EditForm, fieldErrors } from "~/ui/edit-form";
import { Select, TextField } from "~/ui/field";
import { passingNotices } from "~/ui/toast-store";
import { usePlanPrice } from "../admin-client";
import { type PriceInput, type PriceMode, type PriceTerms, priceModes, termsOf } from "../price";
import { priceText } from "../price-text";
import { PRICE_HORIZON_DAYS } from "../schema";
import type { PriceEntry } from "../views";

const words: Record<PriceMode, () => string> = {
  fixed: m.admin_price_mode_fixed,
  hourly: m.admin_price_mode_hourly,
  survey: m.admin_price_mode_survey,
};

interface PriceFormProps {
  service: { id: string; name: string };
  item: string;
  /** What the new price begins from. */
  current: PriceEntry | undefined;
  onClose: () => void;
}

/** Another price from a day on, with what customers will read. */
export function PriceForm({ service, item, current, onClose }: PriceFormProps) {
  const [today] = useState(() => dubaiDate(new Date()));
  const [typed, setTyped] = useState({
    mode: current?.mode ?? ("fixed" as PriceMode),
    unit: current?.mode === "fixed" ? current.unit : "",
    amount: amountOf(current?.fils),
    next: amountOf(current?.nextFils ?? current?.fils),
    // On a day that has its price already there is no room for another.
    effectiveFrom: current && current.effectiveFrom >= today ? addDays(current.effectiveFrom, 1) : today,
  });
  const plan = usePlanPrice(service.id);
  const errors = fieldErrors(plan.error);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: "off",
    required: true,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const { mode, unit, effectiveFrom } = typed;
  const fils = parseMoney(typed.amount);
  const nextFils = parseMoney(typed.next);
  const preview = previewOf(mode, { unit: unit.trim(), fils, nextFils });

  function submit() {
    const terms = inputOf(mode, unit, fils ?? Number.NaN, nextFils ?? Number.NaN);
    plan.mutate(
      { serviceId: service.id, item, name: service.name, terms, effectiveFrom },
      {
        onSuccess: () => {
          const title =
            effectiveFrom === today
              ? m.admin_price_changed({ service: service.name })
              : m.admin_price_planned({ service: service.name, day: formatDay(effectiveFrom) });
          passingNotices.show({ title, tone: "success" });
          onClose();
        },
      },
    );
  }

  return (
    <EditForm
      label={m.admin_price_change()}
      submit={m.admin_save()}
      pending={plan.isPending}
      error={plan.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={m.admin_price_mode()}
        autoFocus
        value={mode}
        error={errors["terms.mode"]}
        onChange={({ target }) => setTyped({ ...typed, mode: target.value as PriceMode })}
      >
        {priceModes.map((one) => (
          <option key={one} value={one}>
            {words[one]()}
          </option>
        ))}
      </Select>
      {mode !== "survey" && (
        <TextField
          label={mode === "hourly" ? m.admin_price_first_hour() : m.admin_price_amount()}
          inputMode="decimal"
          error={errors["terms.fils"]}
          {...field("amount")}
        />
      )}
      {mode === "hourly" && (
        <TextField
          label={m.admin_price_next_hour()}
          inputMode="decimal"
          error={errors["terms.nextFils"]}
          {...field("next")}
        />
      )}
      {mode === "fixed" && (
        <TextField
          label={m.admin_price_unit()}
          hint={m.admin_price_unit_hint()}
          maxLength={20}
          error={errors["terms.unit"]}
          {...field("unit")}
        />
      )}
      <TextField
        type="date"
        label={m.admin_price_effective()}
        hint={m.admin_price_effective_hint()}
        min={today}
        max={addDays(today, PRICE_HORIZON_DAYS)}
        error={errors.effectiveFrom}
        {...field("effectiveFrom")}
      />
      {preview && (
        <p aria-live="polite" className="figures rounded bg-sunken px-3 py-2 text-sm">
          {m.admin_price_preview({ price: priceText(preview) })}
        </p>
      )}
    </EditForm>
  );
}

/** As it is sent; what is no amount is NaN, and the server says so. */
function inputOf(mode: PriceMode, unit: string, fils: number, nextFils: number): PriceInput {
  if (mode === "fixed") return { mode, unit, fils };
  return mode === "hourly" ? { mode, fils, nextFils } : { mode };
}

/** What it would be; null as long as something is missing. */
function previewOf(
  mode: PriceMode,
  { unit, fils, nextFils }: { unit: string; fils: number | null; nextFils: number | null },
): PriceTerms | null {
  if (mode === "survey") return termsOf({ mode });
  if (fils === null) return null;
  if (mode === "fixed") return unit ? termsOf({ mode, unit, fils }) : null;
  return nextFils === null ? null : termsOf({ mode, fils, nextFils });
}

/** As it is typed into a field: "150" or "150.50". */
function amountOf(fils: number | null | undefined): string {
  if (fils === null || fils === undefined) return "";
  const dirhams = String(Math.floor(fils / 100));
  return fils % 100 === 0 ? dirhams : `${dirhams}.${String(fils % 100).padStart(2, "0")}`;
}
