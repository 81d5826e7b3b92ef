import { stripInvisible, toCodeLine } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";

/** Message, evaluated when rendered, because the language depends on the user. */
export type Label = () => string;

export type FilterText<Filter> = { [Name in keyof Filter]?: string };

type Names<Filter> = Extract<keyof Filter, string>;

export interface Option {
  id: string;
  name: string;
}

export interface SearchFilter<Filter> {
  kind: "search";
  name: Names<Filter>;
  label: Label;
  placeholder: Label;
}

/** Always visible: one chip per value and one for all. */
export interface ChipsFilter<Filter> {
  kind: "chips";
  name: Names<Filter>;
  label: Label;
  all: Label;
  values: readonly string[];
  labelOf: (value: string) => string;
  /** With counts, other values without rows are hidden unless selected. */
  always?: readonly string[];
}

export interface ChoiceFilter<Filter> {
  kind: "choice";
  name: Names<Filter>;
  label: Label;
  all: Label;
  /** Hook; undefined while loading. */
  useOptions: () => readonly Option[] | undefined;
  /** Label of a value outside the options. */
  labelOf?: (id: string) => string;
}

export interface FlagFilter<Filter> {
  kind: "flag";
  name: Names<Filter>;
  label: Label;
  /** Value in the URL. */
  value: string;
}

/** Date range, both days included; either may be absent. */
export interface DaysFilter<Filter> {
  kind: "days";
  name: Names<Filter>;
  label: Label;
  from: Label;
  until: Names<Filter>;
  to: Label;
  /** Date field that the range applies to; the first is the default and has no parameter in the URL. */
  of?: { name: Names<Filter>; values: readonly [Counted, ...Counted[]] };
}

interface Counted {
  value: string;
  label: Label;
}

export type ListFilter<Filter> =
  | SearchFilter<Filter>
  | ChipsFilter<Filter>
  | ChoiceFilter<Filter>
  | FlagFilter<Filter>
  | DaysFilter<Filter>;

/** Filters in the popover, shown as a chip when set. */
export type PanelFilter<Filter> = ChoiceFilter<Filter> | FlagFilter<Filter> | DaysFilter<Filter>;

/** URL parameters in their order. */
export function namesOf<Filter>(filter: ListFilter<Filter>): Names<Filter>[] {
  if (filter.kind !== "days") return [filter.name];
  return [filter.name, filter.until, ...(filter.of ? [filter.of.name] : [])];
}

/** Reads the filter from the URL and ignores invalid values. */
export function readFilter<Filter>(filters: readonly ListFilter<Filter>[], address: URLSearchParams): Filter {
  const found: Record<string, string> = {};
  for (const filter of filters) {
    for (const name of namesOf(filter)) {
      const value = readValue(filter.kind, address.get(name) ?? "");
      if (value && isValidValue(filter, name, value)) found[name] = value;
    }
  }
  return found as Filter;
}

/** People type and paste addresses, too. */
function readValue(kind: ListFilter<unknown>["kind"], value: string): string {
  if (kind === "search") return value.trim();
  return kind === "days" ? toCodeLine(value) : stripInvisible(value).trim();
}

/** Replaces the filter parameters of the URL and keeps all others. */
export function writeFilter<Filter>(
  filters: readonly ListFilter<Filter>[],
  filter: Filter,
  address = new URLSearchParams(),
): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const name of filters.flatMap(namesOf)) {
    const value = (filter as FilterText<Filter>)[name];
    written.delete(name);
    if (value) written.set(name, value);
  }
  return written;
}

export function isSameFilter<Filter>(
  filters: readonly ListFilter<Filter>[],
  one: Filter,
  other: Filter,
): boolean {
  return writeFilter(filters, one).toString() === writeFilter(filters, other).toString();
}

function isValidValue<Filter>(filter: ListFilter<Filter>, name: string, value: string): boolean {
  switch (filter.kind) {
    case "chips":
      return filter.values.includes(value);
    case "flag":
      return filter.value === value;
    case "days":
      return name === filter.of?.name
        ? filter.of.values.some((counted, at) => at > 0 && counted.value === value)
        : isDay(value);
    default:
      return true;
  }
}
