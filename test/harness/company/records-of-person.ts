import type { Ctx } from "~/platform/context";
import { fileEarlierRequests } from "../../../app/features/people/inbox/file-requests.server";
import { addCustomer, createApprovedQuote, createIssuedInvoice } from "./billing";
import { book, officeCtx } from "./company";
import { requestTestContract } from "./contracts";

/**
 * Records of every kind that the office search finds: a customer with quote, invoice, contract and booking, a message, and
 * the technicians' name. Needs a contract company. `messageEmail`: another one makes the message a conversation of its own.
 */
export async function createRecordsOfPerson(
  db: Ctx["db"],
  person: { name: string; email: string; messageEmail?: string; technicianName: string },
) {
  const { name, email, messageEmail = email, technicianName } = person;
  const ctx = officeCtx(db);
  const customerId = await addCustomer(ctx, { name, email });
  await createApprovedQuote(ctx, customerId);
  const invoice = await createIssuedInvoice(ctx, customerId, 105_00);
  await requestTestContract(ctx, { customerId, email });
  await book(ctx, { customerName: name, email });
  await db
    .insertInto("contactMessages")
    .values({
      ...{ name, email: messageEmail, phone: null, message: "When do you open?" },
      ...{ userId: null, sentAt: ctx.now },
    })
    .execute();
  await fileEarlierRequests(ctx);
  await db.updateTable("technicians").set({ name: technicianName }).execute();
  return { invoice };
}
