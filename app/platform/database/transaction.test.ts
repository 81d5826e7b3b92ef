import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { clearMemoized, inTransaction, memoizeInTransaction, violatesConstraint } from "./transaction.server";

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = { actor: system, db: database.db, now: new Date(), requestId: "test-test", locale: "en" };
  await sql`CREATE TABLE notes (text text PRIMARY KEY)`.execute(ctx.db);
});
beforeEach(() => sql`TRUNCATE notes`.execute(ctx.db));
afterAll(() => database.drop());

const note = (ctx: Ctx, text: string) => sql`INSERT INTO notes VALUES (${text})`.execute(ctx.db);
async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`SELECT text FROM notes ORDER BY 1`.execute(ctx.db);
  return rows.map(({ text }) => text);
}

describe("a transaction", () => {
  it("keeps what was done", async () => {
    const result = await inTransaction(ctx, async (ctx) => {
      await note(ctx, "kept");
      return { ok: true, value: 7 };
    });
    expect(result).toEqual({ ok: true, value: 7 });
    expect(await notes()).toEqual(["kept"]);
  });

  it("leaves nothing of what was refused, and tells the refusal", async () => {
    const refused = await inTransaction(ctx, async (ctx) => {
      await note(ctx, "gone");
      return { ok: false, reason: "because" } as const;
    });
    expect(refused).toEqual({ ok: false, reason: "because" });
    expect(await notes()).toEqual([]);
  });

  it("leaves nothing of what failed, and tells the first error", async () => {
    const failing = inTransaction(ctx, async (ctx) => {
      await note(ctx, "gone");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(await notes()).toEqual([]);
  });

  it("shows nothing to others before it is over", async () => {
    await inTransaction(ctx, async (inside) => {
      await note(inside, "not yet");
      expect(await notes()).toEqual([]);
    });
    expect(await notes()).toEqual(["not yet"]);
  });
});

describe("a part of it", () => {
  it("that is refused leaves nothing, and the rest stays", async () => {
    await inTransaction(ctx, async (ctx) => {
      await note(ctx, "before");
      await inTransaction(ctx, async (ctx) => {
        await note(ctx, "part");
        return { ok: false, reason: "no" };
      });
      await note(ctx, "after");
    });
    expect(await notes()).toEqual(["after", "before"]);
  });

  it("that fails in the database can be given up, and the rest stays", async () => {
    await inTransaction(ctx, async (ctx) => {
      await note(ctx, "before");
      const part = inTransaction(ctx, async (ctx) => {
        await note(ctx, "part");
        await note(ctx, "before");
      });
      await expect(part).rejects.toSatisfy((error) => violatesConstraint("unique", error));
      await note(ctx, "after");
    });
    expect(await notes()).toEqual(["after", "before"]);
  });

  it("within a part: each is given up by itself", async () => {
    await inTransaction(ctx, async (ctx) => {
      await inTransaction(ctx, async (ctx) => {
        await note(ctx, "outer");
        await inTransaction(ctx, async (ctx) => {
          await note(ctx, "inner");
          return { ok: false, reason: "no" };
        });
        await note(ctx, "outer still");
      });
    });
    expect(await notes()).toEqual(["outer", "outer still"]);
  });

  it("that succeeded goes with the whole when that is refused", async () => {
    await inTransaction(ctx, async (ctx) => {
      await inTransaction(ctx, (ctx) => note(ctx, "part"));
      return { ok: false, reason: "no" };
    });
    expect(await notes()).toEqual([]);
  });
});

describe("what is read once", () => {
  const readNotes = (ctx: Ctx) =>
    memoizeInTransaction(ctx, "notes", async () => {
      const { rows } = await sql<{ text: string }>`SELECT text FROM notes ORDER BY 1`.execute(ctx.db);
      return rows.map(({ text }) => text);
    });

  it("is read once in each transaction, and outside of one each time", async () => {
    expect(await readNotes(ctx)).toEqual([]);
    await inTransaction(ctx, async (ctx) => {
      expect(await readNotes(ctx)).toEqual([]);
      await note(ctx, "new");
      expect(await inTransaction(ctx, readNotes)).toEqual([]);
    });
    expect(await readNotes(ctx)).toEqual(["new"]);
    expect(await inTransaction(ctx, readNotes)).toEqual(["new"]);
  });

  it("is read again after it was changed, and after it could not be read", async () => {
    await inTransaction(ctx, async (ctx) => {
      await readNotes(ctx);
      await note(ctx, "new");
      clearMemoized(ctx, "notes");
      expect(await readNotes(ctx)).toEqual(["new"]);

      const wrong = inTransaction(ctx, (ctx) =>
        memoizeInTransaction(ctx, "other", () => sql`SELECT 1 / 0`.execute(ctx.db)),
      );
      await expect(wrong).rejects.toThrow("division by zero");
      expect(await memoizeInTransaction(ctx, "other", async () => 7)).toBe(7);
    });
  });
});

describe("rivals", () => {
  it("that deadlock both get through in the end", async () => {
    await note(ctx, "a");
    await note(ctx, "b");
    let both: () => void;
    const bothHold = new Promise<void>((resolve) => {
      both = resolve;
    });
    let holding = 0;
    let tries = 0;
    const swap = (first: string, second: string) =>
      inTransaction(ctx, async (ctx) => {
        tries++;
        await sql`SELECT FROM notes WHERE text = ${first} FOR UPDATE`.execute(ctx.db);
        if (++holding === 2) both();
        await bothHold;
        await sql`SELECT FROM notes WHERE text = ${second} FOR UPDATE`.execute(ctx.db);
      });
    await Promise.all([swap("a", "b"), swap("b", "a")]);
    expect(tries).toBeGreaterThan(2);
  });

  it("that can never get through are given up after a few tries", async () => {
    let tries = 0;
    const hopeless = inTransaction(ctx, async (ctx) => {
      tries++;
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(ctx.db);
    });
    await expect(hopeless).rejects.toThrow("again");
    expect(tries).toBe(5);
  });

  it("that broke a rule are not tried again", async () => {
    let tries = 0;
    const wrong = inTransaction(ctx, async (ctx) => {
      tries++;
      await note(ctx, "x");
      await note(ctx, "x");
    });
    await expect(wrong).rejects.toThrow(/duplicate/);
    expect(tries).toBe(1);
  });
});

it("a connection that is lost in the middle is not lost for the pool", async () => {
  for (let count = 0; count < 25; count++) {
    const broken = inTransaction(ctx, async (ctx) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(ctx.db);
    });
    await expect(broken).rejects.toThrow();
  }
  await inTransaction(ctx, (ctx) => note(ctx, "still here"));
  expect(await notes()).toEqual(["still here"]);
});
