import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import {
  changeTechnician,
  changeTechnicianWithVisitCheck,
  type TechnicianVersion,
} from "../technicians/change-technician.server";

/** Planned visits stay; the office must confirm having seen them. */
export const changeSkills = command(
  "technicians.manage",
  function changeSkills(ctx, target: TechnicianVersion, serviceIds: string[]) {
    return changeTechnicianWithVisitCheck(ctx, target, async ({ id }) => {
      const after = [...new Set(serviceIds)].sort();
      const known = after.length
        ? await ctx.db.selectFrom("services").select("id").where("id", "in", after).execute()
        : [];
      if (known.length < after.length) return refuse("service-unknown");
      const removed = await ctx.db
        .deleteFrom("technicianSkills")
        .where("technicianId", "=", id)
        .returning("serviceId")
        .execute();
      if (after.length > 0) {
        await ctx.db
          .insertInto("technicianSkills")
          .values(after.map((serviceId) => ({ technicianId: id, serviceId })))
          .execute();
      }
      const before = removed.map(({ serviceId }) => serviceId).sort();
      await emit(
        ctx,
        "technician.skills-changed",
        id,
        {},
        { before: { skills: before }, after: { skills: after } },
      );
      return { ok: true };
    });
  },
);

/** Empty `areas`: any area. */
export const changeZones = command(
  "technicians.manage",
  function changeZones(ctx, target: TechnicianVersion, areas: string[]) {
    return changeTechnicianWithVisitCheck(ctx, target, async ({ id }) => {
      const after = [...new Set(areas)].sort();
      const removed = await ctx.db
        .deleteFrom("technicianZones")
        .where("technicianId", "=", id)
        .returning("area")
        .execute();
      if (after.length > 0) {
        await ctx.db
          .insertInto("technicianZones")
          .values(after.map((area) => ({ technicianId: id, area })))
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
      return { ok: true };
    });
  },
);

/** `id`: updates that certificate; otherwise adds one. */
export const recordCertificate = command(
  "technicians.manage",
  function recordCertificate(
    ctx,
    target: TechnicianVersion,
    certificate: { id?: string; name: string; number: string; expiresOn: string },
  ) {
    return changeTechnicianWithVisitCheck(ctx, target, async (technician) => {
      const values = {
        name: certificate.name,
        number: certificate.number,
        expiresOn: certificate.expiresOn,
      };
      const kept = certificate.id
        ? await ctx.db
            .updateTable("certificates")
            .set(values)
            .where("id", "=", certificate.id)
            .where("technicianId", "=", technician.id)
            .returning("id")
            .executeTakeFirst()
        : await ctx.db
            .insertInto("certificates")
            .values({ technicianId: technician.id, ...values })
            .returning("id")
            .executeTakeFirst();
      if (!kept) return refuse("certificate-unknown");
      const { name, expiresOn } = certificate;
      await emit(ctx, "technician.certificate-recorded", technician.id, {
        certificateId: kept.id,
        name,
        expiresOn,
      });
      return { ok: true };
    });
  },
);

export const removeCertificate = command(
  "technicians.manage",
  function removeCertificate(ctx, target: TechnicianVersion, certificateId: string) {
    return changeTechnician(ctx, target, async (technician) => {
      const removed = await ctx.db
        .deleteFrom("certificates")
        .where("id", "=", certificateId)
        .where("technicianId", "=", technician.id)
        .returning(["name", "expiresOn"])
        .executeTakeFirst();
      if (!removed) return refuse("certificate-unknown");
      await emit(ctx, "technician.certificate-removed", technician.id, {
        certificateId,
        name: removed.name,
        expiresOn: removed.expiresOn,
      });
      return { ok: true };
    });
  },
);
