import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { dubaiDate } from "~/platform/time";
import { vatIncluded, vatPercentOn } from "~/platform/uae/vat";
import type { ServiceView } from "../../../../core/catalogue/views";
import {
  applyEntitlements,
  type CoveredProperty,
  type EntitlementTerms,
  type OnDemandKind,
} from "../../../../core/packages/entitlements/apply-entitlements";
import {
  type BookingPrice,
  hasFixedPrice,
  priceBooking,
  type Start,
  surchargeFor,
} from "../../../../core/pricing/booking-price";
import { visitMinutes, workDays } from "../../../../core/pricing/work-time";
import { labelForWorkTime } from "../../../../core/pricing/work-time-text";
import { chooseItems, requiredSkillsFor } from "../../lines/booking-lines";
import { menuQuery, type SlotQuery } from "../../request/client";
import type { MenuView } from "../../request/views";
import type { ChosenItem } from "../../schema";
import { BookingLines } from "../booking-lines";

interface PriceInput {
  contract?: EntitlementTerms | null;
  service: ServiceView | undefined;
  items: ChosenItem[];
  date: string;
  time: string;
}

export interface VisitPrice {
  menu: MenuView | null;
  /** Null while unknown or invalid. */
  price: BookingPrice | null;
  vatPercent: number;
  /** Slot search; null until a service with its times is known. */
  job: SlotQuery | null;
  /** Days that the work takes; the office plans more than one. */
  days: number;
  /** Surcharge in percent. */
  surchargeAt: (start: Start) => number | null;
}

/**
 * Price by the same rules as the server. `posted`: menu from the page. The menu is fetched at the first
 * input, to avoid a layout shift later.
 */
export function useVisitPrice(
  { service, items, date, time, contract = null }: PriceInput,
  { isStarted, posted = null }: { isStarted: boolean; posted?: MenuView | null },
): VisitPrice {
  const menuResult = useQuery({ ...menuQuery, enabled: isStarted || service !== undefined }, queryClient);
  const menu = menuResult.data ?? posted;
  const itemsJson = JSON.stringify(items);
  const contractJson = contract && JSON.stringify(contract);
  return useMemo(() => {
    const items = JSON.parse(itemsJson) as ChosenItem[];
    const areQuantitiesValid = items.every(({ quantity }) => Number.isInteger(quantity) && quantity > 0);
    const chosen = service && menu && areQuantitiesValid ? chooseItems(menu.items, { service, items }) : null;
    const priceAt = (start: Start | null) =>
      chosen &&
      menu &&
      priceBooking(chosen, surchargeFor(menu.opening, { emergency: Boolean(service?.emergency), start }));
    const full = priceAt(date && time ? { day: date, time } : null) || null;
    const price =
      full && contractJson ? applyEntitlements(full, JSON.parse(contractJson) as EntitlementTerms) : full;
    const slotQuery = service && price && price.lines.length > 0 ? slotQueryOf(service.id, price) : {};
    return {
      menu,
      price,
      vatPercent: vatPercentOn(menu?.vatRates ?? [], date || dubaiDate(new Date())),
      job: service && (menu || menuResult.isError) ? { service: service.id, ...slotQuery } : null,
      days: workDays(price?.minutes ?? 0),
      surchargeAt: (start) =>
        (priceAt(start) || null)?.lines.findLast(({ percent }) => percent)?.percent ?? null,
    };
  }, [menu, service, itemsJson, date, time, contractJson, menuResult.isError]);
}

function slotQueryOf(serviceId: string, { lines, minutes, bufferMin }: BookingPrice) {
  return {
    with: requiredSkillsFor(serviceId, lines).filter((skill) => skill !== serviceId),
    minutes: visitMinutes(minutes),
    buffer: bufferMin,
  };
}

interface VisitSummaryProps {
  price: BookingPrice;
  services: readonly ServiceView[];
  service: ServiceView;
  vatPercent: number;
  contract?: CoveredProperty | null;
}

export function VisitSummary({
  price: { lines, totalFils, minutes, minutesKnown },
  services,
  service,
  vatPercent,
  contract = null,
}: VisitSummaryProps) {
  const vatFils = vatIncluded(totalFils ?? 0, vatPercent);
  const nameOf = (serviceId: string) => services.find(({ id }) => id === serviceId)?.name ?? "";
  const isPriced = totalFils !== null && totalFils > 0;
  const notes = [
    isPriced && hasFixedPrice(lines) && m.lines_final(),
    isPriced && lines.some(({ mode }) => mode === "hourly") && m.lines_estimate(),
    vatFils > 0 && m.lines_vat({ vat: formatMoney(vatFils) }),
    totalFils !== null && lines.some(({ grossFils }) => grossFils === null) && m.lines_survey(),
    !service.emergency &&
      minutes > 0 &&
      minutesKnown &&
      m.lines_duration({ time: labelForWorkTime(minutes) }),
    !service.emergency && workDays(minutes) > 1 && m.lines_several_days(),
  ].filter(Boolean);
  return (
    <section
      aria-labelledby="visit-price"
      className="flex flex-col gap-2 rounded border border-line bg-sunken p-4"
    >
      <h3 id="visit-price" className="text-sm font-semibold">
        {m.lines_title()}
      </h3>
      {contract && (
        <p className="flex flex-col gap-0.5 rounded bg-calm-soft px-3 py-2 text-sm text-calm-text">
          <strong className="font-semibold">
            {m.lines_cover({ reference: contract.reference, name: bidiIsolate(contract.packageName) })}
          </strong>
          <span className="figures">{labelForCover(contract)}</span>
        </p>
      )}
      {lines.length === 0 ? (
        <p className="text-sm">{m.lines_on_site()}</p>
      ) : (
        <>
          <BookingLines
            lines={lines.map((line) => ({
              ...line,
              serviceName: nameOf(line.serviceId),
              contractReference: line.coveredFils > 0 ? (contract?.reference ?? null) : null,
            }))}
            totalFils={totalFils}
          />
          <p className="text-xs text-muted">{notes.join(" ")}</p>
        </>
      )}
    </section>
  );
}

/** "Call-outs left: 3 · Handyman hours left: 8 · No emergency fee" */
function labelForCover({ remaining, emergencyFee }: CoveredProperty): string {
  const counted = (kind: OnDemandKind, word: (inputs: { left: string }) => string, noLimit: () => string) => {
    const count = remaining[kind];
    if (count === null) return noLimit();
    return count === 0 ? "" : word({ left: String(count) });
  };
  return [
    counted("call-out", m.lines_cover_call_outs, m.lines_cover_call_outs_no_limit) ||
      m.lines_cover_no_call_outs(),
    counted("handyman-hour", m.lines_cover_handyman, m.lines_cover_handyman_no_limit),
    emergencyFee ? "" : m.lines_cover_no_fee(),
  ]
    .filter(Boolean)
    .join(" · ");
}
