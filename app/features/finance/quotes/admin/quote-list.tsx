import { useQuery } from "@tanstack/react-query";
import FileText from "lucide-react/icons/file-text";
import Plus from "lucide-react/icons/plus";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { type QuoteFilter, quoteCountsQuery, quoteListQuery } from "../admin-client";
import { QuoteBadge } from "../components/quote-badge";
import { labelForQuoteState } from "../labels";
import { type QuoteState, quoteStates } from "../quote";
import type { QuoteRow } from "../views";

export const quoteList = officeList<QuoteRow, QuoteFilter>({
  path: "/admin/quotes",
  title: m.quotes_office_title,
  Figure: QuoteSummary,
  add: { label: m.quotes_new, Icon: Plus, may: "quotes.manage" },
  filters: [
    { kind: "search", name: "search", label: m.quotes_search, placeholder: m.quotes_search_placeholder },
    {
      kind: "chips",
      name: "state",
      label: m.quotes_states,
      all: m.quotes_all,
      values: [
        "awaiting",
        "undecided",
        ...quoteStates.filter((state) => state !== "sent" && state !== "viewed"),
      ],
      labelOf: (state) =>
        state === "awaiting"
          ? m.quotes_awaiting()
          : state === "undecided"
            ? m.quotes_unresolved()
            : labelForQuoteState(state as QuoteState),
    },
    {
      kind: "choice",
      name: "outcome",
      label: m.quotes_outcome,
      all: m.quotes_outcome_any,
      useOptions: () => [
        { id: "won", name: m.quotes_outcome_won() },
        { id: "lost", name: m.quotes_outcome_lost() },
      ],
    },
    {
      kind: "days",
      name: "from",
      label: m.quotes_sent_days,
      from: m.admin_filters_from,
      until: "to",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(quoteListQuery, ({ quotes }) => quotes),
  layout: {
    columns: [
      {
        label: m.quotes_col_number,
        width: "w-40",
        visibleFrom: "58rem",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.quotes_col_customer,
        width: "w-44",
        cellClass: "font-medium",
        card: "title",
        cell: ({ customerName }) => customerName,
      },
      {
        label: m.quotes_field_title,
        visibleFrom: "5xl",
        cellClass: "text-muted",
        card: "line",
        fullText: ({ title }) => title,
        cell: ({ title }) => title,
      },
      {
        label: m.quotes_col_sent,
        width: "w-36",
        visibleFrom: "74rem",
        cellClass: "figures text-muted",
        cell: ({ sentAt }) => sentAt && formatListDay(dubaiDate(new Date(sentAt))),
      },
      {
        label: m.quotes_col_until,
        width: "w-36",
        cellClass: "figures text-muted",
        cell: ({ validUntil }) => validUntil && formatListDay(validUntil),
      },
      {
        label: m.quotes_sum_total,
        width: "w-40",
        visibleFrom: "3xl",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "foot-end",
        cell: ({ totalFils }) => formatExactMoney(totalFils),
      },
      {
        label: m.quotes_states,
        width: "w-48",
        card: "mark",
        cell: ({ state, hasDraft, isUnresolved }) => (
          <span className="flex items-center gap-1">
            {isUnresolved ? (
              <Badge tone="waiting">{m.quotes_unresolved()}</Badge>
            ) : (
              <QuoteBadge state={state} />
            )}
            {hasDraft && <Badge tone="waiting">{m.quotes_state_draft()}</Badge>}
          </span>
        ),
      },
    ],
  },
  empty: { Icon: FileText, title: m.quotes_empty_title, body: m.quotes_empty_body },
  noResults: () => ({ title: m.quotes_none_title, clear: m.quotes_clear }),
});

/** Counts of quotes awaiting an answer and of undecided ones. */
function QuoteSummary() {
  const { data } = useQuery(quoteCountsQuery);
  if (!data?.counts) return null;
  return (
    <p className="text-xs text-muted">
      <span>
        {m.quotes_awaiting_sum({
          count: data.counts.awaiting ?? 0,
          total: formatExactMoney(data.awaitingFils ?? 0),
        })}
      </span>
      {(data.counts.undecided ?? 0) > 0 && (
        <span>
          {" · "}
          <Link to="/admin/quotes?state=undecided" className="text-link hover:underline">
            {m.quotes_unresolved_sum({ count: data.counts.undecided! })}
          </Link>
        </span>
      )}
    </p>
  );
}
