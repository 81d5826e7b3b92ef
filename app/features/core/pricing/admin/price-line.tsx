import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { useWithdrawPrice } from "../admin-client";
import { priceText } from "../price-text";
import type { PriceEntry } from "../views";
import { PriceExtrasText } from "./extras";
import { WithdrawButton } from "./withdraw-button";

export function PriceHistoryEntry({ serviceId, price }: { serviceId: string; price: PriceEntry }) {
  const withdraw = useWithdrawPrice(serviceId);
  const day = formatDay(price.effectiveFrom);
  const planned = price.period === "planned";
  return (
    <div className={planned ? "rounded bg-brass-soft px-3 py-2 text-brass-text" : undefined}>
      <div className="flex items-start justify-between gap-3">
        <p className="figures min-w-0">
          <span className={price.period === "past" ? "block text-muted" : "block font-medium"}>
            {priceText(price)}
          </span>
          <PriceExtrasText of={price} className={planned ? "text-xs" : "text-xs text-muted"} />
          <span className={planned ? "block text-xs" : "block text-xs text-muted"}>
            {planned ? m.admin_price_from({ day }) : m.catalogue_price_since({ day })}
          </span>
        </p>
        <WithdrawButton price={price} withdraw={withdraw} />
      </div>
      <ChangeRefused error={withdraw.error} />
    </div>
  );
}
