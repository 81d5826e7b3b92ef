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

describe("inTransaction", () => {
  it("commits and returns the result", async () => {
    const result = await inTransaction(ctx, async (ctx) => {
      await note(ctx, "kept");
      return { ok: true, value: 7 };
    });
    expect(result).toEqual({ ok: true, value: 7 });
    expect(await notes()).toEqual(["kept"]);
  });

  it("rolls back and returns a refusal", async () => {
    const refused = await inTransaction(ctx, async (ctx) => {
      await note(ctx, "gone");
      return { ok: false, reason: "because" } as const;
    });
    expect(refused).toEqual({ ok: false, reason: "because" });
    expect(await notes()).toEqual([]);
  });

  it("rolls back and throws the first error", async () => {
    const failing = inTransaction(ctx, async (ctx) => {
      await note(ctx, "gone");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(await notes()).toEqual([]);
  });

  it("hides changes from other sessions until the commit", async () => {
    await inTransaction(ctx, async (inside) => {
      await note(inside, "not yet");
      expect(await notes()).toEqual([]);
    });
    expect(await notes()).toEqual(["not yet"]);
  });
});

describe("nested inTransaction", () => {
  it("rolls back only the refused part", async () => {
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

  it("continues after a caught database error in a nested part", async () => {
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

  it("rolls back only the inner of two nested parts", async () => {
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

  it("discards a successful part when the outer transaction is refused", async () => {
    await inTransaction(ctx, async (ctx) => {
      await inTransaction(ctx, (ctx) => note(ctx, "part"));
      return { ok: false, reason: "no" };
    });
    expect(await notes()).toEqual([]);
  });
});

describe("memoizeInTransaction", () => {
  const readNotes = (ctx: Ctx) =>
    memoizeInTransaction(ctx, "notes", async () => {
      const { rows } = await sql<{ text: string }>`SELECT text FROM notes ORDER BY 1`.execute(ctx.db);
      return rows.map(({ text }) => text);
    });

  it("reads once per transaction and each time outside of one", async () => {
    expect(await readNotes(ctx)).toEqual([]);
    await inTransaction(ctx, async (ctx) => {
      expect(await readNotes(ctx)).toEqual([]);
      await note(ctx, "new");
      expect(await inTransaction(ctx, readNotes)).toEqual([]);
    });
    expect(await readNotes(ctx)).toEqual(["new"]);
    expect(await inTransaction(ctx, readNotes)).toEqual(["new"]);
  });

  it("reads again after clearMemoized and after a failed read", async () => {
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

describe("inTransaction retries", () => {
  it("lets both of two deadlocking transactions succeed", async () => {
    await note(ctx, "a");
    await note(ctx, "b");
    let both: () => void;
    const bothHold = new Promise<void>((resolve) => {
      both = resolve;
    });
    let holding = 0;
    let attempts = 0;
    const swap = (first: string, second: string) =>
      inTransaction(ctx, async (ctx) => {
        attempts++;
        await sql`SELECT FROM notes WHERE text = ${first} FOR UPDATE`.execute(ctx.db);
        if (++holding === 2) both();
        await bothHold;
        await sql`SELECT FROM notes WHERE text = ${second} FOR UPDATE`.execute(ctx.db);
      });
    await Promise.all([swap("a", "b"), swap("b", "a")]);
    expect(attempts).toBeGreaterThan(2);
  });

  it("gives up after 5 serialization failures", async () => {
    let attempts = 0;
    const hopeless = inTransaction(ctx, async (ctx) => {
      attempts++;
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(ctx.db);
    });
    await expect(hopeless).rejects.toThrow("again");
    expect(attempts).toBe(5);
  });

  it("does not retry constraint violations", async () => {
    let attempts = 0;
    const wrong = inTransaction(ctx, async (ctx) => {
      attempts++;
      await note(ctx, "x");
      await note(ctx, "x");
    });
    await expect(wrong).rejects.toThrow(/duplicate/);
    expect(attempts).toBe(1);
  });
});

it("replaces connections terminated during a transaction", async () => {
  for (let count = 0; count < 25; count++) {
    const broken = inTransaction(ctx, async (ctx) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(ctx.db);
    });
    await expect(broken).rejects.toThrow();
  }
  await inTransaction(ctx, (ctx) => note(ctx, "still here"));
  expect(await notes()).toEqual(["still here"]);
});
