import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { changeTechnician, type Done, done, type SeenTechnician } from "./change-technician.server";

export type UnknownService = { ok: false; reason: "service-unknown" };

/** What a technician is trained for: from now on; visits that are planned stay. */
export function changeSkills(ctx: Ctx, seen: SeenTechnician, serviceIds: string[]) {
  return changeTechnician<Done | UnknownService>(ctx, seen, async (ctx, { id }) => {
    const after = [...new Set(serviceIds)].sort();
    const known = after.length
      ? await ctx.db.selectFrom("services").select("id").where("id", "in", after).execute()
      : [];
    if (known.length < after.length) return { ok: false, reason: "service-unknown" };
    const removed = await ctx.db
      .deleteFrom("technician_skills")
      .where("technician_id", "=", id)
      .returning("service_id")
      .execute();
    if (after.length > 0) {
      await ctx.db
        .insertInto("technician_skills")
        .values(after.map((service_id) => ({ technician_id: id, service_id })))
        .execute();
    }
    const before = removed.map(({ service_id }) => service_id).sort();
    await emit(
      ctx,
      "technician.skills-changed",
      id,
      {},
      { before: { skills: before }, after: { skills: after } },
    );
    return done;
  });
}

/** Where a technician is sent rather than elsewhere; none: anywhere alike. */
export function changeZones(ctx: Ctx, seen: SeenTechnician, areas: string[]) {
  return changeTechnician(ctx, seen, async (ctx, { id }) => {
    const after = [...new Set(areas)].sort();
    const removed = await ctx.db
      .deleteFrom("technician_zones")
      .where("technician_id", "=", id)
      .returning("area")
      .execute();
    if (after.length > 0) {
      await ctx.db
        .insertInto("technician_zones")
        .values(after.map((area) => ({ technician_id: id, area })))
        .execute();
    }
    const before = removed.map(({ area }) => area).sort();
    await emit(
      ctx,
      "technician.zones-changed",
      id,
      {},
      { before: { zones: before }, after: { zones: after } },
    );
    return done;
  });
}

export type UnknownCertificate = { ok: false; reason: "certificate-unknown" };

/** Keeps a certificate: a new one, or with `id` one that was renewed or misspelt. */
export function recordCertificate(
  ctx: Ctx,
  seen: SeenTechnician,
  certificate: { id?: string; name: string; number: string; expiresOn: string },
) {
  return changeTechnician<Done | UnknownCertificate>(ctx, seen, async (ctx, technician) => {
    const values = { name: certificate.name, number: certificate.number, expires_on: certificate.expiresOn };
    const kept = certificate.id
      ? await ctx.db
          .updateTable("certificates")
          .set(values)
          .where("id", "=", certificate.id)
          .where("technician_id", "=", technician.id)
          .returning("id")
          .executeTakeFirst()
      : await ctx.db
          .insertInto("certificates")
          .values({ technician_id: technician.id, ...values })
          .returning("id")
          .executeTakeFirst();
    if (!kept) return { ok: false, reason: "certificate-unknown" };
    const { name, expiresOn } = certificate;
    await emit(ctx, "technician.certificate-recorded", technician.id, {
      certificateId: kept.id,
      name,
      expiresOn,
    });
    return done;
  });
}

export function removeCertificate(ctx: Ctx, seen: SeenTechnician, certificateId: string) {
  return changeTechnician<Done | UnknownCertificate>(ctx, seen, async (ctx, technician) => {
    const removed = await ctx.db
      .deleteFrom("certificates")
      .where("id", "=", certificateId)
      .where("technician_id", "=", technician.id)
      .returning(["name", "expires_on"])
      .executeTakeFirst();
    if (!removed) return { ok: false, reason: "certificate-unknown" };
    await emit(ctx, "technician.certificate-removed", technician.id, {
      certificateId,
      name: removed.name,
      expiresOn: removed.expires_on,
    });
    return done;
  });
}
