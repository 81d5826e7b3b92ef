import { rmSync } from "node:fs";
import { addDays, dubaiDate } from "../../app/platform/time";
import { openingHours } from "../../db/seed/catalogue";
import { business } from "../../db/seed/sample/business";
import { createDeployment, DEPLOYMENT } from "./deployment";
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

/** Prepares the products unless `npm test` did (prepare-products.ts). */
export default async function setUp(): Promise<() => void> {
  if (process.env[TEMPLATE_DATA_DIRS]) return () => {};
  const { deployment, dataDirs } = await prepareProducts();
  return () => {
    dataDirs.forEach(removeDataDir);
    rmSync(deployment, { recursive: true });
  };
}

/**
 * Deploys the build, and starts it once with sample data and once without. All products of the run use the deployment
 * and copies of these databases, which they find by environment variables.
 */
export async function prepareProducts(): Promise<{ deployment: string; dataDirs: string[] }> {
  const deployment = createDeployment();
  process.env[DEPLOYMENT] = deployment;
  const dataDirs = await Promise.all([createDataDir({}), createDataDir({ SAMPLE_DATA: "off" })]);
  process.env[TEMPLATE_DATA_DIRS] = dataDirs.join(":");
  return { deployment, dataDirs };
}

async function createDataDir(env: Record<string, string>): Promise<string> {
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir, env });
  await removeHolidaysFromToday(product);
  await enterBusinessDetails(product);
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

/** Tests without sample data need the details and hours that the office enters first. */
async function enterBusinessDetails(product: Product): Promise<void> {
  await withDatabase(product, async (client) => {
    for (const [name, values] of [
      ["business", business] as const,
      ["hours", { week: openingHours }] as const,
    ])
      await client.query("UPDATE settings SET value = $1 WHERE name = $2", [JSON.stringify(values), name]);
  });
}
