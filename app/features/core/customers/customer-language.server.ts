import { sql } from "kysely";
import type { Ctx } from "~/platform/context";

/**
 * Language of the account, otherwise the one that the office chose, otherwise that of the last booking. The
 * language of the staff member who writes does not matter.
 */
export async function findCustomerLanguage({ db }: Pick<Ctx, "db">, customerId: string): Promise<string> {
  const { language } = await db
    .selectNoFrom(sql<string>`language_of_customer(${customerId})`.as("language"))
    .executeTakeFirstOrThrow();
  return language;
}
