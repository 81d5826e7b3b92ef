import { sql } from "kysely";
import { expect, test } from "vitest";
import { addDays, dubaiDate } from "~/platform/time";
import { type Company, openCompany } from "./companies";
import { type Comparison, compareAlternately } from "./compare-alternately";
import { startMeasurement, writeResults } from "./write-results";

/**
 * The most frequent calls, for a company of a thousand bookings and a large one, alternately. Only the ratio
 * is meaningful. Date ranges and page sizes are chosen so that both return about as many rows: more days for
 * the small company, and for the large one pages no longer than the small one fills and days with about as
 * much planned. The result is written to docs/performance.md.
 */
const FEW = 1_000;
const MANY = Number(process.env.BOOKINGS ?? 200_000);
const ONLY = process.env.ONLY;
const DAYS = 1_000;

test("measures the most frequent API calls", { timeout: 7_200_000 }, async () => {
  const few = await openCompany(FEW);
  const many = await openCompany(MANY);
  const measured = startMeasurement();
  const result: Record<string, Comparison & { rows: string; KiB: string }> = {};
  const full = {
    day: await findDays(few, 1),
    week: await findDays(few, 7),
    month: await findDays(few, 31, 1_000_000, 2),
  };
  const sameRows = {
    day: await findDays(many, 1, full.day.visits),
    week: await findDays(many, 7, full.week.visits),
    month: await findDays(many, 31, full.month.visits, 2),
  };
  const [smallPaths, largePaths] = await Promise.all([
    pathsOf(few, FEW, full),
    pathsOf(many, MANY, sameRows),
  ]);
  for (const [name, path] of Object.entries(smallPaths)) {
    if (ONLY && !name.includes(ONLY)) continue;
    const small = await callApi(few, path);
    const rowCount = rowsOf(small.body);
    // Limits a page of the large company to the number of rows of the small one.
    const comparedPath =
      rowCount > 0 ? largePaths[name]!.replace("limit=50", `limit=${rowCount}`) : largePaths[name]!;
    const large = await callApi(many, comparedPath);
    const rows = `${rowCount} / ${rowsOf(large.body)}`;
    const compared = await compareAlternately(
      () => callApi(few, path),
      () => callApi(many, comparedPath),
    );
    result[name] = { ...compared, rows, KiB: `${small.KiB} / ${large.KiB}` };
  }
  console.table(result);
  if (!ONLY)
    writeResults(
      "hot paths",
      `${measured(`with ${MANY.toLocaleString("en")} bookings against ${FEW.toLocaleString("en")}`)} Medians in ms.`,
      ["what", "few", "many", "ratio", "rows shown", "KiB"],
      Object.entries(result).map(([name, { few, many, ratio, rows, KiB }]) => [
        name,
        few,
        many,
        ratio,
        rows,
        KiB,
      ]),
    );
  await few.app.close();
  await many.app.close();
});

interface DayRange {
  from: string;
  to: string;
  visits: number;
}

/** Days around today, or after an offset, with about this number of visits, or with the most. */
async function findDays(
  { app }: Company,
  days: number,
  visits = 1_000_000,
  earliest = -60,
): Promise<DayRange> {
  const { rows } = await sql<DayRange>`
    SELECT day::date AS from, (day + ${days - 1} * interval '1 day')::date AS to, (SELECT count(*)::int FROM visits
      WHERE live AND starts_at >= day AT TIME ZONE 'Asia/Dubai' AND starts_at < (day + ${days} * interval '1 day') AT TIME ZONE 'Asia/Dubai') AS visits
    FROM generate_series(current_date + ${earliest}::int, current_date + 120, interval '1 day') AS days (at), LATERAL (SELECT at::timestamp) AS of (day)
    ORDER BY abs(${visits} - (SELECT count(*) FROM visits
      WHERE live AND starts_at >= day AT TIME ZONE 'Asia/Dubai' AND starts_at < (day + ${days} * interval '1 day') AT TIME ZONE 'Asia/Dubai')), day
    LIMIT 1`.execute(app.db);
  return rows[0]!;
}

async function pathsOf(
  { app }: Company,
  bookings: number,
  { day, week, month: sameRows }: Record<"day" | "week" | "month", DayRange>,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ technician: string; phone: string; rare: string }>`
    SELECT (SELECT technician_id FROM visits WHERE state = 'scheduled' ORDER BY starts_at LIMIT 1) AS technician, contact_phone AS phone,
      -- Of those of whom there is one alone.
      (SELECT split_part(max(contact_name), ' ', 2) FROM bookings GROUP BY customer_id
        HAVING count(*) = 2 AND max(contact_name) LIKE '%-%' ORDER BY customer_id LIMIT 1) AS rare
    FROM bookings ORDER BY requested_at DESC, id DESC OFFSET 20 LIMIT 1`.execute(app.db);
  const { technician, phone, rare } = rows[0]!;
  const today = dubaiDate(new Date());
  // Fifty visits, or those of one day.
  const wide = Math.max(1, Math.round((50 * DAYS) / bookings));
  const range = `from=${addDays(today, -wide)}&to=${today}`;
  const list = "/api/admin/bookings?limit=50&counts=yes";
  const month = today.slice(0, 7);
  return {
    bookings: list,
    "bookings of a state": `${list}&state=completed`,
    "bookings by visit": `${list}&sort=-visit`,
    "bookings of some days": `${list}&${range}`,
    "bookings of some days, by visit": `${list}&${range}&sort=visit`,
    "bookings of a technician": `${list}&technician=${technician}`,
    "bookings of a technician, by visit": `${list}&technician=${technician}&sort=-visit`,
    "bookings by phone": `${list}&search=${encodeURIComponent(phone)}`,
    "bookings by email": `${list}&search=customer.7%40`,
    "bookings by a rare name": `${list}&search=${encodeURIComponent(rare)}`,
    "bookings by a word that most share": `${list}&search=Marina`,
    "bookings by a word that none has": `${list}&search=Zyxwvut`,
    customers: "/api/admin/customers?limit=50",
    "customers, sorted by name": "/api/admin/customers?limit=50&sort=name",
    "customers by name": "/api/admin/customers?limit=50&search=Aisha",
    "customers by a rare name": `/api/admin/customers?limit=50&search=${encodeURIComponent(rare)}`,
    "duplicate customers": "/api/admin/customers?limit=50&duplicates=yes",
    "customer on the phone": `/api/admin/customer-lookup?search=${encodeURIComponent(phone.slice(-6))}`,
    "board: a day": `/api/admin/board?from=${day.from}&to=${day.to}`,
    "board: a week": `/api/admin/board?from=${week.from}&to=${week.to}`,
    "board: a month": `/api/admin/board/month?from=${month}-01&to=${month}-28`,
    "figures of technicians, a month": `/api/admin/figures/technicians?from=${addDays(today, -29)}&to=${today}&against=before`,
    "figures of technicians, three years": `/api/admin/figures/technicians?from=${addDays(today, -1094)}&to=${today}&against=before`,
    quotes: "/api/admin/quotes?limit=50",
    "quotes that await an answer": "/api/admin/quotes?state=awaiting&limit=50",
    "today: work": "/api/admin/today/work",
    "today: money": "/api/admin/today/money",
    "today: quotes": "/api/admin/today/quotes",
    "today: activity": "/api/admin/today/activity",
    technicians: "/api/admin/technicians",
    "own properties": "/api/account/properties",
    "the booking form filled in": "/api/account/booking-details",
    availability: "/api/availability?service=plumbing",
    "availability of a month with as much planned": `/api/availability?service=plumbing&from=${sameRows.from}&to=${sameRows.to}`,
    "availability of a month": `/api/availability?service=plumbing&from=${addDays(today, 1)}&to=${addDays(today, 31)}`,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: responses are not typed.
type Body = any;

async function callApi(
  { app, headers, customer }: Company,
  path: string,
): Promise<{ body: Body; KiB: number }> {
  const answer = await app.http.request(path, {
    headers: path.startsWith("/api/account") ? customer : headers,
  });
  const text = await answer.text();
  expect({ path, status: answer.status, text }).toMatchObject({ path, status: 200 });
  return { body: JSON.parse(text), KiB: Number((Buffer.byteLength(text) / 1024).toFixed(1)) };
}

function rowsOf(body: Body): number {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const namedLists = (name: string) => lists.find(([list]) => list === name);
  // The board's visits and the figures come with all technicians.
  const rowCount = namedLists("visits") ?? lists.find(([name]) => name !== "technicians") ?? lists[0];
  return rowCount ? (rowCount[1] as unknown[]).length : 0;
}
