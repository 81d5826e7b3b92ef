import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import type { ServiceInput, ServiceText } from "./service";

/** Adds a service at the end of the order. Without a price it is priced by survey. */
export const addService = command("services.manage", async function addService(ctx, service: ServiceInput) {
  const serviceId = serviceIdFrom(service.name);
  const { last } = await ctx.db
    .selectFrom("services")
    .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
    .executeTakeFirstOrThrow();
  const added = await ctx.db
    .insertInto("services")
    // The text of its page is written later, so nothing links to it yet.
    .values({ id: serviceId, page: false, position: last + 1, ...columnsOf(service) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return refuse("service-exists");
  await emit(ctx, "service.added", serviceId, {});
  return { ok: true, serviceId };
});

/** Service and the version that the user saw. */
export interface SeenService {
  serviceId: string;
  version: number;
}

export const editService = command(
  "services.manage",
  function editService(ctx, seen: SeenService, input: ServiceInput) {
    return changeService(ctx, seen, async (before) => {
      const after: ServiceText = { ...before, ...input };
      await ctx.db.updateTable("services").set(columnsOf(after)).where("id", "=", seen.serviceId).execute();
      await emit(ctx, "service.edited", seen.serviceId, {}, { before, after });
      return { ok: true };
    });
  },
);

/** Archives a service. Existing bookings keep it. */
export const archiveService = command("services.manage", function archiveService(ctx, seen: SeenService) {
  return changeService(ctx, seen, async () => {
    await ctx.db.updateTable("services").set({ active: false }).where("id", "=", seen.serviceId).execute();
    await emit(ctx, "service.archived", seen.serviceId, {});
    return { ok: true };
  });
});

export const restoreService = command("services.manage", function restoreService(ctx, seen: SeenService) {
  return changeService(ctx, seen, async () => {
    await ctx.db.updateTable("services").set({ active: true }).where("id", "=", seen.serviceId).execute();
    await emit(ctx, "service.restored", seen.serviceId, {});
    return { ok: true };
  });
});

/** Deletes a service without bookings, prices and technicians. */
export const deleteService = command("services.manage", function deleteService(ctx, seen: SeenService) {
  return changeService(ctx, seen, async ({ name }) => {
    try {
      await ctx.db.deleteFrom("services").where("id", "=", seen.serviceId).execute();
    } catch (error) {
      if (violatesConstraint("reference", error)) return refuse("in-use");
      throw error;
    }
    await emit(ctx, "service.deleted", seen.serviceId, { name });
    return { ok: true };
  });
});

/** Reorders the offered services; refused if the list does not match them. */
export const reorderServices = command(
  "services.manage",
  async function reorderServices(ctx, serviceIds: string[]) {
    const rows = await ctx.db
      .selectFrom("services")
      .select("id")
      .where("active", "=", true)
      .orderBy("position")
      .orderBy("id")
      .forUpdate()
      .execute();
    const before = rows.map(({ id }) => id);
    if (before.toSorted().join() !== serviceIds.toSorted().join()) return refuse("order-stale");
    for (const [position, id] of serviceIds.entries()) {
      await ctx.db.updateTable("services").set({ position }).where("id", "=", id).execute();
    }
    const arranged = { before: { order: before }, after: { order: serviceIds } };
    await emit(ctx, "service.reordered", null, {}, arranged);
    return { ok: true };
  },
);

/** Wraps every change of one service: serialised by a row lock, refused for a stale version. */
async function changeService<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { serviceId, version }: SeenService,
  work: (service: ServiceText) => Promise<Result>,
): Promise<Result | Refusal<"not-found" | "stale">> {
  const row = await ctx.db
    .selectFrom("services")
    .selectAll()
    .where("id", "=", serviceId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (row.version !== version) return refuse("stale");
  const result = await work({
    name: row.name,
    nameAr: row.nameAr,
    summary: row.summary,
    summaryAr: row.summaryAr,
    icon: row.icon as ServiceText["icon"],
    durationMin: row.durationMin,
    bufferMin: row.bufferMin,
    outdoor: row.outdoor,
    accountingCode: row.accountingCode,
  });
  if (!result.ok) return result;
  await ctx.db
    .updateTable("services")
    .set({ version: version + 1 })
    .where("id", "=", serviceId)
    .execute();
  return result;
}

function columnsOf({ durationMin, bufferMin, accountingCode, ...service }: ServiceInput) {
  return { ...service, durationMin, bufferMin, accountingCode };
}

/** Builds the id from a name for use in addresses: "Pest control" becomes pest-control. */
function serviceIdFrom(name: string): string {
  const word = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return word || "service";
}
