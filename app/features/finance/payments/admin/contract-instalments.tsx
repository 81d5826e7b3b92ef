import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate, formatDay } from "~/platform/time";
import { Section, SectionAction } from "~/ui/section";
import type { ContractDetail } from "../../contracts/views";
import { InvoiceButton } from "../../invoices/admin/invoice-button";
import { contractInstalmentsQuery, customerMoneyQuery } from "../admin-client";
import type { InstalmentRow } from "../views";
import { ChequeBadge } from "./cheque-badge";
import { ChequeForm } from "./cheque-form";

/** Instalments with their invoices and cheques, and the cheques to record. */
export function ContractInstalments({ contract }: { contract: ContractDetail }) {
  const { data } = useQuery({ ...contractInstalmentsQuery(contract.id), enabled: useMay("invoices.read") });
  const [today] = useState(() => dubaiDate(new Date()));
  if (!data) return null;
  const isDue = ({ invoice, dueDate }: InstalmentRow) => !invoice && dueDate <= today;
  const started = contract.state === "active" || contract.state === "expired";
  return (
    <Section title={m.contract_instalments()}>
      <ol className="flex flex-col text-sm">
        {data.instalments.map((instalment) => (
          <Instalment key={instalment.number} contract={contract} instalment={instalment} />
        ))}
      </ol>
      {started && data.instalments.some(isDue) && (
        <div className="mt-2 flex">
          <InvoiceButton of={{ contractId: contract.id }} />
        </div>
      )}
    </Section>
  );
}

function Instalment({ contract, instalment }: { contract: ContractDetail; instalment: InstalmentRow }) {
  const [recording, setRecording] = useState(false);
  const mayRecord = useMay("payments.record");
  const { data: money } = useQuery({ ...customerMoneyQuery(contract.customerId), enabled: recording });
  const { number, dueDate, fils, invoice, cheques, uncoveredFils } = instalment;
  const takesCheques = contract.state === "requested" || contract.state === "active";
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
      <div className="figures flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {m.contract_instalment_due({ number, day: formatDay(dueDate), amount: formatExactMoney(fils) })}
        </span>
        {invoice ? (
          <Link to={`/admin/invoices/${invoice.id}`} className="text-link hover:underline">
            {invoice.reference}
          </Link>
        ) : (
          <span className="text-xs text-muted">{m.contract_instalment_not_invoiced()}</span>
        )}
      </div>
      {cheques.map((cheque) => (
        <div key={cheque.id} className="flex flex-wrap items-center justify-between gap-x-3">
          <Link to={`/admin/payments/cheques/${cheque.id}`} className="figures text-link hover:underline">
            {m.payments_cheque_facts({
              number: cheque.number,
              day: formatDay(cheque.dated),
              amount: formatExactMoney(cheque.fils),
            })}
          </Link>
          <ChequeBadge cheque={{ state: cheque.state, readyToDeposit: false }} />
        </div>
      ))}
      {mayRecord && takesCheques && uncoveredFils > 0 && !recording && (
        <div>
          <SectionAction onClick={() => setRecording(true)}>{m.payments_cheque_record()}</SectionAction>
        </div>
      )}
      {recording && money && (
        <ChequeForm
          money={money}
          instalment={{ ...instalment, contractId: contract.id }}
          onClose={() => setRecording(false)}
        />
      )}
    </li>
  );
}
