import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

/** Reports are records of the work; the signer's name and signature are erased. */
export const personalDataOfTechnicianApp: PersonalData = {
  name: "technician-app",
  tables: { visitReports: "anonymized" },

  async erase(ctx, { records }) {
    const signed = await ctx.db
      .selectFrom("visitReports")
      .innerJoin("visits", "visits.id", "visitReports.visitId")
      .select(["visitReports.id", "signatureId"])
      .where("visits.bookingId", "=", anyOf(records.booking))
      .where("signatureId", "is not", null)
      .execute();
    await ctx.db
      .updateTable("visitReports")
      .set({ signedBy: null, signatureId: null })
      .where("id", "=", anyOf(signed.map(({ id }) => id)))
      .execute();
    await releaseFiles(
      ctx,
      signed.flatMap(({ signatureId }) => signatureId ?? []),
    );
  },
};
