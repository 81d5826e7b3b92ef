import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import { m } from "~/paraglide/messages";
import { classNames } from "../class-names";
import { tooltip } from "../overlay/tooltip";
import { Heading } from "../table";
import { hiddenFrom } from "./column-widths";
import { iconButton } from "./list-tools";
import type { Columns } from "./office-list";
import { nextSort, type Sort, sortDirection } from "./sort";

interface SortProps<Row> {
  layout: Columns<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

interface SortHeadingProps<Row> extends SortProps<Row> {
  name: string;
  end?: true;
  className?: string;
  children: string;
}

/** Column heading that sorts by its column; a second press reverses the order. */
export function SortHeading<Row>({ layout, sort, onSort, name, children, ...look }: SortHeadingProps<Row>) {
  const direction = sortDirection(layout, sort, name);
  const Arrow = direction ? arrows[direction] : ArrowUpDown;
  return (
    <Heading {...look} sorted={direction}>
      <button
        type="button"
        onClick={() => onSort(nextSort(layout, sort, name))}
        className={classNames(
          "inline-flex h-8 max-w-full items-center gap-1 rounded-sm hover:text-ink",
          direction && "text-ink",
        )}
      >
        <span className="truncate">{children}</span>
        <Arrow aria-hidden className={classNames("size-3.5 shrink-0", !direction && "opacity-60")} />
      </button>
    </Heading>
  );
}

const arrows = { ascending: ArrowUp, descending: ArrowDown };

export function SortSelect<Row>({ layout: { columns, defaultSort }, sort, onSort }: SortProps<Row>) {
  const ofColumns = columns.flatMap(({ sort: name, label }) =>
    name
      ? [
          { value: name, label: m.list_sort_up({ column: label() }) },
          { value: `-${name}`, label: m.list_sort_down({ column: label() }) },
        ]
      : [],
  );
  const hidden = hiddenFrom.findLast(([from]) =>
    columns.some((column) => column.sort && column.visibleFrom === from),
  );
  return (
    // The select covers its icon, so that the button stays compact and opens the native list.
    <label
      {...tooltip(m.list_sort())}
      data-no-print=""
      className={classNames(iconButton, "focus-within:outline-2 focus-within:outline-accent", hidden?.[1])}
    >
      <ArrowUpDown aria-hidden className="size-4" />
      <select
        value={sort ?? ""}
        onChange={({ target: { value } }) => onSort(value || undefined)}
        aria-label={m.list_sort()}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {typeof defaultSort === "function" && <option value="">{defaultSort()}</option>}
        {ofColumns.map(({ value, label }) => (
          <option key={value} value={value === defaultSort ? "" : value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
