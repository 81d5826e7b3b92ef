import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Skeleton } from "~/ui/screen/skeleton";
import { Section, SectionAction } from "~/ui/section";
import { priceBookQuery } from "../admin-client";
import type { PriceEntry } from "../views";
import { PriceForm } from "./price-form";
import { PriceHistoryEntry } from "./price-line";

/** Id of the first item of a service without prices. */
const FIRST_ITEM = "standard";

/** Headline price of a service: current, planned and past. */
export function HeadlinePrice({ service }: { service: { id: string; name: string } }) {
  const [editing, setEditing] = useState(false);
  const mayManage = useMay("prices.manage");
  const { data: book, error } = useQuery(priceBookQuery(service.id));
  const headlineItem = book?.items.find(({ isHeadline }) => isHeadline);
  const prices = headlineItem?.prices ?? [];
  const standing = (status: PriceEntry["period"]) => prices.filter(({ period }) => period === status);
  const [inForce] = standing("in-force");
  const planned = standing("planned").toReversed();
  const past = standing("past");
  return (
    <Section
      title={m.catalogue_price()}
      action={
        mayManage &&
        book &&
        !editing && (
          <SectionAction onClick={() => setEditing(true)}>
            {headlineItem ? m.admin_price_change() : m.catalogue_price_set()}
          </SectionAction>
        )
      }
    >
      <ChangeRefused error={error} />
      {!book && !error && <Skeleton className="h-12" />}
      {book && (
        <div className="flex flex-col gap-3 text-sm">
          {inForce ? (
            <PriceHistoryEntry serviceId={service.id} price={inForce} />
          ) : (
            <p className="text-muted">{m.catalogue_price_none()}</p>
          )}
          {planned.map((price) => (
            <PriceHistoryEntry key={price.id} serviceId={service.id} price={price} />
          ))}
          {editing && (
            <PriceForm
              service={service}
              item={headlineItem ?? { item: FIRST_ITEM, name: service.name, nameAr: null, unitAr: null }}
              current={planned.at(-1) ?? inForce}
              onClose={() => setEditing(false)}
            />
          )}
          {past.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm text-xs font-medium text-link">
                {m.catalogue_price_earlier()}
              </summary>
              <ul className="mt-2 flex flex-col gap-2">
                {past.map((price) => (
                  <li key={price.id}>
                    <PriceHistoryEntry serviceId={service.id} price={price} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </Section>
  );
}
