import type { Person } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { getCustomerOfProperty } from "../../../core/properties/read-properties.server";
import type { Address } from "../../../core/properties/schema";
import {
  addPropertyToAccount,
  deleteProperty,
  updatePropertyAddress,
} from "../../../core/properties/write-properties.server";
import type { OwnAccessInput } from "../../../operations/access/schema";
import { writeAccess } from "../../../operations/access/write-access.server";
import { currentUser } from "../current-user.server";
import { listOwnProperties } from "./queries.server";

const MAX_PROPERTIES = 50;

/** Adds a property; refused if it exists. */
export const addProperty = command("account.use", async function addProperty(ctx, address: Address) {
  const person = currentUser(ctx);
  const customerId = await ownCustomer(ctx, person);
  if ((await listOwnProperties(ctx)).length >= MAX_PROPERTIES)
    return refuse("too-many", { max: MAX_PROPERTIES });
  const id = await addPropertyToAccount(ctx, { customerId, userId: person.userId, address });
  return { ok: true, id };
});

/** Corrects a property. Existing bookings keep their address. */
export const changeProperty = command(
  "account.use",
  async function changeProperty(ctx, id: string, address: Address) {
    const [own] = await listOwnProperties(ctx, { id });
    if (!own) return refuse("not-found");
    return mapConstraintToRefusal(ctx, "unique", refuse("property-exists"), async (ctx) => {
      await updatePropertyAddress(ctx, id, address);
      return { ok: true } as const;
    });
  },
);

/** Saves access details. A new permit file replaces the old one. */
export const changeAccess = command(
  "account.use",
  async function changeAccess(ctx, input: OwnAccessInput & { id: string; version: number }) {
    const { id, version, permitFileId, ...access } = input;
    const [own] = await listOwnProperties(ctx, { id });
    if (!own?.access) return refuse("not-found");
    const written = await writeAccess(ctx, {
      propertyId: id,
      bookingId: null,
      version,
      access,
      permitFileId,
    });
    if (!written.ok) return written;
    const customerId = await getCustomerOfProperty(ctx, id);
    const { before, after } = written;
    await emit(ctx, "customer.access-changed", customerId, {}, { before, after });
    return { ok: true };
  },
);

/** Removes a property without bookings. */
export const removeProperty = command("account.use", async function removeProperty(ctx, id: string) {
  const [own] = await listOwnProperties(ctx, { id });
  if (!own) return refuse("not-found");
  if (own.inUse) return refuse("in-use");
  // A concurrent booking may refer to it.
  return mapConstraintToRefusal(ctx, "reference", refuse("in-use"), async (ctx) => {
    await deleteProperty(ctx, id);
    return { ok: true } as const;
  });
});

/** Customer record of the person, created if missing. */
async function ownCustomer(ctx: Ctx, { userId, name, email }: Person): Promise<string> {
  const { id } = await ctx.db
    .insertInto("customers")
    .values({ userId, name, email, createdAt: ctx.now })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ userId }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
