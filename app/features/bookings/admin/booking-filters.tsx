import { useQuery } from "@tanstack/react-query";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type Ref, useId, useState } from "react";
import { technicianListQuery } from "~/features/scheduling/admin-client";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { classNames } from "~/ui/class-names";
import { SearchBox } from "~/ui/search-box";
import { servicesQuery } from "../admin-client";
import { bookingStates } from "../booking";
import type { BookingFilter } from "../booking-filter";
import type { BookingList } from "../views";
import { wordForState } from "../words";
import { SavedFilters } from "./saved-filters";
import type { FilterChange } from "./use-booking-filter";

interface Props {
  filter: BookingFilter;
  onChange: (change: FilterChange) => void;
  onReplace: (filter: BookingFilter) => void;
  counts: BookingList["counts"] | undefined;
  searchRef: Ref<HTMLInputElement>;
}

const selectClass =
  "select-arrow h-9 min-w-0 rounded border border-control bg-surface ps-3 pe-9 text-sm hover:border-accent";

export function BookingFilters({ filter, onChange, onReplace, counts, searchRef }: Props) {
  const more = [filter.service, filter.technician, filter.emergency, filter.from ?? filter.to].filter(
    Boolean,
  );
  const [open, setOpen] = useState(more.length > 0);
  const panelId = useId();
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex gap-2">
        <SearchBox
          ref={searchRef}
          label={m.admin_bookings_search()}
          placeholder={m.admin_bookings_search_placeholder()}
          value={filter.search ?? ""}
          onChange={(search) => onChange({ search })}
        />
        <Button
          tone="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden />
          {more.length > 0 ? m.admin_filters_count({ count: more.length }) : m.admin_filters()}
        </Button>
      </div>
      <div id={panelId} hidden={!open}>
        <MoreFilters filter={filter} onChange={onChange} />
      </div>
      <StateChips chosen={filter.state ?? null} counts={counts} onChange={(state) => onChange({ state })} />
      <SavedFilters filter={filter} onReplace={onReplace} />
    </div>
  );
}

function MoreFilters({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  const services = useQuery(servicesQuery);
  const technicians = useQuery(technicianListQuery({ search: "", former: false }));
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap">
      <Choice
        label={m.admin_bookings_service()}
        all={m.admin_bookings_all_services()}
        value={filter.service}
        options={services.data}
        onChange={(service) => onChange({ service })}
      />
      <Choice
        label={m.admin_filters_technician()}
        all={m.admin_filters_all_technicians()}
        value={filter.technician}
        options={technicians.data}
        onChange={(technician) => onChange({ technician })}
      />
      <select
        aria-label={m.admin_filters_dates()}
        value={filter.dates ?? "visit"}
        onChange={(event) => onChange({ dates: event.target.value === "received" ? "received" : null })}
        className={classNames(selectClass, "max-sm:col-span-2")}
      >
        <option value="visit">{m.admin_filters_by_visit()}</option>
        <option value="received">{m.admin_filters_by_received()}</option>
      </select>
      <DateChoice
        label={m.admin_filters_from()}
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <DateChoice label={m.admin_filters_to()} value={filter.to} onChange={(to) => onChange({ to })} />
      <label className="flex h-9 cursor-pointer items-center gap-2 px-1 text-sm">
        <input
          type="checkbox"
          checked={filter.emergency === "yes"}
          onChange={(event) => onChange({ emergency: event.target.checked ? "yes" : null })}
          className="size-4 accent-action"
        />
        {m.admin_filters_emergency()}
      </label>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly { id: string; name: string }[] | undefined;
  onChange: (value: string | null) => void;
}

function Choice({ label, all, value = "", options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
      className={classNames(selectClass, "sm:w-44")}
    >
      <option value="">{all}</option>
      {options?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface DateChoiceProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

function DateChoice({ label, value = "", onChange }: DateChoiceProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm">
      <span className="text-xs text-muted">{label}</span>
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figures h-9 w-full min-w-0 rounded border border-control bg-surface px-2.5 text-sm hover:border-accent"
      />
    </label>
  );
}

/** A chip for every state that some booking is in. */
function StateChips({
  chosen,
  counts,
  onChange,
}: {
  chosen: BookingFilter["state"] | null;
  counts: Props["counts"];
  onChange: (state: BookingFilter["state"] | null) => void;
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
