import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Download from "lucide-react/icons/download";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { addDays, dubaiDate, formatDay, isDay } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { Button, ButtonAnchor } from "~/ui/button";
import { Card } from "~/ui/card";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { EmptyState } from "~/ui/screen/empty-state";
import { Skeleton } from "~/ui/screen/skeleton";
import { myStatementPath, myStatementQuery, type Period } from "../client";
import type { Statement } from "../views";
import { StatementTable } from "./statement-table";

const SHOWN_DAYS = 90;

/** /dashboard/statement. The range is in the URL. */
export function MyStatement() {
  const [search, setSearch] = useSearchParams();
  const today = dubaiDate(new Date());
  const dayOf = (name: string, otherwise: string) => readDayParameter(search, name) ?? otherwise;
  const to = dayOf("to", today);
  const period = { from: dayOf("from", addDays(to, -SHOWN_DAYS)), to };
  const isReversedRange = period.from > period.to;
  const { data, error, refetch } = useQuery({ ...myStatementQuery(period), enabled: !isReversedRange });

  function change(part: Partial<Period>) {
    setSearch({ ...period, ...part }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <Link
        to="/dashboard"
        className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {m.account_dashboard()}
      </Link>
      <div className="flex max-w-4xl flex-col gap-6">
        <h1 className="text-3xl">{m.invoices_statement()}</h1>
        <div className="flex flex-wrap items-end gap-3">
          <Day label={m.invoices_statement_from()} value={period.from} onDay={(from) => change({ from })} />
          <Day label={m.invoices_statement_to()} value={period.to} onDay={(to) => change({ to })} />
          {data && !isReversedRange && (
            <div className="flex gap-2 sm:ms-auto">
              <DownloadLink period={period} as="pdf" words={m.invoices_pdf()} />
              <DownloadLink period={period} as="csv" words={m.invoices_statement_csv()} />
            </div>
          )}
        </div>
        {isReversedRange ? (
          <Failure>{m.invoices_statement_backwards()}</Failure>
        ) : data ? (
          <StatementBody statement={data} />
        ) : error ? (
          <EmptyState title={error.message}>
            <Button tone="quiet" onClick={() => refetch()}>
              {m.common_try_again()}
            </Button>
          </EmptyState>
        ) : (
          <div role="status" aria-label={m.common_loading()}>
            <Skeleton className="h-64" />
          </div>
        )}
      </div>
    </>
  );
}

function Day({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <TextField
      key={value}
      type="date"
      label={label}
      defaultValue={value}
      className="w-40"
      // The value is invalid while typing.
      onBlur={({ target }) => isDay(target.value) && target.value !== value && onDay(target.value)}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
}

function DownloadLink({ period, as, words }: { period: Period; as: "pdf" | "csv"; words: string }) {
  return (
    <ButtonAnchor tone="quiet" href={myStatementPath(period, as)} download={`statement-${period.to}.${as}`}>
      <Download aria-hidden />
      <span>{words}</span>
    </ButtonAnchor>
  );
}

function StatementBody({ statement }: { statement: Statement }) {
  const { to, closingFils, creditFils } = statement;
  return (
    <>
      <Card className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-muted">
          {closingFils < 0
            ? m.invoices_statement_in_favour({ day: formatDay(to, "fullDate") })
            : m.invoices_statement_owed({ day: formatDay(to, "fullDate") })}
        </p>
        <p className="figures text-3xl font-semibold">{formatMoney(Math.abs(closingFils))}</p>
      </Card>
      {creditFils > 0 && (
        <p className="figures">{m.invoices_my_credit({ amount: formatMoney(creditFils) })}</p>
      )}
      <StatementTable statement={statement} />
    </>
  );
}
