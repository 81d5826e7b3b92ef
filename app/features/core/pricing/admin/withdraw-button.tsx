import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { passingNotices } from "~/ui/overlay/toast-store";

interface WithdrawButtonProps {
  price: { id: string; effectiveFrom: string; canWithdraw: boolean };
  withdraw: {
    isPending: boolean;
    mutate: (which: { id: string }, then: { onSuccess: () => void }) => void;
  };
}

export function WithdrawButton({ price, withdraw }: WithdrawButtonProps) {
  const mayManage = useMay("prices.manage");
  if (!mayManage || !price.canWithdraw) return null;
  const day = formatDay(price.effectiveFrom);
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label={m.catalogue_price_withdraw_label({ day })}
      disabled={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(
          { id: price.id },
          {
            onSuccess: () =>
              passingNotices.show({ title: m.catalogue_price_withdrawn({ day }), tone: "success" }),
          },
        )
      }
    >
      {m.catalogue_price_withdraw()}
    </Button>
  );
}
