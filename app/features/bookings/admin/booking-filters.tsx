import { useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { type Ref, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { type BookingFilter, servicesQuery } from "../admin-client";
import { bookingStates } from "../booking";
import type { BookingList } from "../views";
import { wordForState } from "../words";

const SEARCH_DELAY_MS = 250;

interface Props {
  filter: BookingFilter;
  onChange: (change: Partial<BookingFilter>) => void;
  counts: BookingList["counts"] | undefined;
  searchRef: Ref<HTMLInputElement>;
}

export function BookingFilters({ filter, onChange, counts, searchRef }: Props) {
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex gap-2">
        <SearchBox ref={searchRef} value={filter.search} onChange={(search) => onChange({ search })} />
        <ServiceSelect value={filter.service} onChange={(service) => onChange({ service })} />
      </div>
      <StateChips chosen={filter.state} counts={counts} onChange={(state) => onChange({ state })} />
    </div>
  );
}

/** What is typed is searched for once the typing pauses. */
function SearchBox({
  value,
  onChange,
  ref,
}: {
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself (Back, "Clear filters"): show what it says now.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(next: string) {
    clearTimeout(timer.current);
    sent.current = next.trim();
    onChange(sent.current);
  }

  return (
    <div className="relative min-w-0 grow sm:max-w-sm">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={m.admin_bookings_search()}
        placeholder={m.admin_bookings_search_placeholder()}
        value={text}
        maxLength={100}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(next), SEARCH_DELAY_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") send(text);
        }}
        className="h-9 w-full rounded border border-control bg-surface ps-9 pe-3 text-sm placeholder:text-muted hover:border-accent"
      />
    </div>
  );
}

function ServiceSelect({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const services = useQuery(servicesQuery);
  return (
    <select
      aria-label={m.admin_bookings_service()}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
      className="select-arrow h-9 w-52 max-w-[45%] rounded border border-control bg-surface ps-3 pe-9 text-sm hover:border-accent"
    >
      <option value="">{m.admin_bookings_all_services()}</option>
      {services.data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A chip for every state that some booking is in. */
function StateChips({
  chosen,
  counts,
  onChange,
}: {
  chosen: BookingFilter["state"];
  counts: Props["counts"];
  onChange: (state: BookingFilter["state"]) => void;
}) {
  const shown = bookingStates.filter((state) => state === "requested" || state === chosen || counts?.[state]);
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const chips = [
    { state: null, label: m.admin_bookings_all(), count: total },
    ...shown.map((state) => ({ state, label: wordForState(state), count: counts?.[state] ?? 0 })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's box cannot scroll sideways everywhere.
    <div
      role="group"
      aria-label={m.admin_bookings_states()}
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] lg:-mx-6 lg:px-6"
    >
      {chips.map(({ state, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChange(state)}
          className={classNames(
            "flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-xs font-medium",
            state === chosen
              ? "border-ink bg-ink text-paper"
              : "border-line bg-surface text-muted hover:border-accent hover:text-ink",
          )}
        >
          {label}
          {counts && <span className={classNames("figures", state !== chosen && "text-ink")}>{count}</span>}
        </button>
      ))}
    </div>
  );
}
