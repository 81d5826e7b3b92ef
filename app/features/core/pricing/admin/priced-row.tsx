import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { onDay } from "../price";

interface PricedRowProps<Entry> {
  title: ReactNode;
  /** Read by screen readers with the row's buttons. */
  about: string;
  /** Newest first. */
  prices: readonly Entry[];
  day: string;
  textOf: (price: Entry) => string;
  nextTextOf?: (price: Entry) => string;
  beside?: (price: Entry) => ReactNode;
  form: (onClose: () => void) => ReactNode;
  line: (price: Entry) => ReactNode;
}

/** Item with its current and planned price. Its history and form open below. */
export function PricedRow<Entry extends { id: string; effectiveFrom: string }>({
  title,
  about,
  prices,
  day,
  textOf,
  nextTextOf = textOf,
  beside,
  form,
  line,
}: PricedRowProps<Entry>) {
  const [open, setOpen] = useState<"history" | "change" | null>(null);
  const mayManage = useMay("prices.manage");
  const shown = onDay(prices, day);
  const next = prices.findLast(({ effectiveFrom }) => effectiveFrom > day);
  const toggle = (part: "history" | "change") => setOpen(open === part ? null : part);
  return (
    <li className="border-t border-line py-2.5 text-sm">
      <div className="grid items-start gap-x-6 gap-y-1 md:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_auto]">
        <p className="flex min-h-9 flex-wrap items-center gap-2 font-medium">{title}</p>
        <p className="figures flex min-h-9 flex-col justify-center">
          {shown ? (
            <>
              <span>{textOf(shown)}</span>
              <span className="text-xs text-muted">
                {m.catalogue_price_since({ day: formatDay(shown.effectiveFrom) })}
              </span>
            </>
          ) : (
            <span className="text-muted">{m.pricing_not_yet()}</span>
          )}
        </p>
        <p className="figures flex min-h-9 flex-col justify-center text-xs text-muted">
          {shown && beside?.(shown)}
          {next && (
            <span className="w-fit rounded bg-brass-soft px-1.5 py-0.5 text-brass-text">
              {m.pricing_next({ day: formatDay(next.effectiveFrom), price: nextTextOf(next) })}
            </span>
          )}
        </p>
        <p className="flex gap-1 md:justify-end">
          <Button
            size="small"
            tone="plain"
            aria-expanded={open === "history"}
            aria-label={m.pricing_history_of({ item: bidiIsolate(about) })}
            onClick={() => toggle("history")}
          >
            {m.pricing_history()}
          </Button>
          {mayManage && (
            <Button
              size="small"
              tone="quiet"
              aria-expanded={open === "change"}
              aria-label={m.pricing_change_of({ item: bidiIsolate(about) })}
              onClick={() => toggle("change")}
            >
              {m.admin_price_change()}
            </Button>
          )}
        </p>
      </div>
      {open === "change" && <div className="max-w-xl pt-2">{form(() => setOpen(null))}</div>}
      {open === "history" && (
        <ul className="flex max-w-xl flex-col gap-2 pt-2">
          {prices.map((price) => (
            <li key={price.id}>{line(price)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
