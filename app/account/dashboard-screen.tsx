import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
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
import { EmptyState } from "~/ui/screen/empty-state";
import { LoadError } from "~/ui/screen/load-error";
import { Skeleton } from "~/ui/screen/skeleton";
import { DashboardFrame } from "./dashboard-frame";

/** Further visits shown after the next one; a contract plans visits for a year. */
const SHOWN_LATER = 3;

/** /dashboard: the next visits, recurring visits and contracts. */
export function DashboardScreen() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const [next, ...later] = data?.upcoming ?? [];
  const shown = later.slice(0, SHOWN_LATER);
  const folded = later.slice(SHOWN_LATER);

  return (
    <DashboardFrame>
      <OpenDocuments />
      <section aria-labelledby="coming" className="flex flex-col gap-4">
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
            <EmptyState title={m.account_upcoming_none()}>
              <p>{m.account_upcoming_none_hint()}</p>
            </EmptyState>
          </div>
        )}
      </section>
      <RecurringBookings />
      <MyContracts />
    </DashboardFrame>
  );
}

/** Links to the documents that wait for the customer. */
function OpenDocuments() {
  const invoices = useQuery(myInvoicesQuery).data?.invoices ?? [];
  const quotes = useQuery(myQuotesQuery).data?.quotes ?? [];
  const unpaid = invoices.filter(({ openFils }) => openFils > 0).length;
  const unanswered = quotes.filter(({ state }) => isAwaitingAnswer(state)).length;
  if (unpaid + unanswered === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 text-sm font-medium">
      {unpaid > 0 && (
        <li>
          <OpenDocumentsLink label={m.account_open_invoices({ count: unpaid })} />
        </li>
      )}
      {unanswered > 0 && (
        <li>
          <OpenDocumentsLink label={m.account_open_quotes({ count: unanswered })} />
        </li>
      )}
    </ul>
  );
}

function OpenDocumentsLink({ label }: { label: string }) {
  return (
    <Link
      to="/dashboard/documents"
      className="inline-flex min-h-11 items-center rounded bg-brass-soft px-4 text-brass-text hover:underline"
    >
      {label}
    </Link>
  );
}
