import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Download from "lucide-react/icons/download";
import { type ReactNode, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { addDays, dubaiDate, formatDay, isDay } from "~/platform/time";
import { ButtonAnchor } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { DrawerFailed, DrawerWaiting } from "~/ui/drawer";
import { statementPath, statementQuery } from "../admin-client";
import { ages } from "../invoice-filter";
import type { Statement } from "../views";
import { wordForAge, wordForEntry } from "../words";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.invoices_statement() }) },
    { name: "robots", content: "noindex" },
  ];
}

const SHOWN_DAYS = 90;

/** /admin/customers/:customerId/statement: what a customer was asked for and paid, from a day to a day of the address. */
export default function StatementPage() {
  const { customerId } = useParams();
  const [today] = useState(() => dubaiDate(new Date()));
  const [address, setAddress] = useSearchParams();
  const dayOf = (name: string, otherwise: string) => {
    const day = address.get(name) ?? "";
    return isDay(day) ? day : otherwise;
  };
  const to = dayOf("to", today);
  const from = dayOf("from", addDays(to, -SHOWN_DAYS));
  const wish = { id: customerId!, from, to };
  const backwards = from > to;
  const { data, error, refetch } = useQuery({ ...statementQuery(wish), enabled: !backwards });
  const pick = (part: { from?: string; to?: string }) =>
    setAddress({ from, to, ...part }, { replace: true, preventScrollReset: true });
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-4 lg:px-6 lg:py-5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="me-auto min-w-0">
          <Link
            to={`/admin/customers/${customerId}`}
            className="inline-flex min-h-8 items-center gap-1.5 text-sm text-link hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {m.invoices_statement_back()}
          </Link>
          <h1 className="text-lg font-semibold">{m.invoices_statement()}</h1>
          {data && (
            <p className="break-words text-muted">
              <bdi>{data.customer.name}</bdi>
            </p>
          )}
        </div>
        <Day label={m.invoices_statement_from()} day={from} onChange={(from) => pick({ from })} />
        <Day label={m.invoices_statement_to()} day={to} onChange={(to) => pick({ to })} />
        {!backwards &&
          (["pdf", "csv"] as const).map((as) => (
            <ButtonAnchor key={as} href={statementPath(wish, as)} download size="small" tone="quiet">
              <Download aria-hidden />
              {as === "pdf" ? m.invoices_pdf() : m.invoices_statement_csv()}
            </ButtonAnchor>
          ))}
      </header>
      {backwards ? (
        <p role="alert" className="text-sm text-error">
          {m.invoices_statement_backwards()}
        </p>
      ) : data ? (
        <>
          <Entries statement={data} />
          <Standing statement={data} />
        </>
      ) : error ? (
        <DrawerFailed
          error={error}
          missing={m.invoices_statement_missing()}
          failed={m.invoices_statement_failed()}
          onRetry={() => refetch()}
        />
      ) : (
        <DrawerWaiting />
      )}
    </div>
  );
}

interface DayProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

function Day({ label, day, onChange }: DayProps) {
  return (
    <label className="flex flex-col gap-1 text-xs text-muted">
      {label}
      <input
        type="date"
        value={day}
        onChange={({ target }) => isDay(target.value) && onChange(target.value)}
        className="figures min-h-9 rounded border border-control bg-surface px-2.5 text-sm text-ink"
      />
    </label>
  );
}

const end = "py-2 ps-3 text-end whitespace-nowrap";

/** On a phone the two columns of amounts are one, below zero where it was paid. */
function Entries({ statement }: { statement: Statement }) {
  const { from, to, openingFils, entries, closingFils } = statement;
  let balance = openingFils;
  return (
    <table className="figures w-full border-y border-line text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 pe-3 text-start font-medium">
            {m.invoices_csv_date()}
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            {m.invoices_statement_what()}
          </th>
          <th scope="col" className={classNames(end, "font-medium max-sm:hidden")}>
            {m.invoices_statement_asked()}
          </th>
          <th scope="col" className={classNames(end, "font-medium max-sm:hidden")}>
            {m.invoices_statement_paid()}
          </th>
          <th scope="col" className={classNames(end, "font-medium")}>
            {m.invoices_statement_balance()}
          </th>
        </tr>
      </thead>
      <tbody>
        <Balance day={from} fils={openingFils}>
          {m.invoices_statement_opening()}
        </Balance>
        {entries.map((entry, at) => {
          const { date, what, reference, amountFils } = entry;
          balance += amountFils;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is what stands at its place of a statement.
            <tr key={at} className="border-t border-line align-baseline">
              <td className="py-2 pe-3 whitespace-nowrap text-muted">{formatDay(date, "shortDate")}</td>
              <td className="py-2">
                {wordForEntry(what)} <span className="text-muted max-sm:block">{reference}</span>
                <span className="block sm:hidden">{formatExactMoney(amountFils)}</span>
              </td>
              <td className={classNames(end, "max-sm:hidden")}>
                {amountFils > 0 && formatExactMoney(amountFils)}
              </td>
              <td className={classNames(end, "max-sm:hidden")}>
                {amountFils < 0 && formatExactMoney(-amountFils)}
              </td>
              <td className={end}>{formatExactMoney(balance)}</td>
            </tr>
          );
        })}
        {entries.length === 0 && (
          <tr className="border-t border-line">
            <td colSpan={5} className="py-3 text-muted">
              {m.invoices_statement_none()}
            </td>
          </tr>
        )}
        <Balance day={to} fils={closingFils}>
          {m.invoices_statement_closing()}
        </Balance>
      </tbody>
    </table>
  );
}

function Balance({ day, fils, children }: { day: string; fils: number; children: ReactNode }) {
  return (
    <tr className="border-t border-line bg-surface align-baseline font-semibold">
      <td className="py-2 pe-3 whitespace-nowrap">{formatDay(day, "shortDate")}</td>
      <td className="py-2">{children}</td>
      <td className="max-sm:hidden" />
      <td className="max-sm:hidden" />
      <td className={end}>{formatExactMoney(fils)}</td>
    </tr>
  );
}

/** What is open now by its age, and what we owe. */
function Standing({ statement: { ageing, creditFils } }: { statement: Statement }) {
  const parts = [
    { name: m.invoices_ageing_not_due(), fils: ageing.notDueFils },
    ...ages.map((age) => ({ name: wordForAge(age), fils: ageing[`${age}Fils`] })),
    { name: m.payments_credit(), fils: creditFils },
  ];
  return (
    <section aria-label={m.invoices_ageing()}>
      <dl className="figures grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-6">
        {parts.map(({ name, fils }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold">{formatExactMoney(fils)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
