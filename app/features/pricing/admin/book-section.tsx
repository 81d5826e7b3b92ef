import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { onDay } from "../price";
import { priceText } from "../price-text";
import type { BookEntry } from "../views";
import { Extras } from "./extras";
import { PriceForm } from "./price-form";
import { PriceLine } from "./price-line";

interface BookSectionProps {
  service: { id: string; name: string; active: boolean };
  items: readonly BookEntry[];
  /** The Dubai day whose prices are shown. */
  day: string;
}

/** A service's part of the price book, as it is on a day. */
export function BookSection({ service, items, day }: BookSectionProps) {
  const [adding, setAdding] = useState(false);
  const mayManage = useMay("prices.manage");
  return (
    <section aria-labelledby={`book-${service.id}`} className="flex flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <h2 id={`book-${service.id}`} className="text-sm font-semibold">
          {service.name}
        </h2>
        {!service.active && <Badge>{m.pricing_archived()}</Badge>}
        {mayManage && !adding && (
          <Button
            size="small"
            tone="plain"
            className="ms-auto"
            aria-label={m.pricing_add_item_to({ service: service.name })}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden />
            {m.pricing_add_item()}
          </Button>
        )}
      </header>
      {items.length === 0 && !adding && (
        <p className="border-t border-line py-3 text-sm text-muted">{m.admin_price_none()}</p>
      )}
      <ul>
        {items.map((entry) => (
          <Item key={entry.item} service={service} entry={entry} day={day} />
        ))}
      </ul>
      {adding && (
        <PriceForm service={service} item={null} current={undefined} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}

function Item({
  service,
  entry,
  day,
}: {
  service: BookSectionProps["service"];
  entry: BookEntry;
  day: string;
}) {
  const [open, setOpen] = useState<"history" | "change" | null>(null);
  const mayManage = useMay("prices.manage");
  const { prices } = entry;
  const shown = onDay(prices, day);
  const next = prices.findLast(({ effectiveFrom }) => effectiveFrom > day);
  const toggle = (part: "history" | "change") => setOpen(open === part ? null : part);
  return (
    <li className="border-t border-line py-2.5 text-sm">
      <div className="grid items-start gap-x-6 gap-y-1 md:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_auto]">
        <p className="flex min-h-9 flex-wrap items-center gap-2 font-medium">
          <bdi>{entry.name}</bdi>
          {entry.lead && <Badge>{m.pricing_lead()}</Badge>}
        </p>
        <p className="figures flex min-h-9 flex-col justify-center">
          {shown ? (
            <>
              <span>{priceText(shown)}</span>
              <span className="text-xs text-muted">
                {m.admin_price_since({ day: formatDay(shown.effectiveFrom) })}
              </span>
            </>
          ) : (
            <span className="text-muted">{m.pricing_not_yet()}</span>
          )}
        </p>
        <p className="figures flex min-h-9 flex-col justify-center text-xs text-muted">
          {shown?.fils ? <Extras of={shown} /> : null}
          {next && (
            <span className="w-fit rounded bg-brass-soft px-1.5 py-0.5 text-brass-text">
              {m.pricing_next({ day: formatDay(next.effectiveFrom), price: priceText(next) })}
            </span>
          )}
        </p>
        <p className="flex gap-1 md:justify-end">
          <Button
            size="small"
            tone="plain"
            aria-expanded={open === "history"}
            aria-label={m.pricing_history_of({ item: entry.name })}
            onClick={() => toggle("history")}
          >
            {m.pricing_history()}
          </Button>
          {mayManage && (
            <Button
              size="small"
              tone="quiet"
              aria-expanded={open === "change"}
              aria-label={m.pricing_change_of({ item: entry.name })}
              onClick={() => toggle("change")}
            >
              {m.admin_price_change()}
            </Button>
          )}
        </p>
      </div>
      {open === "change" && (
        <div className="max-w-xl pt-2">
          <PriceForm
            service={service}
            item={entry}
            current={prices.find(({ standing }) => standing !== "past")}
            onClose={() => setOpen(null)}
          />
        </div>
      )}
      {open === "history" && (
        <ul className="flex max-w-xl flex-col gap-2 pt-2">
          {prices.map((price) => (
            <li key={price.id}>
              <PriceLine serviceId={service.id} price={price} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
