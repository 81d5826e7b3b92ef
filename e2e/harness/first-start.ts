import { newDataDir, removeDataDir, startProduct, USED_DATA_DIR } from "./product";

/** One first start, which makes the database and its sample data, for all products of the run: they get copies. */
export default async function makeUsedDataDir(): Promise<() => void> {
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir });
  await product.stop();
  process.env[USED_DATA_DIR] = dataDir;
  return () => removeDataDir(dataDir);
}
