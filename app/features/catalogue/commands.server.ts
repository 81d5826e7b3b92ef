import type { Ctx } from "~/platform/context";
import { inTransaction, type Refusal, sqlState } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { mayEditCatalogue } from "./policy";
import type { ServiceText } from "./service";
import "./table";

type Done = { ok: true };
const done: Done = { ok: true };
export type NotAllowed = { ok: false; reason: "not-allowed" };

function inCatalogue<Result extends Done | Refusal>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result | NotAllowed> {
  return inTransaction<Result | NotAllowed>(ctx, async (ctx) =>
    mayEditCatalogue(ctx.actor) ? work(ctx) : { ok: false, reason: "not-allowed" },
  );
}

/** Which service, and the version that was seen when the change was decided. */
export interface SeenService {
  serviceId: string;
  version: number;
}

export type ChangeRefusal = { ok: false; reason: "not-found" | "stale" };

/** The frame of every change of one service: one after the other, never over a version that was not seen. */
function changeService<Result extends Done | Refusal>(
  ctx: Ctx,
  { serviceId, version }: SeenService,
  work: (ctx: Ctx, service: ServiceText) => Promise<Result>,
): Promise<Result | NotAllowed | ChangeRefusal> {
  return inCatalogue<Result | ChangeRefusal>(ctx, async (ctx) => {
    const row = await ctx.db
      .selectFrom("services")
      .selectAll()
      .where("id", "=", serviceId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { ok: false, reason: "not-found" };
    if (row.version !== version) return { ok: false, reason: "stale" };
    const result = await work(ctx, {
      name: row.name,
      summary: row.summary,
      icon: row.icon as ServiceText["icon"],
      durationMin: row.duration_min,
      bufferMin: row.buffer_min,
      outdoor: row.outdoor,
    });
    if (!result.ok) return result;
    await ctx.db
      .updateTable("services")
      .set({ version: version + 1 })
      .where("id", "=", serviceId)
      .execute();
    return result;
  });
}

export type ServiceKnown = { ok: false; reason: "service-known" };

/** Offers something new, last in the order. Until it is priced its price is told after a survey. */
export function addService(
  ctx: Ctx,
  service: ServiceText,
): Promise<{ ok: true; serviceId: string } | NotAllowed | ServiceKnown> {
  return inCatalogue<{ ok: true; serviceId: string } | ServiceKnown>(ctx, async (ctx) => {
    const serviceId = idOf(service.name);
    const { last } = await ctx.db
      .selectFrom("services")
      .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
      .executeTakeFirstOrThrow();
    const added = await ctx.db
      .insertInto("services")
      // Its page is written apart: without one there is nothing to link to.
      .values({ id: serviceId, page: false, position: last + 1, ...columnsOf(service) })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) return { ok: false, reason: "service-known" };
    await emit(ctx, "service.added", serviceId, {});
    return { ok: true, serviceId };
  });
}

export function editService(ctx: Ctx, seen: SeenService, after: ServiceText) {
  return changeService(ctx, seen, async (ctx, before) => {
    await ctx.db.updateTable("services").set(columnsOf(after)).where("id", "=", seen.serviceId).execute();
    await emit(ctx, "service.edited", seen.serviceId, {}, { before, after });
    return done;
  });
}

/** Not offered any more; what was booked, and what is planned, stays. */
export function archiveService(ctx: Ctx, seen: SeenService) {
  return changeService(ctx, seen, async (ctx) => {
    await ctx.db.updateTable("services").set({ active: false }).where("id", "=", seen.serviceId).execute();
    await emit(ctx, "service.archived", seen.serviceId, {});
    return done;
  });
}

export function restoreService(ctx: Ctx, seen: SeenService) {
  return changeService(ctx, seen, async (ctx) => {
    await ctx.db.updateTable("services").set({ active: true }).where("id", "=", seen.serviceId).execute();
    await emit(ctx, "service.restored", seen.serviceId, {});
    return done;
  });
}

export type ServiceInUse = { ok: false; reason: "in-use" };

/** Only what nobody has booked, priced or learned can go without a trace. */
export function deleteService(ctx: Ctx, seen: SeenService) {
  return changeService<Done | ServiceInUse>(ctx, seen, async (ctx, { name }) => {
    try {
      await ctx.db.deleteFrom("services").where("id", "=", seen.serviceId).execute();
    } catch (error) {
      if (sqlState(error) === "23503") return { ok: false, reason: "in-use" };
      throw error;
    }
    await emit(ctx, "service.deleted", seen.serviceId, { name });
    return done;
  });
}

export type OrderStale = { ok: false; reason: "order-stale" };

/** Puts all services that are offered into an order; refused when that is not what is offered now. */
export function arrangeServices(ctx: Ctx, serviceIds: string[]) {
  return inCatalogue<Done | OrderStale>(ctx, async (ctx) => {
    const rows = await ctx.db
      .selectFrom("services")
      .select("id")
      .where("active", "=", true)
      .orderBy("position")
      .orderBy("id")
      .forUpdate()
      .execute();
    const before = rows.map(({ id }) => id);
    if (before.toSorted().join() !== serviceIds.toSorted().join())
      return { ok: false, reason: "order-stale" };
    for (const [position, id] of serviceIds.entries()) {
      await ctx.db.updateTable("services").set({ position }).where("id", "=", id).execute();
    }
    const arranged = { before: { order: before }, after: { order: serviceIds } };
    await emit(ctx, "service.all-arranged", null, {}, arranged);
    return done;
  });
}

function columnsOf({ durationMin, bufferMin, ...service }: ServiceText) {
  return { ...service, duration_min: durationMin, buffer_min: bufferMin };
}

/** A word of the name's letters, as addresses have it: "Pest control" is pest-control. */
function idOf(name: string): string {
  const word = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return word || "service";
}
