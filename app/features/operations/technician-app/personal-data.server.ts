import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

/** Reports are records of the work; the signer's name and signature are erased. */
export const personalDataOfTechnicianApp: PersonalData = {
  name: "technician-app",
  tables: { visitReports: "anonymized", lateReports: "anonymized" },

  async erase(ctx, { records }) {
    const signatureIds: string[] = [];
    for (const table of ["visitReports", "lateReports"] as const) {
      const signed = await ctx.db
        .selectFrom(table)
        .innerJoin("visits", "visits.id", `${table}.visitId`)
        .select([`${table}.id`, `${table}.signatureId`])
        .where("visits.bookingId", "=", anyOf(records.booking))
        .where("signatureId", "is not", null)
        .execute();
      await ctx.db
        .updateTable(table)
        .set({ signedBy: null, signatureId: null })
        .where("id", "=", anyOf(signed.map(({ id }) => id)))
        .execute();
      signatureIds.push(...signed.flatMap(({ signatureId }) => signatureId ?? []));
    }
    await releaseFiles(ctx, [...new Set(signatureIds)]);
  },
};
