import { expect, test } from "vitest";
import { addDays, dubaiDate } from "~/platform/time";
import { seedLarge } from "../db/seed/large.server";
import { seed } from "../db/seed/seed.server";
import { officeCtx } from "../test/harness/company";
import { createTestApp, type TestApp } from "../test/harness/http-app";
import { type Compared, inTurn } from "./in-turn";

/**
 * What the office's pages ask for, in a company of a thousand bookings and in one of many, call by call in turn: only the ratio
 * means something. BOOKINGS=1000000 takes the better part of an hour to fill.
 */
const FEW = 1_000;
const MANY = Number(process.env.BOOKINGS ?? 100_000);
const TECHNICIANS = 500;

const today = dubaiDate(new Date());
const DAYS = `from=${addDays(today, -3)}&to=${addDays(today, 3)}`;

/** Under /api/admin; lists are asked for their next page, too. */
const calls = {
  "today: work": "/today/work",
  "today: money": "/today/money",
  "today: quotes": "/today/quotes",
  "today: news": "/today/news",
};
const lists = {
  bookings: "/bookings?limit=50",
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
  activity: "/activity?limit=50",
};

test("lists", { timeout: 7_200_000 }, async () => {
  const few = await company(FEW);
  const many = await company(MANY);
  const result: Record<string, Compared & { rows: string }> = {};
  const compare = async (name: string, fewPath: string, manyPath = fewPath) => {
    const rows = `${rowsOf(await few.ask(fewPath))} / ${rowsOf(await many.ask(manyPath))}`;
    result[name] = {
      ...(await inTurn(
        () => few.ask(fewPath),
        () => many.ask(manyPath),
      )),
      rows,
    };
  };
  for (const [name, path] of Object.entries(calls)) await compare(name, path);
  for (const [name, path] of Object.entries(lists)) {
    await compare(name, path);
    const next = await Promise.all([few.ask(path), many.ask(path)]);
    const [fewNext, manyNext] = next.map(
      ({ nextCursor }) => nextCursor && `${path}&cursor=${encodeURIComponent(nextCursor)}`,
    );
    if (fewNext && manyNext) await compare(`${name}, next page`, fewNext, manyNext);
  }
  console.table(result);
  await Promise.all([few.app.close(), many.app.close()]);
});

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered.
type Body = any;

async function company(bookings: number): Promise<{ app: TestApp; ask: (path: string) => Promise<Body> }> {
  const app = await createTestApp({ CLIENT_RATE_LIMIT: "1000000" });
  await seed({ db: app.db, config: { ...app.config, sampleData: false } });
  await seedLarge(officeCtx(app.db), { bookings, technicians: TECHNICIANS });
  const admin = {
    email: "office@company.example",
    password: "a password of the office",
    role: "admin" as const,
  };
  await app.addUser(admin);
  const headers = { Cookie: await app.signIn(admin) };
  return {
    app,
    async ask(path) {
      const answer = await app.http.request(`/api/admin${path}`, { headers });
      const body = await answer.json();
      expect({ path, status: answer.status, body }).toMatchObject({ path, status: 200 });
      return body;
    },
  };
}

function rowsOf(body: Body): number {
  const list = Object.values(body).find((value) => Array.isArray(value));
  return list ? (list as unknown[]).length : 0;
}
