import { useQuery } from "@tanstack/react-query";
import FileText from "lucide-react/icons/file-text";
import ReceiptText from "lucide-react/icons/receipt-text";
import TrendingUp from "lucide-react/icons/trending-up";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { moneyTodayQuery, quotesTodayQuery } from "../client";
import type { MoneyToday } from "../views";
import { FIGURE, Found, Group, Tile } from "./tile";

/** What customers have still to say yes to, what they owe, and what the month has brought: each for whom it is. */
export function Money() {
  const seesMoney = useMay("invoices.read");
  const quotes = useQuery(quotesTodayQuery);
  return (
    <Group title={m.today_money()}>
      <div className="grid gap-3 @xl:grid-cols-2">
        <Found of={quotes} tiles={1}>
          {({ awaiting: { count, fils } }) => (
            <Tile
              to="/admin/quotes?state=awaiting"
              label={m.today_quotes()}
              Icon={FileText}
              value={formatExactMoney(fils)}
              quiet={count === 0}
            >
              {m.today_quotes_count({ count })}
            </Tile>
          )}
        </Found>
        {seesMoney && <OfInvoices />}
      </div>
    </Group>
  );
}

function OfInvoices() {
  const money = useQuery(moneyTodayQuery);
  return (
    <Found of={money} tiles={2}>
      {({ overdue, revenue }) => (
        <>
          <Tile
            to="/admin/invoices?state=overdue"
            label={m.today_overdue()}
            Icon={ReceiptText}
            value={formatExactMoney(overdue.fils)}
            quiet={overdue.count === 0}
          >
            {m.today_overdue_count({ count: overdue.count })}
          </Tile>
          <Revenue revenue={revenue} />
        </>
      )}
    </Found>
  );
}

/** This month's, beside as many days of last month and the whole of it. */
function Revenue({ revenue }: { revenue: MoneyToday["revenue"] }) {
  const { from, to, count, fils, lastFrom, lastTo, lastFils, lastWholeFils } = revenue;
  const until = (day: string) => m.today_revenue_until({ day: formatDay(day, "shortDate") });
  const lines = [
    { label: until(to), fils, look: "bg-calm" },
    { label: until(lastTo), fils: lastFils, look: "bg-control" },
    {
      label: m.today_revenue_whole({ month: formatDay(lastFrom, "monthAlone") }),
      fils: lastWholeFils,
      look: "bg-control",
    },
  ];
  const most = Math.max(1, ...lines.map(({ fils }) => fils));
  return (
    <Link
      to={`/admin/invoices?from=${from}&to=${to}`}
      className="col-span-full grid gap-x-10 gap-y-3 rounded border border-line bg-surface px-4 py-3.5 hover:border-accent @3xl:grid-cols-[auto_minmax(0,1fr)] @3xl:items-center"
    >
      <span>
        <span className="flex items-center gap-2 text-sm text-muted">
          <TrendingUp aria-hidden className="size-4 shrink-0" />
          {m.today_revenue({ month: formatDay(from, "monthAlone") })}
        </span>
        <span className={classNames(FIGURE, "block", count === 0 && "text-muted")}>
          {formatExactMoney(fils)}
        </span>
        <span className="figures mt-2 block text-sm text-muted">{m.today_revenue_count({ count })}</span>
      </span>
      <span className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 text-sm">
        {lines.map(({ label, fils, look }) => (
          <span key={label} className="figures contents">
            <span className="text-muted">{label}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className={classNames("block h-full rounded-full", look)}
                style={{ width: `${(100 * Math.max(0, fils)) / most}%` }}
              />
            </span>
            <span className="text-end">{formatExactMoney(fils)}</span>
          </span>
        ))}
      </span>
    </Link>
  );
}
