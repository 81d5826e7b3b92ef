import { expect, test } from "vitest";
import { addDays, dubaiDate } from "~/platform/time";
import { type Company, openCompany } from "./companies";
import { type Comparison, compareAlternately } from "./compare-alternately";
import { startMeasurement, writeResults } from "./write-results";

/**
 * First calls of the office pages and the next pages of their lists, for a company of a thousand bookings and
 * a large one, alternately. Only the ratio is meaningful. The result is written to docs/performance.md.
 */
const FEW = 1_000;
const MANY = Number(process.env.BOOKINGS ?? 100_000);
const ONLY = process.env.ONLY;

const today = dubaiDate(new Date());
const DAYS = `from=${addDays(today, -3)}&to=${addDays(today, 3)}`;
const QUARTER = `from=${addDays(today, -89)}&to=${today}`;
const MONTH = `from=${addDays(today, -29)}&to=${today}&against=before`;

/** Paths under /api/admin; lists are also measured for their next page. */
const calls = {
  "today: work": "/today/work",
  "today: money": "/today/money",
  "today: quotes": "/today/quotes",
  "today: activity": "/today/activity",
  "figures: bookings": `/figures/bookings?${MONTH}`,
  "figures: visitors": `/figures/funnel?${MONTH}`,
  "figures: response targets": `/figures/response-targets?${MONTH}`,
  "figures: work": `/figures/work?${MONTH}`,
  "figures: technicians": `/figures/technicians?${MONTH}`,
  "figures: revenue": `/figures/revenue?${MONTH}`,
  "figures: quotes": `/figures/quotes?${MONTH}`,
  services: "/services",
  technicians: "/technicians",
  prices: "/prices",
  content: "/content",
  backups: "/backups",
  holidays: "/holidays",
  ageing: "/invoice-ageing",
  "books: balance": `/books/balance?day=${today}`,
  "books: revenue": `/books/revenue?day=${today}`,
  "books: VAT": `/books/vat?${QUARTER}`,
  team: "/team",
  keys: "/keys",
  "background jobs": "/work",
  settings: "/settings",
};
const lists = {
  bookings: "/bookings?limit=50&counts=yes",
  "bookings of a state": "/bookings?state=completed&limit=50",
  "bookings by visit": "/bookings?sort=-visit&limit=50",
  "bookings of an email": "/bookings?search=customer.7%40&limit=50",
  "bookings by a word that most share": "/bookings?search=Marina&limit=50",
  "bookings of some days": `/bookings?${DAYS}&limit=50`,
  customers: "/customers?limit=50",
  "customers by name": "/customers?search=Aisha&limit=50",
  quotes: "/quotes?limit=50",
  "quotes that await an answer": "/quotes?state=awaiting&limit=50",
  invoices: "/invoices?limit=50",
  "invoices, overdue": "/invoices?state=overdue&limit=50",
  payments: "/payments?limit=50",
  payouts: "/payouts?limit=50",
  cheques: "/cheques?limit=50",
  journal: "/books/entries?limit=50",
  "journal of an account": "/books/entries?account=cash&limit=50",
  "VAT documents": `/books/vat-documents?${QUARTER}&box=DXB&limit=50`,
  "revenue, its lines": `/figures/invoiced-lines?${QUARTER}&limit=50`,
  inbox: "/inbox?limit=50",
  contracts: "/contracts?limit=50",
  "contracts in force": "/contracts?state=active&limit=50",
  "contracts by name": "/contracts?search=Aisha&limit=50",
  "contracts by a word that none has": "/contracts?search=Zyxwvut&limit=50",
  mails: "/mails?limit=50",
  "client errors": "/client-errors?limit=50",
  reviews: "/reviews?limit=50",
  "security events": "/security-cases?limit=50",
  activity: "/activity?limit=50",
};

test("measures the first calls of office pages", { timeout: 7_200_000 }, async () => {
  const few = await openCompany(FEW);
  const many = await openCompany(MANY);
  const measured = startMeasurement();
  const result: Record<string, Comparison & { rows: string }> = {};
  const compare = async (name: string, fewPath: string, manyPath = fewPath) => {
    const rowCount = rowsOf(await callApi(few, fewPath));
    // Limits a page of the large company to the number of rows of the small one.
    const comparedPath = rowCount > 0 ? manyPath.replace("limit=50", `limit=${rowCount}`) : manyPath;
    const rows = `${rowCount} / ${rowsOf(await callApi(many, comparedPath))}`;
    const compared = await compareAlternately(
      () => callApi(few, fewPath),
      () => callApi(many, comparedPath),
    );
    result[name] = { ...compared, rows };
    console.info(name, compared, rows);
  };
  const selectedCalls = (named: Record<string, string>) =>
    Object.entries(named).filter(([name]) => !ONLY || name.includes(ONLY));
  for (const [name, path] of selectedCalls(calls)) await compare(name, path);
  for (const [name, path] of selectedCalls(lists)) {
    await compare(name, path);
    const next = await Promise.all([callApi(few, path), callApi(many, path)]);
    const [fewNext, manyNext] = next.map(
      ({ nextCursor }) => nextCursor && `${path}&cursor=${encodeURIComponent(nextCursor)}`,
    );
    if (fewNext && manyNext) await compare(`${name}, next page`, fewNext, manyNext);
  }
  console.table(result);
  if (!ONLY)
    writeResults(
      "lists",
      `${measured(`with ${MANY.toLocaleString("en")} bookings against ${FEW.toLocaleString("en")}`)} Medians in ms.`,
      ["what", "few", "many", "ratio", "rows shown"],
      Object.entries(result).map(([name, { few, many, ratio, rows }]) => [name, few, many, ratio, rows]),
    );
  await Promise.all([few.app.close(), many.app.close()]);
});

// biome-ignore lint/suspicious/noExplicitAny: responses are not typed.
type Body = any;

async function callApi({ app, headers }: Company, path: string): Promise<Body> {
  const answer = await app.http.request(`/api/admin${path}`, { headers });
  const body = await answer.json();
  expect({ path, status: answer.status, body }).toMatchObject({ path, status: 200 });
  return body;
}

function rowsOf(body: Body): number {
  const list = Object.values(body).find((value) => Array.isArray(value));
  return list ? (list as unknown[]).length : 0;
}
