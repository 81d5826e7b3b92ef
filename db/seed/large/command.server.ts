import { sql } from "kysely";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { openDatabase } from "~/platform/database/open.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { seed } from "../seed.server";
import { LARGE, seedLarge } from "./large.server";

/** `npm run seed:large`: returns the exit code. */
export async function run([wanted]: string[]): Promise<number> {
  const bookings = Number(wanted ?? LARGE.bookings);
  if (!Number.isSafeInteger(bookings) || bookings < 1_000 || bookings > LARGE.bookings) {
    console.error(`Enter the number of bookings, from 1000 to ${LARGE.bookings}`);
    return 1;
  }
  const config = loadConfig(process.env);
  const database = await openDatabase(config);
  try {
    const ctx: Ctx = {
      actor: system,
      db: database.db,
      now: new Date(),
      requestId: "seed-large",
      locale: DEFAULT_LOCALE,
    };
    await seed({ db: database.db, config: { ...config, sampleData: false } });
    const { rows } = await sql<{ id: string }>`SELECT id FROM bookings LIMIT 1`.execute(database.db);
    if (rows.length > 0) {
      console.error("The database already has bookings. Run this command on an empty database.");
      return 1;
    }
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    await seedLarge(ctx, { ...LARGE, bookings }, (done) =>
      console.log(`${done} bookings after ${seconds()} s`),
    );
    return 0;
  } finally {
    await database.close();
  }
}
