import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { formatMoney } from "~/platform/money";
import { queryClient } from "~/platform/query-client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Failure } from "~/ui/form/failure";
import { checkoutQuery, openCheckout, type PayableAddress, toPayQuery } from "../client";

interface CardPaymentProps {
  address: PayableAddress;
  /** Shows how else it is paid, too: where the page does not say it itself. */
  otherWays?: boolean;
  /** What was shown is asked for again once it is paid. */
  onPaid: () => void;
}

/** What is to be paid, by card where cards are taken; and how it went, for whoever comes back from the card page. */
export function CardPayment({ address, otherWays, onPaid }: CardPaymentProps) {
  const [search] = useSearchParams();
  const checkout = search.get("checkout");
  const { data: toPay, refetch } = useQuery(toPayQuery(address), queryClient);
  const paid = () => {
    void refetch();
    onPaid();
  };
  const due = toPay && toPay.fils > 0 ? toPay : null;
  return (
    <>
      {checkout && <Outcome id={checkout} address={address} onPaid={paid} />}
      {due && (due.cards || otherWays) && (
        <Card className="flex flex-col gap-4">
          <h2 className="text-xl">
            {address.kind === "quote" ? m.payments_pay_deposit() : m.payments_pay_how()}
          </h2>
          {address.kind === "quote" && (
            <p>{m.payments_pay_deposit_hint({ amount: formatMoney(due.fils) })}</p>
          )}
          {due.cards && <PayButton address={address} fils={due.fils} />}
          {otherWays && <OtherWays bank={due.bank} reference={address.reference} />}
        </Card>
      )}
    </>
  );
}

function PayButton({ address, fils }: { address: PayableAddress; fils: number }) {
  const [opening, setOpening] = useState(false);
  const [told, setTold] = useState<string | null>(null);

  async function open() {
    setOpening(true);
    setTold(null);
    try {
      window.location.assign(await openCheckout(address));
    } catch (error) {
      setTold(error instanceof HttpError ? error.message : m.common_unexpected_answer());
      setOpening(false);
    }
  }

  // Back from the card page by the browser's button, this page is as it was left.
  useEffect(() => {
    const again = () => setOpening(false);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);

  const amount = formatMoney(fils);
  const label =
    address.kind === "quote" ? m.payments_pay_deposit_card({ amount }) : m.payments_pay_card({ amount });
  return (
    <div className="flex flex-col gap-2">
      {told && <Failure>{told}</Failure>}
      <Button size="large" disabled={opening} onClick={open}>
        <CreditCard aria-hidden />
        {opening ? m.payments_pay_opening() : label}
      </Button>
      <p className="text-sm text-muted">{m.payments_pay_safe()}</p>
    </div>
  );
}

interface OutcomeProps {
  id: string;
  address: PayableAddress;
  onPaid: () => void;
}

/** Says the truth: paid is what our books say, not what the address says. */
function Outcome({ id, address, onPaid }: OutcomeProps) {
  const { data: state = "open", error } = useQuery(checkoutQuery(id, address.key), queryClient);
  const told = useRef(false);
  useEffect(() => {
    if (state !== "paid" || told.current) return;
    told.current = true;
    onPaid();
  }, [state, onPaid]);
  if (error instanceof HttpError && error.status === 404) return null;
  if (state === "paid") {
    return (
      <Card role="status" className="flex flex-col gap-1 border-transparent bg-calm-soft text-calm-text">
        <p className="font-semibold">{m.payments_pay_done()}</p>
        <p>{m.payments_pay_done_hint()}</p>
      </Card>
    );
  }
  return (
    <Card role="status" className="flex flex-col gap-1 bg-sunken">
      <p className="font-semibold">{state === "open" ? m.payments_pay_waiting() : m.payments_pay_not()}</p>
      <p className="text-muted">
        {state === "open" ? m.payments_pay_waiting_hint() : m.payments_pay_not_hint()}
      </p>
    </Card>
  );
}

interface OtherWaysProps {
  bank: { name: string | null; accountName: string | null; iban: string } | null;
  reference: string;
}

function OtherWays({ bank, reference }: OtherWaysProps) {
  const facts = bank
    ? [
        [m.settings_money_bank(), bank.name],
        [m.settings_money_account_name(), bank.accountName],
        [m.settings_money_iban(), bank.iban.replace(/(.{4})(?=.)/g, "$1 ")],
        [m.payments_pay_reference(), reference],
      ]
    : [];
  return (
    <div className="flex flex-col gap-2 text-sm">
      {bank && <h3 className="font-medium">{m.payments_pay_transfer()}</h3>}
      {bank && (
        <dl className="flex flex-col gap-2">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt className="text-muted">{label}</dt>
                  <dd className="figures font-medium break-words">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
      <p className="text-muted">{m.payments_pay_other()}</p>
    </div>
  );
}
