import History from "lucide-react/icons/history";
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { tooltip } from "~/ui/overlay/tooltip";
import { onDay } from "../price";

const COLUMN_COUNT = 6;
const headClass = "h-10 px-2 font-medium text-muted";

interface PriceTableProps {
  label: string;
  /** Heading of the column beside the first day, which shows planned prices too. */
  besideLabel: string;
  /** `PriceGroup` elements. */
  children: ReactNode;
}

/** Prices of services or packages, with a group of rows for each. */
export function PriceTable({ label, besideLabel, children }: PriceTableProps) {
  return (
    <table aria-label={label} className="w-full text-sm max-md:block">
      <thead className="text-xs max-md:sr-only">
        <tr>
          <th scope="col" className={`${headClass} ps-0 text-start`}>
            {m.pricing_column_item()}
          </th>
          <th scope="col" className={`${headClass} amount-end`}>
            {m.pricing_column_price()}
          </th>
          <th scope="col" className={`${headClass} text-start`}>
            {m.pricing_column_unit()}
          </th>
          <th scope="col" className={`${headClass} text-start md:max-lg:hidden`}>
            {m.pricing_column_since()}
          </th>
          <th scope="col" className={`${headClass} text-start`}>
            {besideLabel}
          </th>
          <th scope="col" className={`${headClass} pe-0 text-end`}>
            {m.pricing_column_actions()}
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

interface PriceGroupProps {
  id: string;
  name: string;
  active: boolean;
  action?: ReactNode;
  /** `PricedRow` elements. */
  children: ReactNode;
}

export function PriceGroup({ id, name, active, action, children }: PriceGroupProps) {
  return (
    <tbody aria-labelledby={id} className="max-md:block">
      <tr className="max-md:block">
        <th scope="rowgroup" colSpan={COLUMN_COUNT} className="pt-4 pb-1 text-start max-md:block">
          <span className="flex min-h-9 flex-wrap items-center gap-x-3">
            <span id={id} className="min-w-0 text-sm font-semibold wrap-anywhere">
              {name}
            </span>
            {!active && <Badge>{m.pricing_archived()}</Badge>}
            <span className="ms-auto">{action}</span>
          </span>
        </th>
      </tr>
      {children}
    </tbody>
  );
}

/** Row of a group that spans all columns. */
export function PriceGroupNote({ children }: { children: ReactNode }) {
  return (
    <tr className="border-t border-line max-md:block">
      <td colSpan={COLUMN_COUNT} className="py-2 max-md:block">
        {children}
      </td>
    </tr>
  );
}

interface PricedRowProps<Entry> {
  title: ReactNode;
  /** Read by screen readers with the row's buttons. */
  about: string;
  /** Newest first. */
  prices: readonly Entry[];
  day: string;
  /** Amount, or the word in its place, such as "Free". */
  amountTextOf: (price: Entry) => string;
  /** Empty for prices without an amount. */
  unitTextOf: (price: Entry) => string;
  nextTextOf: (price: Entry) => string;
  beside?: (price: Entry) => ReactNode;
  form: (onClose: () => void) => ReactNode;
  line: (price: Entry) => ReactNode;
}

/** Item with its current and planned price. Its history and form open in a row below. */
export function PricedRow<Entry extends { id: string; effectiveFrom: string }>({
  title,
  about,
  prices,
  day,
  amountTextOf,
  unitTextOf,
  nextTextOf,
  beside,
  form,
  line,
}: PricedRowProps<Entry>) {
  const [open, setOpen] = useState<"history" | "change" | null>(null);
  const mayManage = useMay("prices.manage");
  const shown = onDay(prices, day);
  const next = prices.findLast(({ effectiveFrom }) => effectiveFrom > day);
  const toggle = (part: "history" | "change") => setOpen(open === part ? null : part);
  return (
    <>
      <tr className="border-t border-line max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:py-1.5 md:h-10">
        <th
          scope="row"
          className="pe-2 text-start font-medium max-md:basis-full md:min-w-48 min-[90rem]:min-w-72"
        >
          <span className="flex flex-wrap items-center gap-2">{title}</span>
        </th>
        <td className="figures px-2 amount-end max-md:px-0">
          {shown ? amountTextOf(shown) : <span className="text-muted">{m.pricing_not_yet()}</span>}
        </td>
        <td className="figures px-2 whitespace-nowrap text-muted max-md:px-0">
          {shown && unitTextOf(shown)}
        </td>
        <td className="figures px-2 whitespace-nowrap text-muted max-md:px-0 md:max-lg:hidden">
          {shown && formatDay(shown.effectiveFrom)}
        </td>
        <td className="figures px-2 text-xs text-muted max-md:px-0 md:min-w-52">
          {shown && beside?.(shown)}
          {next && (
            <span className="block w-fit rounded bg-brass-soft px-1.5 py-0.5 text-brass-text">
              {m.pricing_next({ day: formatDay(next.effectiveFrom), price: nextTextOf(next) })}
            </span>
          )}
        </td>
        <td className="whitespace-nowrap max-md:ms-auto">
          <span className="flex justify-end gap-1">
            <Button
              size="small"
              tone="plain"
              aria-expanded={open === "history"}
              aria-label={m.pricing_history_of({ item: bidiIsolate(about) })}
              {...tooltip(m.pricing_history())}
              onClick={() => toggle("history")}
            >
              <History aria-hidden className="hidden md:max-[96rem]:block" />
              <span className="md:max-[96rem]:sr-only">{m.pricing_history()}</span>
            </Button>
            {mayManage && (
              <Button
                size="small"
                tone="plain"
                aria-expanded={open === "change"}
                aria-label={m.pricing_change_of({ item: bidiIsolate(about) })}
                onClick={() => toggle("change")}
              >
                <Pencil aria-hidden className="hidden md:max-lg:block" />
                <span className="md:max-lg:sr-only">{m.admin_price_change()}</span>
              </Button>
            )}
          </span>
        </td>
      </tr>
      {open === "change" && (
        <PriceGroupNote>
          <div className="max-w-xl">{form(() => setOpen(null))}</div>
        </PriceGroupNote>
      )}
      {open === "history" && (
        <PriceGroupNote>
          <ul className="flex max-w-xl flex-col gap-2">
            {prices.map((price) => (
              <li key={price.id}>{line(price)}</li>
            ))}
          </ul>
        </PriceGroupNote>
      )}
    </>
  );
}
