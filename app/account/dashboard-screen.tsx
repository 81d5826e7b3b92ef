import { useQuery } from "@tanstack/react-query";
import { useOutletContext } from "react-router";
import { MyContracts } from "~/features/finance/contracts/components/my-contracts";
import { MyInvoices } from "~/features/finance/invoices/components/my-invoices";
import { MyReceipts } from "~/features/finance/payments/components/my-receipts";
import { MyQuotes } from "~/features/finance/quotes/components/my-quotes";
import { RecurringBookings } from "~/features/operations/recurring-bookings/components/my-recurring-bookings";
import { overviewQuery } from "~/features/people/accounts/client";
import { BookingList } from "~/features/people/accounts/components/dashboard/booking-list";
import { BookingRow } from "~/features/people/accounts/components/dashboard/booking-row";
import { NextVisit } from "~/features/people/accounts/components/dashboard/next-visit";
import { Properties } from "~/features/people/accounts/components/dashboard/properties";
import type { OwnBookingRow } from "~/features/people/accounts/views";
import { m } from "~/paraglide/messages";
import { displayName, type SessionUser } from "~/platform/auth/session";
import { bidiIsolate } from "~/platform/locale/locale";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { LoadError } from "~/ui/screen/load-error";
import { Skeleton } from "~/ui/screen/skeleton";

/** Further visits shown after the next one; a contract plans visits for a year. */
const SHOWN_LATER = 3;

/** /dashboard: upcoming visits, bookings, properties. */
export function DashboardScreen() {
  const user = useOutletContext<SessionUser>();
  const { data, error, refetch } = useQuery(overviewQuery);
  const [next, ...later] = data?.upcoming ?? [];

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">{m.account_hello({ name: bidiIsolate(firstName(displayName(user))) })}</h1>
        <div className="flex gap-2">
          <ButtonLink to="/bookings">{m.account_book()}</ButtonLink>
          <ButtonLink to="/user-settings" tone="quiet">
            {m.account_settings()}
          </ButtonLink>
        </div>
      </div>

      <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-10">
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
                {later.length > 0 && <Rows bookings={later.slice(0, SHOWN_LATER)} />}
                {later.length > SHOWN_LATER && (
                  <details className="rounded-lg border border-line px-4">
                    <summary className="flex min-h-11 cursor-pointer items-center text-sm text-link hover:underline">
                      {m.contract_my_later_visits({ count: later.length - SHOWN_LATER })}
                    </summary>
                    <div className="pb-4">
                      <Rows bookings={later.slice(SHOWN_LATER)} />
                    </div>
                  </details>
                )}
              </>
            ) : (
              <Nothing />
            )}
          </section>
          <RecurringBookings />
          <MyContracts />
          <MyInvoices />
          <MyQuotes />
          <MyReceipts />
          <BookingList />
        </div>
        <Properties />
      </div>
    </>
  );
}

function Rows({ bookings }: { bookings: readonly OwnBookingRow[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} />
      ))}
    </ul>
  );
}

function Nothing() {
  return (
    <div className="rounded-lg border border-dashed border-control">
      <EmptyState title={m.account_upcoming_none()}>
        <p>{m.account_upcoming_none_hint()}</p>
      </EmptyState>
    </div>
  );
}

function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}
