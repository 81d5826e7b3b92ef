import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { priceText } from "../price-text";
import type { BookEntry } from "../views";
import { PriceExtrasText } from "./extras";
import { PriceForm } from "./price-form";
import { PriceHistoryEntry } from "./price-line";
import { PricedRow } from "./priced-row";

interface BookSectionProps {
  service: { id: string; name: string; active: boolean };
  items: readonly BookEntry[];
  day: string;
}

export function ServicePriceSection({ service, items, day }: BookSectionProps) {
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
        <p className="border-t border-line py-3 text-sm text-muted">{m.catalogue_price_none()}</p>
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
  return (
    <PricedRow
      title={
        <>
          <bdi>{entry.name}</bdi>
          {entry.isHeadline && <Badge>{m.pricing_headline_item()}</Badge>}
        </>
      }
      about={entry.name}
      prices={entry.prices}
      day={day}
      textOf={priceText}
      beside={(price) => (price.fils ? <PriceExtrasText of={price} /> : null)}
      form={(onClose) => (
        <PriceForm
          service={service}
          item={entry}
          current={entry.prices.find(({ period }) => period !== "past")}
          onClose={onClose}
        />
      )}
      line={(price) => <PriceHistoryEntry serviceId={service.id} price={price} />}
    />
  );
}
