import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { Section, SectionAction } from "~/ui/section";
import { Skeleton } from "~/ui/skeleton";
import { passingNotices } from "~/ui/toast-store";
import { priceBookQuery, useWithdrawPrice } from "../admin-client";
import { priceText } from "../price-text";
import type { PriceEntry } from "../views";
import { PriceForm } from "./price-form";

/** The item that a service without a price gets. */
const FIRST_ITEM = "standard";

/** The price that stands for a service: today's, what follows it, and what it was. */
export function LeadPrice({ service }: { service: { id: string; name: string } }) {
  const [editing, setEditing] = useState(false);
  const mayManage = useMay("prices.manage");
  const { data: book, error } = useQuery(priceBookQuery(service.id));
  const lead = book?.items.find(({ lead }) => lead);
  const prices = lead?.prices ?? [];
  const standing = (wanted: PriceEntry["standing"]) => prices.filter(({ standing }) => standing === wanted);
  const [inForce] = standing("in-force");
  const planned = standing("planned").toReversed();
  const past = standing("past");
  return (
    <Section
      title={m.admin_services_price()}
      action={
        mayManage &&
        book &&
        !editing && (
          <SectionAction onClick={() => setEditing(true)}>
            {lead ? m.admin_price_change() : m.admin_price_set()}
          </SectionAction>
        )
      }
    >
      <ChangeRefused error={error} />
      {!book && !error && <Skeleton className="h-12" />}
      {book && (
        <div className="flex flex-col gap-3 text-sm">
          {inForce ? (
            <PriceLine serviceId={service.id} price={inForce} />
          ) : (
            <p className="text-muted">{m.admin_price_none()}</p>
          )}
          {planned.map((price) => (
            <PriceLine key={price.id} serviceId={service.id} price={price} />
          ))}
          {editing && (
            <PriceForm
              service={service}
              item={lead?.item ?? FIRST_ITEM}
              current={planned.at(-1) ?? inForce}
              onClose={() => setEditing(false)}
            />
          )}
          {past.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm text-xs font-medium text-link">
                {m.admin_price_earlier()}
              </summary>
              <ul className="mt-2 flex flex-col gap-2">
                {past.map((price) => (
                  <li key={price.id}>
                    <PriceLine serviceId={service.id} price={price} />
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

function PriceLine({ serviceId, price }: { serviceId: string; price: PriceEntry }) {
  const withdraw = useWithdrawPrice(serviceId);
  const mayManage = useMay("prices.manage");
  const day = formatDay(price.effectiveFrom);
  const planned = price.standing === "planned";
  return (
    <div className={planned ? "rounded bg-brass-soft px-3 py-2 text-brass-text" : undefined}>
      <div className="flex items-start justify-between gap-3">
        <p className="figures min-w-0">
          <span className={price.standing === "past" ? "block text-muted" : "block font-medium"}>
            {priceText(price)}
          </span>
          <span className={planned ? "block text-xs" : "block text-xs text-muted"}>
            {planned ? m.admin_price_from({ day }) : m.admin_price_since({ day })}
          </span>
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
    </div>
  );
}
