import { sql } from "kysely";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

interface RequestRow {
  id: string;
  customerId: string;
  propertyId: string;
  userId: string | null;
  contactEmail: string | null;
  contactPhone: string;
}

/** For tables of requests, such as bookings and contracts. `type`: subject type of their events. */
export function personalDataOfRequests(table: string, type: string) {
  const rows = sql.table(table);
  return {
    async find(ctx, { userId }) {
      const found = await sql<RequestRow>`
        SELECT id, customer_id, property_id, contact_email, contact_phone FROM ${rows} WHERE user_id = ${userId}`.execute(
        ctx.db,
      );
      return {
        records: { [type]: found.rows.map(({ id }) => id) },
        emails: found.rows.flatMap(({ contactEmail }) => contactEmail ?? []),
        phones: found.rows.map(({ contactPhone }) => contactPhone),
        customerIds: found.rows.map(({ customerId }) => customerId),
        propertyIds: found.rows.map(({ propertyId }) => propertyId),
      };
    },

    async claimGuestRecords(ctx, { userId, email }) {
      const joined = await sql`
        UPDATE ${rows} SET user_id = ${userId} WHERE user_id IS NULL AND contact_email = ${email}`.execute(
        ctx.db,
      );
      return { [table]: Number(joined.numAffectedRows) };
    },

    /** Records with another address were made for another person. */
    async changeEmail(ctx, { userId, email }, previousEmail) {
      await sql`
        UPDATE ${rows} SET contact_email = ${email}
        WHERE user_id = ${userId} AND contact_email = ${previousEmail}`.execute(ctx.db);
    },

    async findShared(ctx, userId, { customerIds, propertyIds }) {
      const found = await sql<RequestRow>`
        SELECT DISTINCT customer_id, property_id FROM ${rows}
        WHERE user_id IS DISTINCT FROM ${userId}
          AND (customer_id = ${anyOf(customerIds)} OR property_id = ${anyOf(propertyIds)})`.execute(ctx.db);
      return {
        customerIds: found.rows.map(({ customerId }) => customerId),
        propertyIds: found.rows.map(({ propertyId }) => propertyId),
      };
    },

    /** If the kept customer has an account, moved records show in it. */
    async merge(ctx, { keptId, mergedId, userId, properties }) {
      for (const { from, to } of properties) {
        await sql`UPDATE ${rows} SET property_id = ${to} WHERE property_id = ${from}`.execute(ctx.db);
      }
      const moved = await sql`
        UPDATE ${rows} SET customer_id = ${keptId} WHERE customer_id = ${mergedId}`.execute(ctx.db);
      await sql`
        UPDATE ${rows} SET user_id = ${userId} WHERE customer_id = ${keptId} AND user_id IS NULL`.execute(
        ctx.db,
      );
      return { [table]: Number(moved.numAffectedRows) };
    },
  } satisfies Partial<PersonalData>;
}
