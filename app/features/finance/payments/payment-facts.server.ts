import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { PaymentMethod } from "./payment";

/** Payment as shown on a receipt. */
export interface PaymentFacts {
  customer: { id: string; name: string; company: string | null; phone: string | null; email: string | null };
  reference: string;
  method: PaymentMethod;
  fils: number;
  receivedOn: string;
  note: string;
  towards: {
    id: string;
    reference: string;
    linkVersion: number;
    language: string;
    fils: number;
    openFils: number;
  }[];
  /** Part of the payment that became credit. */
  excessFils: number;
  reversedFils: number;
}

export async function findPaymentFacts(ctx: Ctx, id: string): Promise<PaymentFacts | null> {
  const row = await ctx.db
    .selectFrom("payments")
    .innerJoin("customers", "customers.id", "payments.customerId")
    .select(["payments.reference", "method", "amountFils", "receivedOn", "note", "reversedFils"])
    .select(["customers.id", "customers.name", "customers.company", "customers.phone", "customers.email"])
    .where("payments.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const parts = await ctx.db
    .selectFrom("settlements")
    .innerJoin("invoices", "invoices.id", "invoiceId")
    .select(["invoices.id", "invoices.reference", "linkVersion", "language", "openFils"])
    .select(sql<number>`sum(amount_fils)::bigint`.as("fils"))
    .where("paymentId", "=", id)
    .groupBy("invoices.id")
    .having(sql<boolean>`sum(amount_fils) > 0`)
    .orderBy("invoices.reference")
    .execute();
  const towards = parts.map((part) => ({
    id: part.id,
    reference: part.reference!,
    linkVersion: part.linkVersion,
    language: part.language,
    fils: part.fils,
    openFils: part.openFils,
  }));
  const settled = towards.reduce((sum, { fils }) => sum + fils, 0);
  return {
    customer: { id: row.id, name: row.name, company: row.company, phone: row.phone, email: row.email },
    reference: row.reference,
    method: row.method,
    fils: row.amountFils,
    receivedOn: row.receivedOn,
    note: row.note,
    towards,
    excessFils: row.amountFils - row.reversedFils - settled,
    reversedFils: row.reversedFils,
  };
}
