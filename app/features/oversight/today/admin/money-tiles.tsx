import { useQuery } from "@tanstack/react-query";
import Banknote from "lucide-react/icons/banknote";
import FileWarning from "lucide-react/icons/file-warning";
import Landmark from "lucide-react/icons/landmark";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import type { InstalmentObstacle } from "../../../finance/invoices/invoice";
import { useAcknowledgePayout, useKeepCheque } from "../../../finance/payments/admin-client";
import { Definition } from "../../analytics/admin/definition";
import { FigureLink } from "../../analytics/admin/figure-link";
import { invoicedLinesPath, revenueEntriesPath } from "../../analytics/links";
import { moneyTodayQuery, quotesTodayQuery, useRetryStuckDocuments } from "../admin-client";
import type { MoneyToday } from "../views";
import * as links from "./links";
import { Group, Notice, QueryState, STRIP_FIGURE, Tile } from "./tile";

/** Quotes awaiting an answer, overdue invoices and the month's revenue, by permission. */
export function Money() {
  const seesMoney = useMay("invoices.read");
  const quotes = useQuery(quotesTodayQuery);
  return (
    <Group title={m.today_money()}>
      {seesMoney && <StuckDocuments />}
      {seesMoney && <RefusedInstalments />}
      {seesMoney && <SupersededCheques />}
      {seesMoney && <FailedPayouts />}
      <div className="grid gap-px overflow-hidden rounded border border-line bg-line @lg:grid-cols-2 @4xl:grid-cols-4">
        <QueryState of={quotes} tiles={1}>
          {({ awaiting: { count, fils } }) => (
            <Tile
              to={links.awaitingQuotes}
              label={m.today_quotes()}
              value={formatExactMoney(fils)}
              quiet={count === 0}
              inStrip
            >
              {m.today_quotes_count({ count })}
            </Tile>
          )}
        </QueryState>
        {seesMoney && <OfInvoices />}
      </div>
    </Group>
  );
}

function StuckDocuments() {
  const { data: { stuckDocuments = [] } = {} } = useQuery(moneyTodayQuery);
  const mayRetry = useMay("invoices.manage");
  const retry = useRetryStuckDocuments();
  if (stuckDocuments.length === 0) return null;
  return (
    <Notice Icon={FileWarning}>
      <p>{m.today_documents_stuck()}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {stuckDocuments.map(({ kind, id, reference }) => (
          <li key={id}>
            <Link
              to={links.document(kind, id)}
              className="figures inline-flex min-h-6 items-center font-medium underline"
            >
              {reference}
            </Link>
          </li>
        ))}
      </ul>
      <ChangeRefused error={retry.error} />
      {mayRetry && (
        <Button
          size="small"
          tone="quiet"
          className="mt-2"
          disabled={retry.isPending}
          onClick={() => retry.mutate({})}
        >
          {m.today_documents_retry()}
        </Button>
      )}
    </Notice>
  );
}

const obstacles: Record<InstalmentObstacle, () => string> = {
  "address-required": m.today_instalment_address,
  "company-details-missing": m.today_instalment_company,
  error: m.today_instalment_error,
};

function RefusedInstalments() {
  const { data: { refusedInstalments = [] } = {} } = useQuery(moneyTodayQuery);
  if (refusedInstalments.length === 0) return null;
  return (
    <Notice Icon={FileWarning}>
      <p>{m.today_instalments_refused()}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {refusedInstalments.map(({ contractId, contractReference, number, dueDate, obstacle }) => (
          <li key={`${contractId} ${number}`} className="flex flex-wrap items-center gap-x-3">
            <Link
              to={links.contract(contractId)}
              className="figures inline-flex min-h-6 items-center font-medium underline"
            >
              {m.today_instalment({ reference: contractReference, number, day: formatDay(dueDate) })}
            </Link>
            <span>{obstacles[obstacle]()}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function SupersededCheques() {
  const { data: { supersededCheques = [] } = {} } = useQuery(moneyTodayQuery);
  const mayKeep = useMay("payments.record");
  const keep = useKeepCheque();
  if (supersededCheques.length === 0) return null;
  return (
    <Notice Icon={Banknote}>
      <p>{m.today_cheques_superseded()}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {supersededCheques.map(({ id, version, number, fils, customerName, reference }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={links.cheque(id)}
              className="figures inline-flex min-h-6 items-center font-medium underline"
            >
              {m.today_cheque({
                name: bidiIsolate(customerName),
                number,
                amount: formatExactMoney(fils),
                reference,
              })}
            </Link>
            {mayKeep && (
              <Button
                size="small"
                tone="quiet"
                disabled={keep.isPending}
                aria-label={m.today_cheque_keep_named({ number })}
                onClick={() => keep.mutate({ id, version })}
              >
                {m.today_cheque_keep()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ChangeRefused error={keep.error} />
    </Notice>
  );
}

function FailedPayouts() {
  const { data: { failedPayouts = [] } = {} } = useQuery(moneyTodayQuery);
  const mayAcknowledge = useMay("payments.record");
  const acknowledge = useAcknowledgePayout();
  if (failedPayouts.length === 0) return null;
  return (
    <Notice Icon={Landmark}>
      <p>{m.today_payouts_failed()}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {failedPayouts.map(({ id, reference, fils, failedOn }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={links.payouts}
              className="figures inline-flex min-h-6 items-center font-medium underline"
            >
              {m.today_payout({ reference, amount: formatExactMoney(fils), day: formatDay(failedOn) })}
            </Link>
            {mayAcknowledge && (
              <Button
                size="small"
                tone="quiet"
                disabled={acknowledge.isPending}
                aria-label={m.today_payout_acknowledge_named({ reference })}
                onClick={() => acknowledge.mutate({ id })}
              >
                {m.today_payout_acknowledge()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ChangeRefused error={acknowledge.error} />
    </Notice>
  );
}

function OfInvoices() {
  const money = useQuery(moneyTodayQuery);
  const readsBooks = useMay("books.read");
  return (
    <QueryState of={money} tiles={3}>
      {({ overdue, months, invoiced, revenue }) => (
        <>
          <Tile
            to={links.overdueInvoices}
            label={m.today_overdue()}
            value={formatExactMoney(overdue.fils)}
            quiet={overdue.count === 0}
            inStrip
          >
            {m.today_overdue_count({ count: overdue.count })}
          </Tile>
          <OfMonth
            label={m.today_invoiced({ month: formatDay(months.from, "monthAlone") })}
            definition={m.reports_invoiced_definition()}
            to={invoicedLinesPath(months)}
            months={months}
            figure={invoiced}
          />
          <OfMonth
            label={m.today_revenue({ month: formatDay(months.from, "monthAlone") })}
            definition={m.reports_revenue_definition()}
            to={readsBooks ? revenueEntriesPath(months) : undefined}
            months={months}
            figure={revenue}
          />
        </>
      )}
    </QueryState>
  );
}

/** Figure of this month above the same days of last month and the whole of it. */
function OfMonth({
  label,
  definition,
  to,
  months: { lastFrom, lastTo },
  figure: { fils, lastFils, lastWholeFils },
}: {
  label: string;
  definition: string;
  to: string | undefined;
  months: MoneyToday["months"];
  figure: MoneyToday["invoiced"];
}) {
  const lines = [
    { label: m.today_month_until({ day: formatDay(lastTo, "shortDate") }), fils: lastFils },
    { label: formatDay(lastFrom, "monthAlone"), fils: lastWholeFils },
  ];
  return (
    <div className="relative flex flex-col bg-surface px-3 py-2.5 has-[a:hover]:bg-sunken">
      <span className="flex items-center gap-2 text-xs text-muted">
        <span className="min-w-0 grow">{label}</span>
        <Definition of={label} className="-my-1 -me-2 size-7">
          {definition}
        </Definition>
      </span>
      <span className={classNames(STRIP_FIGURE, fils === 0 && "text-muted")}>
        <FigureLink label={label} value={formatExactMoney(fils)} to={to} />
      </span>
      {lines.map(({ label, fils }) => (
        <span
          key={label}
          className="figures flex flex-wrap justify-between gap-x-3 text-xs whitespace-nowrap text-muted"
        >
          <span>{label}</span>
          <span>{formatExactMoney(fils)}</span>
        </span>
      ))}
    </div>
  );
}
