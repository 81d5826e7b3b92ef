import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { DocumentListItem, DocumentsSection } from "../../documents/components/documents-section";
import { ownQuotesQuery } from "../client";
import { awaitsAnswer } from "../quote";
import type { OwnQuotes } from "../views";
import { QuoteBadge } from "./quote-badge";

/** What was offered: quotes to answer first, then those of before. */
export function Quotes() {
  const query = useQuery(ownQuotesQuery);
  const quotes = query.data?.quotes ?? [];
  return (
    <DocumentsSection
      id="quotes"
      title={m.quote_own_title()}
      query={query}
      open={quotes.filter(({ state }) => awaitsAnswer(state)).map(rowOf)}
      none={m.quote_own_none()}
      earlier={{
        title: m.quote_own_earlier(),
        rows: quotes.filter(({ state }) => !awaitsAnswer(state)).map(rowOf),
      }}
    />
  );
}

function rowOf({ reference, title, state, validUntil, totalFils }: OwnQuotes["quotes"][number]) {
  const waits = awaitsAnswer(state);
  const hint = [
    reference,
    waits && validUntil && m.quote_valid_until({ day: formatDay(validUntil, "fullDate") }),
  ];
  return (
    <DocumentListItem
      key={reference}
      to={`/quotes/${reference}`}
      title={title}
      hint={hint.filter(Boolean).join(" · ")}
      fils={totalFils}
      badge={!waits && <QuoteBadge state={state} />}
    />
  );
}
