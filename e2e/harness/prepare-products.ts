import { writeFileSync } from "node:fs";
import { DEPLOYMENT } from "./deployment";
import { prepareProducts } from "./global-setup";
import { TEMPLATE_DATA_DIRS } from "./product";

/** Prepares the products before the browser tests and writes their environment variables to a file (scripts/test.mjs). */
export async function run([file]: string[]): Promise<number> {
  const { deployment, dataDirs } = await prepareProducts();
  writeFileSync(
    file!,
    JSON.stringify({ [DEPLOYMENT]: deployment, [TEMPLATE_DATA_DIRS]: dataDirs.join(":") }),
  );
  return 0;
}
