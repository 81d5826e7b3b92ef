import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { m } from "~/paraglide/messages";
import { Chips } from "~/ui/chips";
import { SearchBox } from "~/ui/search-box";
import { type BookingFilter, servicesQuery } from "../admin-client";
import { bookingStates } from "../booking";
import type { BookingList } from "../views";
import { wordForState } from "../words";

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
        <SearchBox
          ref={searchRef}
          label={m.admin_bookings_search()}
          placeholder={m.admin_bookings_search_placeholder()}
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
        <ServiceSelect value={filter.service} onChange={(service) => onChange({ service })} />
      </div>
      <StateChips chosen={filter.state} counts={counts} onChange={(state) => onChange({ state })} />
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
  return (
    <Chips
      label={m.admin_bookings_states()}
      chosen={chosen}
      onChange={onChange}
      chips={[
        { value: null, label: m.admin_bookings_all(), count: counts && total },
        ...shown.map((state) => ({
          value: state,
          label: wordForState(state),
          count: counts && (counts[state] ?? 0),
        })),
      ]}
    />
  );
}
