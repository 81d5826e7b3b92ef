import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { addDays, dubaiDate } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { ButtonAnchor } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { DayInput } from "~/ui/form/day-input";
import { LoadedRecord } from "~/ui/overlay/drawer";
import { statementPath, statementQuery } from "../admin-client";
import { StatementTable } from "../components/statement-table";
import { labelForAgeingBucket } from "../labels";
import { ageingBuckets, amountInBucket } from "../office/invoice-filter";
import type { Statement } from "../views";

const SHOWN_DAYS = 90;

/** The range is in the URL. */
export function StatementScreen() {
  const { customerId } = useParams();
  const [today] = useState(() => dubaiDate(new Date()));
  const [address, setAddress] = useSearchParams();
  const dayOf = (name: string, otherwise: string) => readDayParameter(address, name) ?? otherwise;
  const to = dayOf("to", today);
  const from = dayOf("from", addDays(to, -SHOWN_DAYS));
  const params = { id: customerId!, from, to };
  const isReversedRange = from > to;
  const statementResult = useQuery({
    ...statementQuery(params),
    enabled: !isReversedRange,
    // Keeps the statement until other days have loaded, but not that of another customer.
    placeholderData: (before) => (before?.customer.id === customerId ? before : undefined),
  });
  const isOutdated = statementResult.isPlaceholderData;
  const pick = (part: { from?: string; to?: string }) =>
    setAddress({ from, to, ...part }, { replace: true, preventScrollReset: true });
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-4 lg:px-6 lg:py-5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="me-auto min-w-0">
          <Link
            data-no-print=""
            to={`/admin/customers/${customerId}`}
            className="inline-flex min-h-8 items-center gap-1.5 text-sm text-link hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {m.invoices_statement_back()}
          </Link>
          <h1 className="text-lg font-semibold">{m.invoices_statement()}</h1>
          {statementResult.data && (
            <p className="text-muted">
              <bdi>{statementResult.data.customer.name}</bdi>
            </p>
          )}
        </div>
        {/* Printed, the range is in the lines of the balances. */}
        <div data-no-print="" className="flex flex-wrap items-end gap-3">
          <DayInput label={m.invoices_statement_from()} day={from} onChange={(from) => pick({ from })} />
          <DayInput label={m.invoices_statement_to()} day={to} onChange={(to) => pick({ to })} />
        </div>
        {!isReversedRange && (
          <div className="flex gap-3">
            {(["pdf", "csv"] as const).map((as) => (
              <ButtonAnchor key={as} href={statementPath(params, as)} download size="small" tone="quiet">
                <Download aria-hidden />
                <span>{as === "pdf" ? m.invoices_pdf() : m.invoices_statement_csv()}</span>
              </ButtonAnchor>
            ))}
          </div>
        )}
      </header>
      {isReversedRange ? (
        <p role="alert" className="text-sm text-error">
          {m.invoices_statement_backwards()}
        </p>
      ) : (
        <LoadedRecord
          query={statementResult}
          missing={m.invoices_statement_missing()}
          failed={m.invoices_statement_failed()}
        >
          {(statement) => (
            <div
              aria-busy={isOutdated || undefined}
              className={classNames("flex flex-col gap-5 transition-opacity", isOutdated && "opacity-60")}
            >
              <StatementTable statement={statement} />
              <AgeingSummary statement={statement} />
            </div>
          )}
        </LoadedRecord>
      )}
    </div>
  );
}

/** Current open amounts by age, and the customer's credit. */
function AgeingSummary({ statement: { ageing, creditFils } }: { statement: Statement }) {
  const parts = [
    ...ageingBuckets.map((age) => ({ name: labelForAgeingBucket(age), fils: amountInBucket(ageing, age) })),
    { name: m.payments_credit(), fils: creditFils },
  ];
  return (
    <section aria-label={m.invoices_ageing()} style={{ breakInside: "avoid" }}>
      <dl className="figures grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3">
        {parts.map(({ name, fils }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold whitespace-nowrap">{formatExactMoney(fils)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
