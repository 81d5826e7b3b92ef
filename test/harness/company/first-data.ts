import { createDatabase } from "~/platform/database/database.server";
import { openingHours } from "../../../db/seed/catalogue";
import { business } from "../../../db/seed/sample/business";
import { seed } from "../../../db/seed/seed.server";

/** Clock of tests with these data: a Monday, 09:00 in Dubai. */
export const NOW = new Date("2026-11-23T05:00:00Z");

/** Adds what the first start adds without sample data, and the details and hours that the office enters first. */
export async function addFirstData(connectionString: string): Promise<void> {
  const { db, close } = createDatabase({ connectionString });
  try {
    await seed({ db, config: { sampleData: false } }, NOW);
    const settings = { business, hours: { week: openingHours } };
    for (const [name, value] of Object.entries(settings)) {
      await db
        .updateTable("settings")
        .set({ value: JSON.stringify(value) })
        .where("name", "=", name)
        .execute();
    }
  } finally {
    await close();
  }
}
