import { useQuery } from "@tanstack/react-query";
import Landmark from "lucide-react/icons/landmark";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatListDay } from "~/platform/list-dates";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate, formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { DayInput } from "~/ui/form/day-input";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact } from "~/ui/section";
import { type ChequeFilter, chequeListQuery, chequeQuery, useTransitionCheque } from "../admin-client";
import { labelForCheque, labelForChequeTransition } from "../labels";
import { type ChequeState, chequeStates, chequeTransitionsFrom } from "../payment";
import type { ChequeDetail, ChequeRow } from "../views";
import { ChequeBadge } from "./cheque-badge";
import { MoneyNav } from "./money-nav";

export const chequeList = officeList<ChequeRow, ChequeFilter>({
  path: "/admin/payments/cheques",
  title: m.payments_cheques,
  Nav: MoneyNav,
  filters: [
    { kind: "search", name: "search", label: m.payments_search, placeholder: m.payments_cheque_placeholder },
    {
      kind: "chips",
      name: "state",
      label: m.payments_state,
      all: m.payments_all,
      values: chequeStates,
      labelOf: (state) => labelForCheque(state as ChequeState),
    },
    {
      kind: "choice",
      name: "due",
      label: m.payments_cheque_due,
      all: m.payments_any_day,
      useOptions: () => [{ id: "yes", name: m.payments_cheque_due() }],
    },
  ],
  useRows: pagedRows(chequeListQuery, ({ cheques }) => cheques),
  layout: {
    columns: [
      {
        label: m.payments_cheque_number,
        width: "w-36",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ number }) => number,
      },
      {
        label: m.payments_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customer }) => customer.name,
      },
      {
        label: m.payments_cheque_dated,
        width: "w-36",
        visibleFrom: "3xl",
        cellClass: "figures",
        card: "foot",
        cell: ({ dated }) => formatListDay(dated),
      },
      {
        label: m.payments_cheque_bank,
        width: "w-36",
        visibleFrom: "4xl",
        cellClass: "text-muted",
        card: "foot",
        cell: ({ bank }) => bank,
      },
      {
        label: m.payments_for,
        width: "w-40",
        visibleFrom: "5xl",
        cellClass: "figures text-muted",
        cell: ({ invoice, quote, contract }) =>
          invoice?.reference ?? quote?.reference ?? contract?.reference ?? "–",
      },
      {
        label: m.payments_amount,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "foot-end",
        cell: ({ fils }) => formatExactMoney(fils),
      },
      {
        label: m.payments_state,
        width: "w-36",
        // Room for the longest state.
        cellClass: "pe-0!",
        card: "mark",
        cell: (cheque) => <ChequeBadge cheque={cheque} />,
      },
    ],
  },
  empty: { Icon: Landmark, title: m.payments_cheques_empty_title, body: m.payments_cheques_empty_body },
  noResults: () => ({ title: m.payments_cheques_none_title, clear: m.payments_clear }),
  Opened: ChequeDrawer,
});

function ChequeDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(chequeQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={(cheque) => cheque.number}
      headOf={(cheque) => (
        <>
          <h2 className="figures truncate text-base font-semibold">
            {m.payments_cheque_of({ number: cheque.number, bank: bidiIsolate(cheque.bank) })}
          </h2>
          <ChequeBadge cheque={cheque} />
        </>
      )}
      missing={m.payments_cheque_missing()}
      failed={m.payments_failed()}
    >
      {(cheque) => <Opened key={id} cheque={cheque} />}
    </RecordDrawer>
  );
}

function Opened({ cheque }: { cheque: ChequeDetail }) {
  const change = useTransitionCheque();
  const mayRecord = useMay("payments.record");
  const { id, version, invoice, quote, contract, payment } = cheque;
  const [day, setDay] = useState(() => dubaiDate(new Date()));
  const transitions = chequeTransitionsFrom(cheque.state);
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <p className="figures text-xl font-semibold">{formatExactMoney(cheque.fils)}</p>
      {mayRecord && transitions.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <DayInput label={m.payments_cheque_day()} day={day} onChange={setDay} />
          {transitions.map((transition) => (
            <Button
              key={transition}
              size="small"
              tone={transition === "deposit" || transition === "clear" ? undefined : "quiet"}
              disabled={change.isPending}
              onClick={() => change.mutate({ id, transition, version, day })}
            >
              {labelForChequeTransition(transition)}
            </Button>
          ))}
        </div>
      )}
      <ChangeRefused error={change.error} />
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.payments_customer()}>
          <Link to={`/admin/customers/${cheque.customer.id}`} className="text-link hover:underline">
            <bdi>{cheque.customer.name}</bdi>
          </Link>
        </Fact>
        <Fact name={m.payments_cheque_dated()}>{formatDay(cheque.dated)}</Fact>
        {cheque.dates.map(({ state, day }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a state may repeat; entries are only appended.
          <Fact key={at} name={labelForCheque(state)}>
            {formatDay(day)}
          </Fact>
        ))}
        <Fact name={m.payments_for()}>
          {invoice ? (
            <Link to={`/admin/invoices/${invoice.id}`} className="text-link hover:underline">
              {invoice.reference}
            </Link>
          ) : quote ? (
            m.payments_deposit_of({ reference: quote.reference })
          ) : contract ? (
            <Link to={`/admin/contracts/${contract.id}`} className="text-link hover:underline">
              {contract.reference}
            </Link>
          ) : (
            m.payments_for_any()
          )}
        </Fact>
        {payment && (
          <Fact name={m.payments_receipt()}>
            <Link to={`/admin/payments/${payment.id}`} className="text-link hover:underline">
              {payment.reference}
            </Link>
          </Fact>
        )}
      </dl>
    </div>
  );
}
