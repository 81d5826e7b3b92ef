import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ownQuotesQuery } from "~/features/quotes/client";
import { QuoteBadge } from "~/features/quotes/components/quote-badge";
import { awaitsAnswer } from "~/features/quotes/quote";
import type { OwnQuotes } from "~/features/quotes/views";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

type OwnQuote = OwnQuotes["quotes"][number];

/** What was offered: quotes to answer first, then those of before. Nothing where there never was one. */
export function Quotes() {
  const { data, error, refetch } = useQuery(ownQuotesQuery);
  if (error && !data) {
    return (
      <EmptyState title={error.message}>
        <Button tone="quiet" onClick={() => refetch()}>
          {m.common_try_again()}
        </Button>
      </EmptyState>
    );
  }
  if (!data?.quotes.length) return null;
  const open = data.quotes.filter(({ state }) => awaitsAnswer(state));
  const earlier = data.quotes.filter(({ state }) => !awaitsAnswer(state));
  return (
    <section aria-labelledby="quotes" className="flex flex-col gap-4">
      <h2 id="quotes" className="text-xl">
        {m.quote_own_title()}
      </h2>
      {open.length > 0 ? <Rows quotes={open} /> : <p className="text-muted">{m.quote_own_none()}</p>}
      {earlier.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
            {m.quote_own_earlier()}
          </summary>
          <Rows quotes={earlier} />
        </details>
      )}
    </section>
  );
}

function Rows({ quotes }: { quotes: readonly OwnQuote[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {quotes.map((quote) => (
        <li key={quote.reference}>
          <Link
            to={`/quotes/${quote.reference}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent"
          >
            <span className="min-w-0 grow">
              <span dir="auto" className="block truncate font-medium">
                {quote.title}
              </span>
              <span className="figures block text-sm text-muted">
                {quote.reference}
                {quote.validUntil && awaitsAnswer(quote.state) && (
                  <> · {m.quote_valid_until({ day: formatDay(quote.validUntil, "fullDate") })}</>
                )}
              </span>
            </span>
            <span className="figures font-medium">{formatMoney(quote.totalFils)}</span>
            {!awaitsAnswer(quote.state) && <QuoteBadge state={quote.state} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
