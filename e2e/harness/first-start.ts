import pg from "pg";
import { addDays, dubaiDate } from "../../app/platform/time";
import { newDataDir, type Product, removeDataDir, startProduct, USED_DATA_DIRS } from "./product";

/** Journeys of today plan this many days ahead at most. */
const DAYS_OF_TODAY = 3;

/** One first start with sample data and one without, each of which makes the database, for all products of the run: they get copies. */
export default async function makeUsedDataDirs(): Promise<() => void> {
  const dataDirs = await Promise.all([firstStart({}), firstStart({ SAMPLE_DATA: "off" })]);
  process.env[USED_DATA_DIRS] = dataDirs.join(":");
  return () => dataDirs.forEach(removeDataDir);
}

async function firstStart(env: Record<string, string>): Promise<string> {
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir, env });
  await removeHolidaysFromToday(product);
  await product.stop();
  return dataDir;
}

/** Journeys that need technicians today must pass on public holidays, too. */
async function removeHolidaysFromToday({ databaseFolder }: Product): Promise<void> {
  const client = new pg.Client({ host: databaseFolder, user: "app", database: "app", ssl: false });
  await client.connect();
  try {
    const today = dubaiDate(new Date());
    await client.query("DELETE FROM public_holidays WHERE day BETWEEN $1 AND $2", [
      today,
      addDays(today, DAYS_OF_TODAY),
    ]);
  } finally {
    await client.end();
  }
}
