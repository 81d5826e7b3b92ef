import { isDay } from "~/platform/time";

/** A word of the message catalogue: read when it is shown, as the language is the reader's. */
export type Word = () => string;

/** What a list is narrowed down to. All of it is text, as it stands in the address; what is absent narrows nothing. */
export type FilterText<Filter> = { [Name in keyof Filter]?: string };

type Names<Filter> = Extract<keyof Filter, string>;

export interface Option {
  id: string;
  name: string;
}

/** Text to be found in what each row says. */
export interface SearchFilter<Filter> {
  kind: "search";
  name: Names<Filter>;
  label: Word;
  placeholder: Word;
}

/** A choice that is always in view: one chip for each value, and one for all. */
export interface ChipsFilter<Filter> {
  kind: "chips";
  name: Names<Filter>;
  label: Word;
  all: Word;
  values: readonly string[];
  wordOf: (value: string) => string;
  /** Where rows are counted, a value that none has is shown only when it is one of these, or chosen. */
  always?: readonly string[];
}

/** A choice between records that are asked for. */
export interface ChoiceFilter<Filter> {
  kind: "choice";
  name: Names<Filter>;
  label: Word;
  all: Word;
  /** A hook; undefined until they came. */
  useOptions: () => readonly Option[] | undefined;
  /** The name of what is none of the options; without it, it has none. */
  wordOf?: (id: string) => string;
}

/** Yes, or not asked. */
export interface FlagFilter<Filter> {
  kind: "flag";
  name: Names<Filter>;
  label: Word;
  /** What stands for yes in the address. */
  value: string;
}

/** From a day to a day, both included, either of them open. */
export interface DaysFilter<Filter> {
  kind: "days";
  name: Names<Filter>;
  label: Word;
  from: Word;
  until: Names<Filter>;
  to: Word;
  /** Which day of a row is meant; the first way of counting is the one that needs no word in the address. */
  of?: { name: Names<Filter>; values: readonly [Counted, ...Counted[]] };
}

interface Counted {
  value: string;
  label: Word;
}

export type ListFilter<Filter> =
  | SearchFilter<Filter>
  | ChipsFilter<Filter>
  | ChoiceFilter<Filter>
  | FlagFilter<Filter>
  | DaysFilter<Filter>;

/** The filters that are behind a button, and told by a chip when they are set. */
export type PanelFilter<Filter> = ChoiceFilter<Filter> | FlagFilter<Filter> | DaysFilter<Filter>;

/** The names that a filter has in the address, in their order there. */
export function namesOf<Filter>(filter: ListFilter<Filter>): Names<Filter>[] {
  if (filter.kind !== "days") return [filter.name];
  return [filter.name, filter.until, ...(filter.of ? [filter.of.name] : [])];
}

/** What an address says of a list. What somebody typed that cannot be meant is left out. */
export function readFilter<Filter>(filters: readonly ListFilter<Filter>[], address: URLSearchParams): Filter {
  const found: Record<string, string> = {};
  for (const filter of filters) {
    for (const name of namesOf(filter)) {
      const value = address.get(name)?.trim() ?? "";
      if (value && canBe(filter, name, value)) found[name] = value;
    }
  }
  return found as Filter;
}

/** The address with exactly this filter. What else it says stays as it is. */
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

function canBe<Filter>(filter: ListFilter<Filter>, name: string, value: string): boolean {
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
