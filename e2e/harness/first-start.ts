import { newDataDir, removeDataDir, startProduct, USED_DATA_DIRS } from "./product";

/** One first start with sample data and one without, each of which makes the database, for all products of the run: they get copies. */
export default async function makeUsedDataDirs(): Promise<() => void> {
  const dataDirs = await Promise.all([firstStart({}), firstStart({ SAMPLE_DATA: "off" })]);
  process.env[USED_DATA_DIRS] = dataDirs.join(":");
  return () => dataDirs.forEach(removeDataDir);
}

async function firstStart(env: Record<string, string>): Promise<string> {
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir, env });
  await product.stop();
  return dataDir;
}
