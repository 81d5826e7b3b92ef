import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

/**
 * Reports are records of the work; the signer's name and signature are erased, and voice messages, in which customers
 * may be named or heard.
 */
export const personalDataOfTechnicianApp: PersonalData = {
  name: "technician-app",
  tables: { visitReports: "anonymized", lateReports: "anonymized" },

  async erase(ctx, { records }) {
    const fileIds: string[] = [];
    for (const table of ["visitReports", "lateReports"] as const) {
      const reports = await ctx.db
        .selectFrom(table)
        .innerJoin("visits", "visits.id", `${table}.visitId`)
        .select([`${table}.id`, `${table}.signatureId`, `${table}.recordingId`])
        .where("visits.bookingId", "=", anyOf(records.booking))
        .where((eb) => eb.or([eb("signatureId", "is not", null), eb("recordingId", "is not", null)]))
        .execute();
      await ctx.db
        .updateTable(table)
        .set({ signedBy: null, signatureId: null, recordingId: null })
        .where("id", "=", anyOf(reports.map(({ id }) => id)))
        .execute();
      fileIds.push(
        ...reports.flatMap(({ signatureId, recordingId }) => [signatureId ?? [], recordingId ?? []].flat()),
      );
    }
    await releaseFiles(ctx, [...new Set(fileIds)]);
  },
};
