import UserRound from "lucide-react/icons/user-round";
import type { ComponentType } from "react";
import { ContractBadge } from "~/features/finance/contracts/components/contract-badge";
import { InvoiceStateBadge } from "~/features/finance/invoices/admin/invoice-state";
import { QuoteBadge } from "~/features/finance/quotes/components/quote-badge";
import { StateBadge } from "~/features/operations/bookings/components/state-badge";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { matchIn } from "./palette-matching";

/** Text with the typed part highlighted. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  const at = matchIn(text, typed);
  if (!at) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, at[0])}</span>
      <mark className="bg-transparent font-semibold text-inherit underline decoration-accent decoration-2 underline-offset-3">
        {text.slice(...at)}
      </mark>
      <span>{text.slice(at[1])}</span>
    </>
  );
}

export function Reference({ children, typed }: { children: string; typed: string }) {
  return (
    <span className="figures shrink-0 font-medium">
      <Highlighted text={children} typed={typed} />
    </span>
  );
}

export function Name({
  children,
  typed,
  detail,
}: {
  children: string;
  typed: string;
  detail?: string | null;
}) {
  return (
    <span className="min-w-0 grow truncate">
      <bdi>
        <Highlighted text={children} typed={typed} />
      </bdi>
      {detail && (
        <span className="figures text-muted max-sm:hidden">
          <span>{" · "}</span>
          <Highlighted text={detail} typed={typed} />
        </span>
      )}
    </span>
  );
}

export function ActionLine({
  Icon,
  words,
}: {
  Icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  words: string;
}) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{words}</span>
    </>
  );
}

interface BookingShown {
  reference: string;
  customerName: string;
  phone: string;
  state: Parameters<typeof StateBadge>[0]["state"];
  typed: string;
}

export function BookingLine({ reference, customerName, phone, state, typed }: BookingShown) {
  return (
    <>
      <Reference typed={typed}>{reference}</Reference>
      <Name typed={typed} detail={formatPhone(phone)}>
        {customerName}
      </Name>
      <StateBadge state={state} className="max-sm:hidden" />
    </>
  );
}

interface QuoteShown {
  reference: string;
  customerName: string;
  state: Parameters<typeof QuoteBadge>[0]["state"];
  typed: string;
}

export function QuoteLine({ reference, customerName, state, typed }: QuoteShown) {
  return (
    <>
      <Reference typed={typed}>{reference}</Reference>
      <Name typed={typed}>{customerName}</Name>
      <span className="shrink-0 max-sm:hidden">
        <QuoteBadge state={state} />
      </span>
    </>
  );
}

interface ContractShown {
  reference: string;
  customerName: string;
  packageName: string;
  state: Parameters<typeof ContractBadge>[0]["state"];
  typed: string;
}

export function ContractLine({ reference, customerName, packageName, state, typed }: ContractShown) {
  return (
    <>
      <Reference typed={typed}>{reference}</Reference>
      <Name typed={typed} detail={packageName}>
        {customerName}
      </Name>
      <span className="shrink-0 max-sm:hidden">
        <ContractBadge state={state} />
      </span>
    </>
  );
}

interface InvoiceShown {
  reference: string | null;
  customer: { name: string };
  state: Parameters<typeof InvoiceStateBadge>[0]["state"];
  settlement: Parameters<typeof InvoiceStateBadge>[0]["settlement"];
  overdue: boolean;
  totalFils: number;
  typed: string;
}

export function InvoiceLine({
  reference,
  customer,
  state,
  settlement,
  overdue,
  totalFils,
  typed,
}: InvoiceShown) {
  return (
    <>
      {reference && <Reference typed={typed}>{reference}</Reference>}
      <Name typed={typed}>
        {reference ? customer.name : m.invoices_draft_for({ name: bidiIsolate(customer.name) })}
      </Name>
      <span className="figures shrink-0 text-muted max-sm:hidden">{formatExactMoney(totalFils)}</span>
      <span className="shrink-0 max-sm:hidden">
        <InvoiceStateBadge {...{ state, settlement, overdue }} />
      </span>
    </>
  );
}

interface CustomerShown {
  name: string;
  phone: string | null;
  email: string | null;
  typed: string;
}

export function CustomerLine({ name, phone, email, typed }: CustomerShown) {
  const shown = phone ? formatPhone(phone) : email;
  // Shows the email instead of the phone number if only the email matches.
  const detail = email && !matchIn(`${name} ${shown}`, typed) && matchIn(email, typed) ? email : shown;
  return (
    <>
      <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
      <Name typed={typed} detail={detail}>
        {name}
      </Name>
    </>
  );
}
