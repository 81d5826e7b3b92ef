import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatAmount, formatExactMoney } from "~/platform/money";
import { classNames } from "~/ui/class-names";
import { Skeleton } from "~/ui/screen/skeleton";
import { ageingQuery } from "../admin-client";
import { labelForFilterState } from "../labels";
import {
  type AgeingBucket,
  ageingBuckets,
  amountInBucket,
  type InvoiceFilterState,
} from "../office/invoice-filter";

const shortLabels: Record<AgeingBucket, () => string> = {
  "not-due": m.invoices_ageing_not_due,
  to30: m.invoices_ageing_30,
  to60: m.invoices_ageing_60,
  to90: m.invoices_ageing_90,
  older: m.invoices_ageing_older,
};

/** Open amounts by age; each links to the filtered list. */
export function AgeingStrip() {
  const { data, error } = useQuery(ageingQuery);
  if (error) return null;
  if (!data) return <Skeleton className="h-8 grow" />;
  const sumOf = (some: readonly AgeingBucket[]) =>
    some.reduce((sum, age) => sum + amountInBucket(data, age), 0);
  const isLate = (age: AgeingBucket) => age !== "not-due";
  const linkToState = (state: InvoiceFilterState) => `?state=${state}`;
  const sums = [
    { to: linkToState("open"), label: m.invoices_ageing_open(), fils: sumOf(ageingBuckets), late: false },
    {
      to: linkToState("overdue"),
      label: labelForFilterState("overdue"),
      fils: sumOf(ageingBuckets.filter(isLate)),
      late: true,
    },
  ];
  const ages = ageingBuckets.map((age) => ({
    to: `?age=${age}`,
    label: shortLabels[age](),
    fils: amountInBucket(data, age),
    late: isLate(age),
  }));
  return (
    <nav
      aria-label={m.invoices_ageing()}
      className="relative ms-auto flex max-w-full overflow-x-auto @xl:shrink-[99] [scrollbar-width:none]"
    >
      {[...sums, ...ages].map((part) => (
        <Link
          key={part.to}
          to={part.to}
          preventScrollReset
          className={classNames(
            "flex shrink-0 flex-col border-s border-line px-2 rtl:px-1.5 text-xs leading-tight first:border-0 hover:bg-sunken",
            // Beside the panel of a record there is room for the sums only, beside a wider one for the first.
            ages.includes(part) && "@xl:@max-5xl:hidden",
            part === sums[1] && "@xl:@max-[40rem]:hidden",
          )}
        >
          <span className="text-muted">{part.label}</span>
          <span
            className={classNames(
              "figures font-semibold tracking-tight whitespace-nowrap",
              part.late && part.fils > 0 && "text-error",
            )}
          >
            {/* The currency stands once, so that millions fit. */}
            {part === sums[0] ? formatExactMoney(part.fils) : formatAmount(part.fils)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
