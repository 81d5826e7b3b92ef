import { addDays, dubaiDate } from "../../app/platform/time";
import {
  newDataDir,
  type Product,
  removeDataDir,
  startProduct,
  TEMPLATE_DATA_DIRS,
  withDatabase,
} from "./product";

/** Planning horizon of the tests that use today, in days. */
const HOLIDAY_FREE_DAYS = 3;

/**
 * Starts the product once with sample data and once without. All products of the run use copies of these
 * databases.
 */
export default async function createTemplateDataDirs(): Promise<() => void> {
  const dataDirs = await Promise.all([createDataDir({}), createDataDir({ SAMPLE_DATA: "off" })]);
  process.env[TEMPLATE_DATA_DIRS] = dataDirs.join(":");
  return () => dataDirs.forEach(removeDataDir);
}

async function createDataDir(env: Record<string, string>): Promise<string> {
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir, env });
  await removeHolidaysFromToday(product);
  await product.stop();
  return dataDir;
}

/** Tests that need technicians today must also pass on public holidays. */
async function removeHolidaysFromToday(product: Product): Promise<void> {
  const today = dubaiDate(new Date());
  await withDatabase(product, (client) =>
    client.query("DELETE FROM public_holidays WHERE day BETWEEN $1 AND $2", [
      today,
      addDays(today, HOLIDAY_FREE_DAYS),
    ]),
  );
}
