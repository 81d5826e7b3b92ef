import { sql } from "kysely";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { openDatabase } from "~/platform/database/open.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { seed } from "../seed.server";
import { LARGE, maxBookings, type Size, seedLarge } from "./large.server";

/** Each fifth technician takes emergencies. */
const MIN_TECHNICIANS = 5;

/** Size by the arguments: number of bookings, number of technicians. Null if the numbers do not fit. */
export function readSize([bookings, technicians]: string[]): Size | null {
  const size = { bookings: 0, technicians: Number(technicians ?? LARGE.technicians) };
  if (!Number.isSafeInteger(size.technicians)) return null;
  if (size.technicians < MIN_TECHNICIANS || size.technicians > LARGE.technicians) return null;
  size.bookings = Number(bookings ?? LARGE.bookings);
  if (!Number.isSafeInteger(size.bookings)) return null;
  return size.bookings < 1_000 || size.bookings > maxBookings(size.technicians) ? null : size;
}

/** `npm run seed:large`: returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const size = readSize(args);
  if (!size) {
    console.error(
      `Enter the number of bookings, from 1000 to ${maxBookings(1)} per technician, and the number of technicians, from ${MIN_TECHNICIANS} to ${LARGE.technicians}`,
    );
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
    await seedLarge(ctx, size, (done) => console.log(`${done} bookings after ${seconds()} s`));
    return 0;
  } finally {
    await database.close();
  }
}
