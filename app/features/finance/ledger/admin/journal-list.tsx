import { useQuery } from "@tanstack/react-query";
import BookText from "lucide-react/icons/book-text";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatListDay } from "~/platform/list-dates";
import { formatList } from "~/platform/locale/locale";
import { formatAmount, formatExactMoney } from "~/platform/money";
import { formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { type ListFilter, readFilter } from "~/ui/list/filters/filters";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { catalogueQuery } from "../../../core/catalogue/admin-client";
import { accountTotalQuery, type EntryFilter, entryListQuery, entryQuery } from "../admin-client";
import { labelForAccount, labelForEntryKind } from "../labels";
import { accountNames, type EntryKind, entryKinds, NO_SERVICE } from "../ledger";
import type { EntryDetail, EntryRow } from "../views";
import { accountTitle } from "./account-title";
import { BooksNav } from "./books-nav";
import { NewEntryDrawer, ReverseForm } from "./manual-journal-form";

const filters: readonly ListFilter<EntryFilter>[] = [
  { kind: "search", name: "search", label: m.books_search, placeholder: m.books_search_placeholder },
  {
    kind: "choice",
    name: "account",
    label: m.books_account,
    all: m.books_all_accounts,
    useOptions: () => accountNames.map((id) => ({ id, name: accountTitle(id) })),
  },
  {
    kind: "choice",
    name: "service",
    label: m.books_service,
    all: m.books_all_services,
    useOptions: () => [
      ...(useQuery(catalogueQuery).data ?? []),
      { id: NO_SERVICE, name: m.books_no_service() },
    ],
  },
  {
    kind: "choice",
    name: "kind",
    label: m.books_type,
    all: m.books_all_kinds,
    useOptions: () => entryKinds.map((id) => ({ id, name: labelForEntryKind(id as EntryKind) })),
  },
  { kind: "flag", name: "late", label: m.books_posted_late, value: "yes" },
  {
    kind: "days",
    name: "from",
    label: m.books_days,
    from: m.admin_filters_from,
    until: "to",
    to: m.admin_filters_to,
  },
];

export const journalList = officeList<EntryRow, EntryFilter>({
  path: "/admin/books/journal",
  title: m.books_journal,
  add: { label: m.books_manual_new, Icon: Plus, may: "books.post" },
  Nav: BooksNav,
  Figure: JournalSummary,
  filters,
  useRows: pagedRows(entryListQuery, ({ entries }) => entries),
  layout: {
    columns: [
      {
        label: m.books_entry,
        width: "w-24",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ id }) => id,
      },
      {
        label: m.books_day,
        width: "w-36",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ day }) => formatListDay(day),
      },
      {
        label: m.books_type,
        width: "w-44",
        cellClass: "font-medium",
        card: "title",
        cell: ({ kind }) => labelForEntryKind(kind),
      },
      {
        label: m.books_number,
        width: "w-48",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "line",
        cell: ({ reference }) => reference,
      },
      {
        label: m.books_debit,
        visibleFrom: "5xl",
        cellClass: "text-muted",
        cell: ({ lines }) => accountLabels(lines.filter(({ debitFils }) => debitFils > 0)),
      },
      {
        label: m.books_credit,
        visibleFrom: "5xl",
        cellClass: "text-muted",
        cell: ({ lines }) => accountLabels(lines.filter(({ creditFils }) => creditFils > 0)),
      },
      {
        label: m.books_amount,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "mark",
        // With an account filter, the amount on that account; otherwise the total of the entry.
        cell: ({ fils, accountFils }) => formatExactMoney(accountFils ?? fils),
      },
    ],
  },
  empty: { Icon: BookText, title: m.books_journal_empty_title, body: m.books_journal_empty_body },
  noResults: () => ({ title: m.books_journal_none, clear: m.books_journal_clear }),
  Opened: EntryDrawer,
});

/** Total of the filtered account over all pages. */
function JournalSummary() {
  const [address] = useSearchParams();
  const { account, service, from, to, kind, search } = readFilter(filters, address);
  const summedAccount = account ?? (service ? "revenue" : undefined);
  // No total for filters by kind or number, which the daily sums do not know.
  const hasTotal = summedAccount !== undefined && !kind && !search;
  const { data } = useQuery({
    ...accountTotalQuery({ account: summedAccount ?? "revenue", service, from, to }),
    enabled: hasTotal,
  });
  if (!hasTotal) return null;
  return (
    <p role="status" className="figures text-base font-semibold">
      {data && <span>{formatExactMoney(data.fils)}</span>}
      <span className="ms-3 text-sm font-normal text-muted">{accountTitle(summedAccount)}</span>
    </p>
  );
}

function accountLabels(lines: EntryRow["lines"]): string {
  return formatList([...new Set(lines.map(({ account }) => labelForAccount(account)))]);
}

function EntryDrawer({ id, closePath }: { id: string; closePath: string }) {
  return id === "new" ? (
    <NewEntryDrawer listPath={journalList.path} closePath={closePath} />
  ) : (
    <OpenedEntry id={id} closePath={closePath} />
  );
}

function OpenedEntry({ id, closePath }: { id: string; closePath: string }) {
  const asked = useQuery(entryQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={asked}
      nameOf={(entry) => m.books_entry_no({ no: entry.id })}
      headOf={(entry) => (
        <h2 className="figures truncate text-base font-semibold">{m.books_entry_no({ no: entry.id })}</h2>
      )}
      missing={m.books_entry_missing()}
      failed={m.books_failed()}
    >
      {(entry) => <EntryDetails entry={entry} />}
    </RecordDrawer>
  );
}

const recordPath: Record<NonNullable<EntryRow["source"]>["record"], (id: string) => string> = {
  invoice: (id) => `/admin/invoices/${id}`,
  payment: (id) => `/admin/payments/${id}`,
  cheque: (id) => `/admin/payments/cheques/${id}`,
  customer: (id) => `/admin/customers/${id}`,
  payout: () => "/admin/payments/payouts",
};

function EntryDetails({ entry }: { entry: EntryDetail }) {
  const { source, manual } = entry;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{labelForEntryKind(entry.kind)}</span>
        <span className="figures text-xl font-semibold">{formatExactMoney(entry.fils)}</span>
      </p>
      <dl className="flex flex-col gap-1.5 text-sm">
        {source && (
          <Fact name={m.books_source()}>
            <Link to={recordPath[source.record](source.id)} className="text-link hover:underline">
              <bdi className="figures">{entry.reference || labelForEntryKind(entry.kind)}</bdi>
            </Link>
          </Fact>
        )}
        {entry.customer && (
          <Fact name={m.books_customer()}>
            <bdi>{entry.customer}</bdi>
          </Fact>
        )}
        {!source && entry.reference && (
          <Fact name={m.books_manual_reference()}>
            <bdi className="figures">{entry.reference}</bdi>
          </Fact>
        )}
        <Fact name={m.books_day()}>{formatDay(entry.day, "date")}</Fact>
        {entry.documentDay !== entry.day && (
          <Fact name={m.books_document_day()}>{formatDay(entry.documentDay, "date")}</Fact>
        )}
        {manual && <ManualFacts manual={manual} />}
      </dl>
      {manual && manual.reversedBy === null && manual.reverses === null && <Reversal entryId={entry.id} />}
      {entry.documentDay !== entry.day && (
        <p className="max-w-prose text-sm text-muted">{m.books_posting_day_hint()}</p>
      )}
      <Section title={m.books_lines()}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="h-9 border-b border-line text-xs text-muted">
              <th scope="col" className="pe-2 text-start font-medium">
                {m.books_account()}
              </th>
              <th scope="col" className="px-2 amount-end font-medium">
                {m.books_debit()}
              </th>
              <th scope="col" className="ps-2 amount-end font-medium">
                {m.books_credit()}
              </th>
            </tr>
          </thead>
          <tbody>
            {entry.lines.map(({ account, service, debitFils, creditFils }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change.
              <tr key={at} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-2 pe-2 text-start font-normal">
                  <Link
                    to={`/admin/books/journal?${new URLSearchParams({ account })}`}
                    className="text-link hover:underline"
                  >
                    {accountTitle(account)}
                  </Link>
                  {service && <span className="block text-xs text-muted">{service.name}</span>}
                </th>
                <td className="figures px-2 py-2 amount-end whitespace-nowrap">
                  {debitFils > 0 ? formatAmount(debitFils) : ""}
                </td>
                <td className="figures py-2 ps-2 amount-end whitespace-nowrap">
                  {creditFils > 0 ? formatAmount(creditFils) : ""}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="h-9 border-t border-line font-semibold">
              <th scope="row" className="pe-2 text-start">
                {m.books_total()}
              </th>
              <td className="figures px-2 amount-end">{formatAmount(entry.fils)}</td>
              <td className="figures ps-2 amount-end">{formatAmount(entry.fils)}</td>
            </tr>
          </tfoot>
        </table>
      </Section>
    </div>
  );
}

function ManualFacts({ manual }: { manual: NonNullable<EntryDetail["manual"]> }) {
  const { reason, postedBy, postedAt, reverses, reversedBy } = manual;
  return (
    <>
      <Fact name={m.books_manual_reason()}>
        <bdi className="wrap-anywhere">{reason}</bdi>
      </Fact>
      <Fact name={m.books_manual_by()}>
        {postedBy && <bdi className="me-2">{postedBy}</bdi>}
        <span>{formatTime(postedAt, "fullDateTime")}</span>
      </Fact>
      {reverses !== null && <LinkedEntry name={m.books_manual_reverses()} id={reverses} />}
      {reversedBy !== null && <LinkedEntry name={m.books_manual_reversed_by()} id={reversedBy} />}
    </>
  );
}

function LinkedEntry({ name, id }: { name: string; id: number }) {
  return (
    <Fact name={name}>
      <Link to={`${journalList.path}/${id}`} className="text-link hover:underline">
        {m.books_entry_no({ no: id })}
      </Link>
    </Fact>
  );
}

function Reversal({ entryId }: { entryId: string }) {
  const mayPost = useMay("books.post");
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (!mayPost) return null;
  return isOpen ? (
    <ReverseForm
      entryId={entryId}
      onClose={() => setOpen(false)}
      onPosted={(id) => navigate(`${journalList.path}/${id}`)}
    />
  ) : (
    <Button size="small" tone="quiet" className="self-start" onClick={() => setOpen(true)}>
      {m.books_manual_reverse()}
    </Button>
  );
}
