import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CornerDownLeft from "lucide-react/icons/corner-down-left";
import Search from "lucide-react/icons/search";
import UserRound from "lucide-react/icons/user-round";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { bookingSearchQuery } from "~/features/bookings/admin-client";
import { StateBadge } from "~/features/bookings/components/state-badge";
import { customerLookupQuery, SHORTEST_LOOKUP } from "~/features/customers/admin-client";
import { inboxSearchQuery } from "~/features/inbox/admin-client";
import { fewQuotesQuery } from "~/features/quotes/admin-client";
import { QuoteBadge } from "~/features/quotes/components/quote-badge";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { OneLine } from "~/ui/one-line";
import { useDebounced } from "~/ui/use-debounced";
import { useAdminPages } from "./admin-pages";

interface Hit {
  id: string;
  path: string;
  content: ReactNode;
}

/** Ctrl/⌘ K: jump to a page, a booking or a customer by typing a part of its name. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the browser sends as cancel.
    <dialog
      ref={dialog}
      aria-label={m.admin_search_everything()}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="dialog-enter mx-auto mt-[12vh] w-[min(38rem,calc(100vw-2rem))] overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-raised"
    >
      {open && <Palette onClose={onClose} />}
    </dialog>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const search = useDebounced(text.trim(), 200);
  const found = useQuery({ ...bookingSearchQuery(search), placeholderData: keepPreviousData });
  const known = useQuery({ ...customerLookupQuery(search), placeholderData: keepPreviousData });
  const came = useQuery({
    ...inboxSearchQuery(search),
    enabled: search.length >= SHORTEST_LOOKUP,
    placeholderData: keepPreviousData,
  });

  const mayQuotes = useMay("quotes.read");
  const quoted = useQuery({
    ...fewQuotesQuery({ search }),
    enabled: mayQuotes && search.length >= SHORTEST_LOOKUP,
    placeholderData: keepPreviousData,
  });

  const wanted = text.trim().toLocaleLowerCase();
  const pages: Hit[] = useAdminPages()
    .filter(({ label }) => label().toLocaleLowerCase().includes(wanted))
    .map(({ path, label, Icon }) => ({
      id: path,
      path,
      content: (
        <>
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          {label()}
        </>
      ),
    }));
  const bookings: Hit[] =
    wanted.length < 2
      ? []
      : (found.data?.bookings ?? []).map((booking) => ({
          id: booking.id,
          path: `/admin/bookings/${booking.id}`,
          content: (
            <>
              <span className="figures shrink-0 font-medium">{booking.reference}</span>
              <span className="min-w-0 grow truncate">
                <bdi>{booking.customerName}</bdi>
                <span className="figures text-muted max-sm:hidden"> · {formatPhone(booking.phone)}</span>
              </span>
              <StateBadge state={booking.state} className="max-sm:hidden" />
            </>
          ),
        }));
  const customers: Hit[] =
    wanted.length < SHORTEST_LOOKUP
      ? []
      : (known.data ?? []).map(({ id, name, phone, email }) => ({
          id,
          path: `/admin/customers/${id}`,
          content: (
            <>
              <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 grow truncate">
                <bdi>{name}</bdi>
                <span className="figures text-muted max-sm:hidden">
                  {" "}
                  · {phone ? formatPhone(phone) : email}
                </span>
              </span>
            </>
          ),
        }));
  const items: Hit[] =
    wanted.length < SHORTEST_LOOKUP
      ? []
      : (came.data?.items ?? []).map(({ id, reference, name, receivedAt }) => ({
          id,
          path: `/admin/inbox/${id}`,
          content: (
            <>
              <span className="figures shrink-0 font-medium">{reference}</span>
              <span className="min-w-0 grow truncate">
                <OneLine>{name}</OneLine>
              </span>
              <span className="figures shrink-0 text-muted max-sm:hidden">
                {formatTime(receivedAt, "date")}
              </span>
            </>
          ),
        }));
  const quotes: Hit[] =
    !mayQuotes || wanted.length < SHORTEST_LOOKUP
      ? []
      : (quoted.data?.quotes ?? []).map(({ id, reference, customerName, state }) => ({
          id,
          path: `/admin/quotes/${id}`,
          content: (
            <>
              <span className="figures shrink-0 font-medium">{reference}</span>
              <span className="min-w-0 grow truncate">
                <OneLine>{customerName}</OneLine>
              </span>
              <QuoteBadge state={state} />
            </>
          ),
        }));
  const hits = [...bookings, ...quotes, ...customers, ...items, ...pages];
  const chosen = hits[Math.min(active, hits.length - 1)];
  const settled =
    search === text.trim() && [found, known, came, quoted].every(({ isFetching }) => !isFetching);

  function go(hit: Hit) {
    onClose();
    navigate(hit.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, hits.length - 1) + step + hits.length) % hits.length);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      go(chosen);
    }
  }

  function group(title: string, of: Hit[]) {
    if (of.length === 0) return null;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
      <div role="group" aria-label={title} className="py-1">
        <p aria-hidden className="px-4 py-1 text-xs font-medium text-muted">
          {title}
        </p>
        {of.map((hit) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus.
          <div
            key={hit.id}
            id={`${listId}-${hit.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={hit === chosen}
            onClick={() => go(hit)}
            onPointerMove={() => setActive(hits.indexOf(hit))}
            className={classNames(
              "mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded px-2 text-sm",
              hit === chosen && "bg-brass-soft",
            )}
          >
            {hit.content}
            {hit === chosen && (
              <CornerDownLeft aria-hidden className="ms-auto size-4 shrink-0 text-muted max-sm:hidden" />
            )}
          </div>
        ))}
      </div>
    );
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened in order to type.
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
          aria-label={m.admin_search_everything()}
          placeholder={m.admin_search_placeholder()}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          className="h-13 w-full bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={m.admin_search_everything()}
        className="max-h-[50vh] overflow-y-auto py-1"
      >
        {group(m.admin_search_bookings(), bookings)}
        {group(m.quote_office_title(), quotes)}
        {group(m.admin_search_customers(), customers)}
        {group(m.inbox_title(), items)}
        {group(m.admin_search_pages(), pages)}
      </div>
      <p role="status" className="border-t border-line px-4 py-2 text-xs text-muted">
        {paletteStatus({
          failed: [found, known, came].some(({ isError }) => isError),
          typed: wanted.length >= 2,
          settled,
          hits: hits.length,
          text,
        })}
      </p>
    </>
  );
}

function paletteStatus(now: {
  failed: boolean;
  typed: boolean;
  settled: boolean;
  hits: number;
  text: string;
}): string {
  if (now.failed) return m.admin_search_failed();
  if (now.typed && now.settled && now.hits === 0) return m.admin_search_none({ search: now.text.trim() });
  return m.admin_search_hint();
}
