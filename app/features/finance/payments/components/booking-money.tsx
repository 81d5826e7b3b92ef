import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { formatMoney } from "~/platform/money";
import { ButtonAnchor } from "~/ui/button";
import { bookingMoneyQuery } from "../client";
import type { BookingMoney } from "../views";
import { InvoiceList } from "./invoice-list";
import { ReceiptList } from "./receipt-list";

interface BookingPriceProps {
  reference: string;
  /** Estimate shown until the final price is known. */
  estimate: ReactNode;
}

export function BookingPrice({ reference, estimate }: BookingPriceProps) {
  const { data: money } = useQuery(bookingMoneyQuery(reference), queryClient);
  const priceFils = money?.priceFils ?? null;
  return (
    <>
      <div className="flex flex-col gap-0.5">
        <dt className="text-xs text-muted">
          {priceFils === null ? m.booking_page_estimate() : m.payments_final_price()}
        </dt>
        <dd className="font-medium">
          {priceFils === null ? (
            estimate
          ) : (
            <span className="figures text-xl font-semibold">{formatMoney(priceFils)}</span>
          )}
        </dd>
      </div>
      {money?.deposit && <Deposit {...money.deposit} />}
    </>
  );
}

function Deposit({ fils, path }: NonNullable<BookingMoney["deposit"]>) {
  return (
    <div className="flex flex-col gap-2">
      <dt className="text-xs text-muted">{m.payments_pay_deposit()}</dt>
      <dd>
        <ButtonAnchor href={path} className="w-full">
          {m.payments_pay_amount({ amount: formatMoney(fils) })}
        </ButtonAnchor>
      </dd>
    </div>
  );
}

export function BookingDocuments({ reference }: Omit<BookingPriceProps, "estimate">) {
  const { data: money } = useQuery(bookingMoneyQuery(reference), queryClient);
  if (!money || money.invoices.length + money.receipts.length === 0) return null;
  return (
    <section aria-labelledby="documents" className="flex flex-col gap-3">
      <h2 id="documents" className="text-xl">
        {m.payments_documents()}
      </h2>
      <InvoiceList invoices={money.invoices} />
      <ReceiptList receipts={money.receipts} />
    </section>
  );
}
