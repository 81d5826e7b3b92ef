import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

/** Reports are records of the work; the signer's name and signature are erased. */
export const personalDataOfField: PersonalData = {
  name: "field",
  tables: { visit_reports: "anonymized" },

  async erase(ctx, { records }) {
    const signed = await ctx.db
      .selectFrom("visit_reports")
      .innerJoin("visits", "visits.id", "visit_reports.visit_id")
      .select(["visit_reports.id", "signature_id"])
      .where("visits.booking_id", "=", anyOf(records.booking))
      .where("signature_id", "is not", null)
      .execute();
    await ctx.db
      .updateTable("visit_reports")
      .set({ signed_by: null, signature_id: null })
      .where("id", "=", anyOf(signed.map(({ id }) => id)))
      .execute();
    await releaseFiles(
      ctx,
      signed.flatMap(({ signature_id }) => signature_id ?? []),
    );
  },
};
