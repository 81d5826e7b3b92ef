import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import Banknote from "lucide-react/icons/banknote";
import Keyboard from "lucide-react/icons/keyboard";
import Plus from "lucide-react/icons/plus";
import ScrollText from "lucide-react/icons/scroll-text";
import { type ReactNode, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { catalogueQuery } from "~/features/core/catalogue/admin-client";
import { customerHitQuery } from "~/features/core/customers/admin-client";
import { contractQuery } from "~/features/finance/contracts/admin-client";
import { invoiceQuery, useDraftInvoice } from "~/features/finance/invoices/admin-client";
import { quoteQuery, useCreateQuote } from "~/features/finance/quotes/admin-client";
import { bookingQuery } from "~/features/operations/bookings/admin-client";
import { searchQuery } from "~/features/oversight/search/admin-client";
import { MAX_PER_KIND, MIN_SEARCH_LENGTH } from "~/features/oversight/search/search";
import type { SearchResults } from "~/features/oversight/search/views";
import { useMakeBackup } from "~/features/people/backups/admin-client";
import { m } from "~/paraglide/messages";
import { may, type Permission } from "~/platform/auth/permissions";
import type { SessionUser } from "~/platform/auth/session";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { useDebounced } from "~/ui/hooks/use-debounced";
import { pagesFor } from "../frame/admin-pages";
import { destinationsFor } from "../frame/destinations";
import {
  ActionLine,
  BookingLine,
  ContractLine,
  CustomerLine,
  Highlighted,
  InvoiceLine,
  Name,
  QuoteLine,
} from "./palette-lines";
import { matchesLabel, matchesService, parseInput } from "./palette-matching";
import { type RecentRecord, readRecentRecords, recordAt } from "./recent-records";

const PAUSE_MS = 150;
const NOTHING_FOUND: SearchResults & { services: readonly { id: string; name: string }[] } = {
  bookings: [],
  quotes: [],
  invoices: [],
  contracts: [],
  customers: [],
  inbox: [],
  technicians: [],
  services: [],
};

export interface Hit {
  id: string;
  lineContent: ReactNode;
  /** Opens the page. Actions that create a record do so first; the server may refuse it. */
  run: () => void | Promise<void>;
}

interface Group {
  title: string;
  of: Hit[];
}

export interface GroupOptions {
  user: SessionUser;
  text: string;
  onClose: () => void;
  onHelp: () => void;
}

/** Records, actions and pages that match the text; without text, recent records and all pages. */
export function useGroups({ user, text, onClose, onHelp }: GroupOptions) {
  const navigate = useNavigate();
  const can = (permission: Permission) => may(user, permission);
  const createActions = useCreateActions(can);
  const command = parseInput(text, createActions, m.admin_do_filler_words());
  const search = useDebounced(command.search, PAUSE_MS);
  const results = useSearchResults(search, can);
  const recent = useRecent(user, text.trim() === "", can);
  const pages = pagesFor(user).filter(({ label }) => matchesLabel(label(), text));
  // Destinations are listed for a search only, because there are many.
  const destinations =
    text.trim() === "" ? [] : destinationsFor(user).filter(({ label }) => matchesLabel(label(), text));
  const typed = command.search;
  const found = typed.length >= MIN_SEARCH_LENGTH ? results.found : NOTHING_FOUND;
  const quote = useCreateQuote();
  const invoice = useDraftInvoice();
  const backup = useMakeBackup();

  function navigateTo(path: string, state?: { asking: "payment" }) {
    onClose();
    navigate(path, { state });
  }
  const link = (id: string, path: string, lineContent: ReactNode): Hit => ({
    id,
    lineContent,
    run: () => navigateTo(path),
  });

  const bookings = found.bookings.map((booking) =>
    link(booking.id, `/admin/bookings/${booking.id}`, <BookingLine {...booking} typed={typed} />),
  );
  const quotes = found.quotes.map((item) =>
    link(item.id, `/admin/quotes/${item.id}`, <QuoteLine {...item} typed={typed} />),
  );
  const invoices = found.invoices.map((item) =>
    link(item.id, `/admin/invoices/${item.id}`, <InvoiceLine {...item} typed={typed} />),
  );
  const contracts = found.contracts.map((item) =>
    link(item.id, `/admin/contracts/${item.id}`, <ContractLine {...item} typed={typed} />),
  );
  const customers = found.customers.map((item) =>
    link(item.id, `/admin/customers/${item.id}`, <CustomerLine {...item} typed={typed} />),
  );
  const items = found.inbox.map(({ id, name, lastMessageAt, latest }) =>
    link(
      id,
      `/admin/inbox/${id}`,
      <>
        <Name typed={typed}>{name}</Name>
        <span className="min-w-0 truncate text-muted max-sm:hidden">{latest?.text}</span>
        <span className="figures shrink-0 text-muted max-sm:hidden">{formatTime(lastMessageAt, "date")}</span>
      </>,
    ),
  );

  const technicians = found.technicians.map(({ id, name, phone }) =>
    link(
      id,
      `/admin/technicians/${id}`,
      <Name typed={typed} detail={formatPhone(phone)}>
        {name}
      </Name>,
    ),
  );
  const services = found.services.map(({ id, name }) =>
    link(`service-${id}`, `/admin/services/${id}`, <Name typed={typed}>{name}</Name>),
  );

  // A named action is offered for each customer found, otherwise for the best hit.
  const customersFound = found.customers;
  const actionTargets = command.action ? customersFound : customersFound.slice(0, 1);
  const isRequested = (id: Action) => command.action === null || command.action === id;
  const actionHit = (id: string, words: string, run: Hit["run"], Icon = Plus): Hit => ({
    id,
    lineContent: <ActionLine Icon={Icon} words={words} />,
    run,
  });
  const forCustomers = actionTargets.flatMap(({ id, name, properties }) => {
    const customer = { name: bidiIsolate(name) };
    return [
      isRequested("quote") && can("quotes.manage")
        ? actionHit(`quote-${id}`, m.admin_do_quote_for(customer), async () => {
            const created = await quote.mutateAsync({
              customerId: id,
              propertyId: properties[0]?.id ?? null,
            });
            navigateTo(`/admin/quotes/${created.id}`);
          })
        : null,
      isRequested("invoice") && can("invoices.manage")
        ? actionHit(`invoice-${id}`, m.admin_do_invoice_for(customer), async () => {
            const created = await invoice.mutateAsync({ customerId: id });
            navigateTo(`/admin/invoices/${created.invoice.id}`);
          })
        : null,
      isRequested("booking") && can("bookings.manage")
        ? actionHit(`booking-${id}`, m.admin_do_booking_for(customer), () =>
            navigateTo(`/admin/bookings/new?customer=${id}`),
          )
        : null,
      isRequested("statement") && can("invoices.read")
        ? actionHit(
            `statement-${id}`,
            m.admin_do_statement_of(customer),
            () => navigateTo(`/admin/customers/${id}/statement`),
            ScrollText,
          )
        : null,
    ].filter((hit) => hit !== null);
  });
  const open = found.invoices.filter(({ reference, openFils }) => reference && openFils > 0);
  const ofInvoices =
    can("payments.record") && isRequested("payment")
      ? (command.action ? open : open.slice(0, 1)).map(({ id, reference }) =>
          actionHit(
            `payment-${id}`,
            m.admin_do_payment_of({ reference: reference! }),
            () => navigateTo(`/admin/invoices/${id}`, { asking: "payment" }),
            Banknote,
          ),
        )
      : [];
  const plain = [...createActions, ...otherActions(can)]
    .filter(({ label, path }) => path && matchesLabel(label, text))
    .map(({ id, label, path }) => actionHit(id, label, () => navigateTo(path!)));
  const help = matchesLabel(m.admin_keys_help_title(), text)
    ? [
        actionHit(
          "help",
          m.admin_keys_help_title(),
          () => {
            onClose();
            onHelp();
          },
          Keyboard,
        ),
      ]
    : [];
  const backUp =
    can("backups.manage") && text.trim() !== "" && matchesLabel(m.backups_create(), text)
      ? [
          actionHit(
            "back-up",
            m.backups_create(),
            async () => {
              await backup.mutateAsync({});
              navigateTo("/admin/settings/backups");
            },
            Archive,
          ),
        ]
      : [];
  const actions = {
    title: m.admin_search_actions(),
    of: [...ofInvoices, ...forCustomers, ...plain, ...backUp, ...help],
  };
  const pageHits = {
    title: m.admin_search_pages(),
    of: [
      ...pages.map(({ path, label, Icon }) =>
        link(
          `page-${path.slice(1).replaceAll("/", "-")}`,
          path,
          <>
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 grow truncate">
              <Highlighted text={label()} typed={text} />
            </span>
          </>,
        ),
      ),
      ...destinations.map(({ path, label, page }) =>
        link(
          `page-${path.slice(1).replaceAll("/", "-")}`,
          path,
          <>
            <page.Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 grow truncate">
              <Highlighted text={label()} typed={text} />
            </span>
            <span className="shrink-0 text-xs text-muted">{page.label()}</span>
          </>,
        ),
      ),
    ],
  };
  const records = [
    { title: m.admin_search_bookings(), of: bookings },
    { title: m.quotes_office_title(), of: quotes },
    { title: m.invoices_title(), of: invoices },
    { title: m.contract_office_title(), of: contracts },
    { title: m.admin_search_customers(), of: customers },
    { title: m.inbox_title(), of: items },
    { title: m.admin_nav_technicians(), of: technicians },
    { title: m.admin_nav_services(), of: services },
  ];
  const orderGroups = (): Group[] => {
    if (text.trim() === "") {
      return [{ title: m.admin_search_recent(), of: recentHits(recent.records, link) }, actions, pageHits];
    }
    // A typed page name or action comes first.
    if (command.action && (command.search !== "" || pageHits.of.length === 0))
      return [actions, ...records, pageHits];
    return pageHits.of.length > 0 ? [pageHits, ...records, actions] : [...records, actions];
  };
  return {
    groups: orderGroups().filter(({ of }) => of.length > 0),
    settled: text.trim() === "" ? recent.settled : search === command.search && results.settled,
    failed: results.failed,
  };
}

type Action = "quote" | "invoice" | "booking" | "payment" | "statement";

/** Actions by their words. Those with a path can also start without a customer. */
function useCreateActions(can: (permission: Permission) => boolean) {
  const actions: { id: Action; label: string; path: string | null; may: Permission }[] = [
    {
      id: "booking",
      label: m.admin_new_booking_title(),
      path: "/admin/bookings/new",
      may: "bookings.manage",
    },
    { id: "quote", label: m.quotes_new(), path: "/admin/quotes/new", may: "quotes.manage" },
    { id: "invoice", label: m.invoices_new(), path: "/admin/invoices/new", may: "invoices.manage" },
    { id: "payment", label: m.payments_record(), path: null, may: "payments.record" },
    { id: "statement", label: m.invoices_statement(), path: null, may: "invoices.read" },
  ];
  return actions.filter((action) => can(action.may));
}

/** Actions without a record: names typed after them are ignored. */
function otherActions(can: (permission: Permission) => boolean) {
  const actions: { id: string; label: string; path: string; may: Permission }[] = [
    {
      id: "import-customers",
      label: m.imports_do_customers(),
      path: "/admin/imports",
      may: "customers.manage",
    },
    {
      id: "import-bookings",
      label: m.imports_do_bookings(),
      path: "/admin/imports?list=bookings",
      may: "bookings.manage",
    },
    { id: "invite", label: m.team_invite(), path: "/admin/team", may: "team.manage" },
  ];
  return actions.filter((action) => can(action.may));
}

function useSearchResults(typed: string, can: (permission: Permission) => boolean) {
  const search = useQuery({ ...searchQuery(typed), placeholderData: keepPreviousData });
  // Loads all services once, because they are filtered here.
  const services = useQuery({
    ...catalogueQuery,
    enabled: typed.length >= MIN_SEARCH_LENGTH && can("services.read"),
  });
  const matchingServices = services.data?.filter((service) => matchesService(service, typed)) ?? [];
  return {
    found: { ...NOTHING_FOUND, ...search.data, services: matchingServices.slice(0, MAX_PER_KIND) },
    settled: !search.isFetching && !services.isFetching,
    failed: search.isError || services.isError,
  };
}

type RecentLine = RecentRecord & { line: ReactNode };

/**
 * Recently opened records except the current one, with their current names. Deleted or forbidden records are
 * left out.
 */
function useRecent(user: SessionUser, enabled: boolean, can: (permission: Permission) => boolean) {
  const { pathname } = useLocation();
  const [recentRecords] = useState(() => {
    const shown = recordAt(pathname)?.id;
    return readRecentRecords(user.id).filter(({ kind, id }) => id !== shown && can(`${kind}.read`));
  });
  const ids = (recordKind: RecentRecord["kind"]) =>
    recentRecords.filter(({ kind }) => kind === recordKind).map(({ id }) => id);
  const bookings = useQueries({ queries: ids("bookings").map((id) => ({ ...bookingQuery(id), enabled })) });
  const customers = useQueries({
    queries: ids("customers").map((id) => ({ ...customerHitQuery(id), enabled })),
  });
  const quotes = useQueries({ queries: ids("quotes").map((id) => ({ ...quoteQuery(id), enabled })) });
  const invoices = useQueries({ queries: ids("invoices").map((id) => ({ ...invoiceQuery(id), enabled })) });
  const contracts = useQueries({
    queries: ids("contracts").map((id) => ({ ...contractQuery(id), enabled })),
  });
  const lines = new Map<string, ReactNode>();
  for (const { data } of bookings) if (data) lines.set(data.id, <BookingLine {...data} typed="" />);
  for (const { data } of customers) if (data) lines.set(data.id, <CustomerLine {...data} typed="" />);
  for (const { data } of quotes)
    if (data) lines.set(data.id, <QuoteLine {...data} customerName={data.customer.name} typed="" />);
  for (const { data } of invoices) if (data) lines.set(data.id, <InvoiceLine {...data} typed="" />);
  for (const { data } of contracts) if (data) lines.set(data.id, <ContractLine {...data} typed="" />);
  return {
    records: recentRecords.flatMap((record): RecentLine[] =>
      lines.has(record.id) ? [{ ...record, line: lines.get(record.id) }] : [],
    ),
    settled: [bookings, customers, quotes, invoices, contracts].flat().every(({ isFetching }) => !isFetching),
  };
}

function recentHits(
  records: readonly RecentLine[],
  link: (id: string, path: string, lineContent: ReactNode) => Hit,
): Hit[] {
  return records.map(({ kind, id, line }) => link(id, `/admin/${kind}/${id}`, line));
}
