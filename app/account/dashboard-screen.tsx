import { useQuery } from "@tanstack/react-query";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DocumentListItem } from "~/features/core/documents/components/documents-section";
import { myContractsQuery } from "~/features/finance/contracts/client";
import { MyContracts } from "~/features/finance/contracts/components/my-contracts";
import { myInvoicesQuery } from "~/features/finance/invoices/client";
import { myQuotesQuery } from "~/features/finance/quotes/client";
import { isAwaitingAnswer } from "~/features/finance/quotes/quote";
import { RecurringBookings } from "~/features/operations/recurring-bookings/components/my-recurring-bookings";
import { UPCOMING_LIMIT } from "~/features/people/accounts/account";
import { overviewQuery } from "~/features/people/accounts/client";
import { BookingList } from "~/features/people/accounts/components/dashboard/booking-list";
import { BookingRow } from "~/features/people/accounts/components/dashboard/booking-row";
import { NextVisit } from "~/features/people/accounts/components/dashboard/next-visit";
import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/screen/empty-state";
import { LoadError } from "~/ui/screen/load-error";
import { Skeleton } from "~/ui/screen/skeleton";
import { DashboardFrame } from "./dashboard-frame";

/** Further visits shown after the next one; a contract plans visits for a year. */
const SHOWN_LATER = 2;

/** /dashboard: the next visits, documents that wait for the customer, recurring visits and contracts. */
export function DashboardScreen() {
  return (
    <DashboardFrame>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-5 sm:gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <WaitingDocuments />
        <div className="flex flex-col gap-5 sm:gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <UpcomingVisits />
          <RecurringBookings />
        </div>
        <div className="lg:col-start-2">
          <MyContracts />
          <PackagesHint />
        </div>
      </div>
    </DashboardFrame>
  );
}

function UpcomingVisits() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const [next, ...later] = data?.upcoming ?? [];
  const shown = later.slice(0, SHOWN_LATER);
  const folded = later.slice(SHOWN_LATER);
  return (
    <section aria-labelledby="coming" className="flex flex-col gap-2 sm:gap-4">
      <h2 id="coming" className="text-xl">
        {m.account_upcoming()}
      </h2>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-64" />
      ) : next ? (
        <>
          <NextVisit booking={next} />
          {shown.length > 0 && (
            <ul className="flex flex-col gap-2">
              {shown.map((booking) => (
                <BookingRow key={booking.id} booking={booking} />
              ))}
            </ul>
          )}
          {folded.length > 0 && (
            <details className="rounded-lg border border-line px-4">
              <summary className="flex min-h-11 cursor-pointer items-center text-sm text-link hover:underline">
                {data.upcoming.length < UPCOMING_LIMIT
                  ? m.contract_my_later_visits({ count: folded.length })
                  : m.account_all_bookings()}
              </summary>
              <div className="pb-4">
                {data.upcoming.length < UPCOMING_LIMIT ? (
                  <ul className="flex flex-col gap-2">
                    {folded.map((booking) => (
                      <BookingRow key={booking.id} booking={booking} />
                    ))}
                  </ul>
                ) : (
                  <BookingList open="yes" />
                )}
              </div>
            </details>
          )}
        </>
      ) : (
        <div className="rounded-lg border border-dashed border-control">
          <EmptyState icon={<CalendarPlus aria-hidden />} title={m.account_upcoming_none()}>
            <p>{m.account_upcoming_none_hint()}</p>
          </EmptyState>
        </div>
      )}
    </section>
  );
}

/** Documents listed here; the others are under Documents. */
const WAITING_LIMIT = 4;

/** Unpaid invoices and unanswered quotes. */
function WaitingDocuments() {
  const invoices = useQuery(myInvoicesQuery).data?.invoices ?? [];
  const quotes = useQuery(myQuotesQuery).data?.quotes ?? [];
  const documents: ReactNode[] = [
    ...invoices
      .filter(({ openFils }) => openFils > 0)
      .map(({ reference, openFils, dueDate, overdue }) => {
        const day = formatDay(dueDate, "fullDate");
        return (
          <DocumentListItem
            key={reference}
            to={`/invoices/${encodeURIComponent(reference)}`}
            title={m.account_invoice_to_pay()}
            hint={overdue ? m.payments_pay_was_due({ day }) : m.payments_pay_due({ day })}
            overdue={overdue}
            fils={openFils}
          />
        );
      }),
    ...quotes
      .filter(({ state }) => isAwaitingAnswer(state))
      .map(({ reference, title, validUntil, totalFils }) => (
        <DocumentListItem
          key={reference}
          to={`/quotes/${reference}`}
          title={title}
          hint={validUntil ? m.quotes_valid_until({ day: formatDay(validUntil, "fullDate") }) : reference}
          fils={totalFils}
        />
      )),
  ];
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-2 sm:gap-4 lg:col-start-2">
      <h2 id="waiting" className="text-xl">
        {m.account_waiting()}
      </h2>
      <ul className="flex flex-col gap-2">{documents.slice(0, WAITING_LIMIT)}</ul>
      {documents.length > WAITING_LIMIT && (
        <Link to="/dashboard/documents" className="self-start text-link hover:underline">
          {m.account_all_documents()}
        </Link>
      )}
    </section>
  );
}

/** For customers without a contract. */
function PackagesHint() {
  const { data } = useQuery(myContractsQuery);
  if (data?.contracts.length !== 0) return null;
  return (
    <Card tone="sunken" className="flex flex-col items-start gap-3">
      <p>{m.account_packages_hint()}</p>
      <Link to="/amc-packages" className="text-link hover:underline">
        {m.account_packages()}
      </Link>
    </Card>
  );
}
