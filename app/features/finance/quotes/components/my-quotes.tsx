import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { DocumentListItem, DocumentsSection } from "../../../core/documents/components/documents-section";
import { myQuotesQuery } from "../client";
import { isAwaitingAnswer } from "../quote";
import type { CustomerQuotes } from "../views";
import { QuoteBadge } from "./quote-badge";

/** Quotes awaiting an answer, then earlier ones. */
export function MyQuotes() {
  const query = useQuery(myQuotesQuery);
  const quotes = query.data?.quotes ?? [];
  return (
    <DocumentsSection
      id="quotes"
      title={m.quotes_my_title()}
      query={query}
      open={quotes.filter(({ state }) => isAwaitingAnswer(state)).map(listItem)}
      none={m.quotes_my_none()}
      earlier={{
        title: m.quotes_my_earlier(),
        rows: quotes.filter(({ state }) => !isAwaitingAnswer(state)).map(listItem),
      }}
    />
  );
}

function listItem({ reference, title, state, validUntil, totalFils }: CustomerQuotes["quotes"][number]) {
  const isAwaiting = isAwaitingAnswer(state);
  const hint = [
    reference,
    isAwaiting && validUntil && m.quotes_valid_until({ day: formatDay(validUntil, "fullDate") }),
  ];
  return (
    <DocumentListItem
      key={reference}
      to={`/quotes/${reference}`}
      title={title}
      hint={hint.filter(Boolean).join(" · ")}
      fils={totalFils}
      badge={!isAwaiting && <QuoteBadge state={state} />}
    />
  );
}
