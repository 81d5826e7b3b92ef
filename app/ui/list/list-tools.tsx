import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import X from "lucide-react/icons/x";
import type { Ref } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Button } from "../button";
import { classNames } from "../class-names";
import { CheckLine } from "../form/check-line";
import { Combobox } from "../form/combobox";
import { DayInput } from "../form/day-input";
import { Popover } from "../overlay/popover";
import { Chips } from "./filters/chips";
import type {
  ChipsFilter,
  ChoiceFilter,
  DaysFilter,
  FilterText,
  ListFilter,
  PanelFilter,
} from "./filters/filters";
import { SearchBox } from "./filters/search-box";
import type { FilterChange } from "./filters/use-list-filter";

export interface ListFilters<Filter> {
  filters: readonly ListFilter<Filter>[];
  filter: Filter;
  onChange: (change: FilterChange<Filter>) => void;
}

/** Compact button of the list header. */
export const iconButton =
  "relative grid size-9 shrink-0 place-items-center rounded border border-control bg-surface text-ink hover:border-accent hover:bg-brass-soft";

/** Search and filters; a line of its own in narrow lists. */
export function FilterTools<Filter>({
  filters,
  filter,
  searchRef,
  onChange,
}: ListFilters<Filter> & { searchRef?: Ref<HTMLInputElement> }) {
  const inPanel = panelFilters(filters);
  const setCount = inPanel.filter((one) => isSet(one, filter)).length;
  const text = filter as FilterText<Filter>;
  return (
    <div
      data-no-print=""
      className="order-last flex min-w-0 grow basis-full gap-2 empty:hidden @xl:order-none @xl:basis-0"
    >
      {filters.map(
        (one) =>
          one.kind === "search" && (
            <SearchBox
              key={one.name}
              ref={searchRef}
              label={one.label()}
              placeholder={one.placeholder()}
              value={text[one.name] ?? ""}
              onChange={(value) => onChange(changeOf(one.name, value))}
            />
          ),
      )}
      {inPanel.length > 0 && (
        <Popover
          label={m.list_filters()}
          className="w-112"
          trigger={
            <Button tone="quiet" size="small" className="shrink-0">
              <SlidersHorizontal aria-hidden />
              <span className={classNames(setCount === 0 && "@lg:@max-3xl:sr-only")}>
                {setCount > 0 ? m.list_filters_count({ count: setCount }) : m.list_filters()}
              </span>
            </Button>
          }
        >
          <div className="grid items-center gap-2.5 min-[26rem]:grid-cols-2">
            {inPanel.map((one) => (
              <Control key={one.name} of={one} filter={filter} onChange={onChange} />
            ))}
          </div>
        </Popover>
      )}
    </div>
  );
}

interface ViewChipsProps<Filter> extends ListFilters<Filter> {
  counts: Readonly<Record<string, number>> | undefined;
}

export function ViewChips<Filter>({ filters, ...rest }: ViewChipsProps<Filter>) {
  return filters.map((one) => one.kind === "chips" && <ValueChips key={one.name} of={one} {...rest} />);
}

/** Active filters of the panel, each with a button that removes it. */
export function SetFilters<Filter>({ filters, filter, onChange }: ListFilters<Filter>) {
  const set = panelFilters(filters).filter((one) => isSet(one, filter));
  if (set.length === 0) return null;
  return (
    <ul
      aria-label={m.list_filters_set()}
      className="relative flex flex-wrap gap-1.5 [scrollbar-width:none] @xl:flex-nowrap @xl:overflow-x-auto"
    >
      {set.map((one) => (
        <SetFilter key={one.name} of={one} filter={filter} onChange={onChange} />
      ))}
    </ul>
  );
}

function panelFilters<Filter>(filters: readonly ListFilter<Filter>[]): PanelFilter<Filter>[] {
  return filters.filter((one): one is PanelFilter<Filter> => !["search", "chips"].includes(one.kind));
}

interface OfFilter<Kind, Filter> {
  of: Kind;
  filter: Filter;
  onChange: (change: FilterChange<Filter>) => void;
}

export const selectClass =
  "select-arrow h-9 min-w-0 rounded border border-control bg-surface ps-3 pe-9 text-sm hover:border-accent";

function Control<Filter>({ of, filter, onChange }: OfFilter<PanelFilter<Filter>, Filter>) {
  switch (of.kind) {
    case "choice":
      return <Choice of={of} filter={filter} onChange={onChange} />;
    case "days":
      return <Days of={of} filter={filter} onChange={onChange} />;
    case "flag":
      return (
        <CheckLine
          checked={filter[of.name] === of.value}
          onChange={(on) => onChange(changeOf(of.name, on ? of.value : null))}
          className="px-1"
        >
          {of.label()}
        </CheckLine>
      );
  }
}

function Choice<Filter>({ of, filter, onChange }: OfFilter<ChoiceFilter<Filter>, Filter>) {
  const options = of.useOptions();
  return (
    <Combobox
      label={of.label()}
      none={of.all()}
      options={options}
      value={textOf(filter, of.name)}
      onChange={(value) => onChange(changeOf(of.name, value))}
      className="min-w-0"
    />
  );
}

function Days<Filter>({ of, filter, onChange }: OfFilter<DaysFilter<Filter>, Filter>) {
  const counted = of.of;
  return (
    <>
      {counted && (
        <select
          aria-label={of.label()}
          value={textOf(filter, counted.name) || counted.values[0].value}
          onChange={({ target: { value } }) =>
            onChange(changeOf(counted.name, value === counted.values[0].value ? null : value))
          }
          className={classNames(selectClass, "col-span-full")}
        >
          {counted.values.map(({ value, label }) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </select>
      )}
      {(
        [
          [of.name, of.from],
          [of.until, of.to],
        ] as const
      ).map(([name, label]) => (
        <DayInput
          key={name}
          label={label()}
          day={textOf(filter, name)}
          isClearable
          onChange={(day) => onChange(changeOf(name, day))}
          className={classNames(name === of.name && "col-start-1")}
        />
      ))}
    </>
  );
}

function SetFilter<Filter>({ of, filter, onChange }: OfFilter<PanelFilter<Filter>, Filter>) {
  const words = useLabels(of, filter);
  const names = of.kind === "days" ? [of.name, of.until, of.of?.name] : [of.name];
  const off = Object.fromEntries(names.flatMap((name) => (name ? [[name, null]] : [])));
  return (
    <li className="flex min-h-8 items-center gap-1 rounded-lg border border-accent bg-brass-soft ps-3 @3xl:h-8 @3xl:shrink-0 @3xl:rounded-full @3xl:whitespace-nowrap text-xs font-medium text-brass-text">
      <span className="figures">{words}</span>
      <button
        type="button"
        aria-label={m.list_filters_remove({ filter: bidiIsolate(words) })}
        onClick={() => onChange(off as FilterChange<Filter>)}
        className="grid min-h-7 w-7 shrink-0 place-items-center self-stretch hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

function useLabels<Filter>(of: PanelFilter<Filter>, filter: Filter): string {
  switch (of.kind) {
    case "flag":
      return of.label();
    case "choice": {
      const value = textOf(filter, of.name);
      // biome-ignore lint/correctness/useHookAtTopLevel: the kind of a filter never changes.
      const option = of.useOptions()?.find(({ id }) => id === value);
      return m.list_filter_is({ filter: of.label(), value: option?.name ?? of.labelOf?.(value) ?? "…" });
    }
    case "days": {
      const [from, to] = [textOf(filter, of.name), textOf(filter, of.until)];
      const counted = of.of?.values.find(({ value }) => value === textOf(filter, of.of!.name));
      const label = (counted ?? of.of?.values[0])?.label() ?? of.label();
      const days = { filter: label, from: from && formatDay(from), to: to && formatDay(to) };
      if (from && to) return m.list_filter_days(days);
      return from ? m.list_filter_from(days) : m.list_filter_until(days);
    }
  }
}

interface ValueChipsProps<Filter> extends OfFilter<ChipsFilter<Filter>, Filter> {
  counts: Readonly<Record<string, number>> | undefined;
}

function ValueChips<Filter>({ of, filter, counts, onChange }: ValueChipsProps<Filter>) {
  const chosen = textOf(filter, of.name);
  const shown = of.values.filter(
    (value) => !of.always || of.always.includes(value) || value === chosen || counts?.[value],
  );
  const total = counts?.all ?? Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Chips
      label={of.label()}
      chosen={chosen}
      onChange={(value) => onChange(changeOf(of.name, value))}
      chips={[
        { value: "", label: of.all(), count: counts && total },
        ...shown.map((value) => ({
          value,
          label: of.labelOf(value),
          count: counts && (counts[value] ?? 0),
        })),
      ]}
    />
  );
}

function isSet<Filter>(of: PanelFilter<Filter>, filter: Filter): boolean {
  return Boolean(textOf(filter, of.name) || (of.kind === "days" && textOf(filter, of.until)));
}

function textOf<Filter>(filter: Filter, name: Extract<keyof Filter, string>): string {
  return (filter as FilterText<Filter>)[name] ?? "";
}

function changeOf<Filter>(name: Extract<keyof Filter, string>, value: string | null): FilterChange<Filter> {
  return { [name]: value } as FilterChange<Filter>;
}
