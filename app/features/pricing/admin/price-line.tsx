import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { passingNotices } from "~/ui/toast-store";
import { useWithdrawPrice } from "../admin-client";
import { priceText } from "../price-text";
import type { PriceEntry } from "../views";
import { Extras } from "./extras";

/** A price of an item: since when it is in force, or from when, and the way to take back one that nobody stands on. */
export function PriceLine({ serviceId, price }: { serviceId: string; price: PriceEntry }) {
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
          <Extras of={price} className={planned ? "text-xs" : "text-xs text-muted"} />
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
