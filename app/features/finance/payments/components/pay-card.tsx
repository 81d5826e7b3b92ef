import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { formatIban } from "~/platform/uae/iban";
import { ActionBar, type ContactLines } from "~/ui/action-bar";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { Failure } from "~/ui/form/failure";
import { useReplayClick } from "~/ui/form/use-replay-click";
import { openCheckout, type PayableAddress } from "../client";
import type { ToPay } from "../views";

interface PayCardProps {
  address: PayableAddress;
  toPay: ToPay;
  /** Due day; deposits have none. */
  due?: { day: string; overdue: boolean };
  /** Given on pages whose bottom bar on phones has the pay button. */
  contact?: ContactLines;
}

/** True if the card has a pay button, and the bottom bar of phones too. */
export function isPayableByCard({ fils, cards }: ToPay): boolean {
  return fils !== 0 && cards;
}

/** Amount due and the available payment methods. Hidden if nothing is due. */
export function PayCard({ address, toPay, due, contact }: PayCardProps) {
  if (toPay.fils === 0) return null;
  const deposit = address.kind === "quote";
  const amount = formatMoney(toPay.fils);
  return (
    <Card role="region" aria-labelledby="to-pay" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="to-pay" className="text-sm font-medium tracking-normal text-muted">
          {deposit ? m.payments_pay_deposit() : m.payments_pay_title()}
        </h2>
        <p className="figures text-3xl font-semibold">{amount}</p>
        {due && (
          <p className={due.overdue ? "font-medium text-brass-text" : "text-muted"}>
            {due.overdue
              ? m.payments_pay_was_due({ day: formatDay(due.day, "fullDate") })
              : m.payments_pay_due({ day: formatDay(due.day, "fullDate") })}
          </p>
        )}
        {deposit && <p className="text-muted">{m.payments_pay_deposit_hint()}</p>}
      </div>
      {isPayableByCard(toPay) && <PayButton address={address} amount={amount} contact={contact} />}
      <OtherMethods bank={toPay.bank} cards={toPay.cards} reference={address.reference} />
    </Card>
  );
}

interface PayButtonProps extends Pick<PayCardProps, "address" | "contact"> {
  amount: string;
}

function PayButton({ address, amount, contact }: PayButtonProps) {
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const buttons = useRef<HTMLDivElement>(null);

  async function open() {
    setOpening(true);
    setFailure(null);
    try {
      window.location.assign(await openCheckout(address));
    } catch (error) {
      setFailure(error instanceof HttpError ? error.message : m.common_unexpected_answer());
      setOpening(false);
    }
  }

  const label = opening ? m.payments_pay_opening() : m.payments_pay_card({ amount });

  useReplayClick(buttons);

  // Restores the button after Back from the provider's page (bfcache).
  useEffect(() => {
    const reset = () => setOpening(false);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  return (
    <div ref={buttons} className="flex flex-col gap-2">
      {failure && <Failure>{failure}</Failure>}
      <Button
        size="large"
        disabled={opening}
        onClick={open}
        className={contact ? "max-md:hidden" : undefined}
      >
        <CreditCard aria-hidden />
        <span>{label}</span>
      </Button>
      {contact && (
        <ActionBar {...contact}>
          <Button disabled={opening} onClick={open} className="figures grow px-2!">
            {label}
          </Button>
        </ActionBar>
      )}
      <p className="text-sm text-muted">{m.payments_pay_safe()}</p>
    </div>
  );
}

interface OtherMethodsProps {
  bank: ToPay["bank"];
  cards: boolean;
  reference: string;
}

function OtherMethods({ bank, cards, reference }: OtherMethodsProps) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {bank && (
        <>
          <h3 className="font-medium">
            {cards ? m.payments_pay_or_transfer() : m.payments_pay_by_transfer()}
          </h3>
          <dl className="flex flex-col gap-3 text-sm">
            {bank.name && <Fact term={m.settings_money_bank()} value={bank.name} />}
            <Fact term={m.settings_money_account_name()} value={bank.accountName} />
            <Fact
              term={m.settings_money_iban()}
              value={formatIban(bank.iban)}
              copy={{ value: bank.iban, label: m.payments_pay_copy_iban() }}
            />
            <Fact
              term={m.payments_pay_reference()}
              value={reference}
              copy={{ value: reference, label: m.payments_pay_copy_reference() }}
            />
          </dl>
        </>
      )}
      <p className="text-sm text-muted">
        {bank || cards ? m.payments_pay_or_other() : m.payments_pay_other()}
      </p>
    </div>
  );
}

interface FactProps {
  term: string;
  value: string;
  copy?: { value: string; label: string };
}

function Fact({ term, value, copy }: FactProps) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="flex items-center justify-between gap-3">
        <bdi className="figures min-w-0 font-medium">{value}</bdi>
        {copy && <CopyButton {...copy} />}
      </dd>
    </div>
  );
}
