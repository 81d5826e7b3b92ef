import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { readerText } from "~/platform/locale/reader-text";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ArabicMissing } from "~/ui/form/two-language-field";
import { priceText } from "../price-text";
import type { BookEntry } from "../views";
import { PriceExtrasText } from "./extras";
import { amountCellText, unitCellText } from "./price-cells";
import { PriceForm } from "./price-form";
import { PriceHistoryEntry } from "./price-line";
import { PricedRow, PriceGroup, PriceGroupNote } from "./priced-row";

interface BookSectionProps {
  service: { id: string; name: string; active: boolean };
  items: readonly BookEntry[];
  day: string;
}

export function ServicePriceSection({ service, items, day }: BookSectionProps) {
  const [adding, setAdding] = useState(false);
  const mayManage = useMay("prices.manage");
  return (
    <PriceGroup
      id={`book-${service.id}`}
      name={service.name}
      active={service.active}
      action={
        mayManage &&
        !adding && (
          <Button
            size="small"
            tone="plain"
            aria-label={m.pricing_add_item_to({ service: service.name })}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden />
            {m.pricing_add_item()}
          </Button>
        )
      }
    >
      {items.length === 0 && !adding && (
        <PriceGroupNote>
          <p className="text-muted">{m.catalogue_price_none()}</p>
        </PriceGroupNote>
      )}
      {items.map((entry) => (
        <Item key={entry.item} service={service} entry={entry} day={day} />
      ))}
      {adding && (
        <PriceGroupNote>
          <div className="max-w-xl">
            <PriceForm service={service} item={null} current={undefined} onClose={() => setAdding(false)} />
          </div>
        </PriceGroupNote>
      )}
    </PriceGroup>
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
  const newestUnit = entry.prices[0]?.unit;
  return (
    <PricedRow
      title={
        <>
          <bdi>{readerText(entry.name, entry.nameAr)}</bdi>
          {entry.isHeadline && <Badge>{m.pricing_headline_item()}</Badge>}
          <ArabicMissing texts={[entry.nameAr]} />
        </>
      }
      about={readerText(entry.name, entry.nameAr)}
      prices={entry.prices}
      day={day}
      amountTextOf={amountCellText}
      unitTextOf={(price) =>
        unitCellText({
          ...price,
          unit: price.unit === newestUnit ? readerText(price.unit, entry.unitAr) : price.unit,
        })
      }
      nextTextOf={priceText}
      beside={(price) =>
        price.fils ? (
          <PriceExtrasText of={price} className="md:py-1 xl:flex-nowrap xl:whitespace-nowrap" />
        ) : null
      }
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
