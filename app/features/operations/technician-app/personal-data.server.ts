import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { datedLine, type PersonalData } from "~/platform/personal-data.server";

/**
 * Reports are records of the work; the signer's name and signature are erased, and voice messages, in which customers
 * may be named or heard.
 */
export const personalDataOfTechnicianApp: PersonalData = {
  name: "technician-app",
  tables: { visitReports: "anonymized", lateReports: "anonymized" },

  async collect(ctx, { records }) {
    const messages = [];
    for (const [table, time] of [
      ["visitReports", "at"],
      ["lateReports", "tappedAt"],
    ] as const) {
      const rows = await ctx.db
        .selectFrom(table)
        .innerJoin("visits", "visits.id", `${table}.visitId`)
        .innerJoin("bookings", "bookings.id", "visits.bookingId")
        .innerJoin("files", "files.id", `${table}.recordingId`)
        .select([
          "reference",
          "files.id as fileId",
          "contentType",
          sql.ref<Date>(`${table}.${time}`).as("at"),
        ])
        .where("visits.bookingId", "=", anyOf(records.booking))
        .execute();
      messages.push(...rows);
    }
    const listed = messages
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ reference, at, fileId, contentType }, index) => ({
        ...{ reference, at: at.toISOString(), fileId },
        name: `voice-messages/${index + 1}-${reference}.${contentType.replace(/^audio\//, "")}`,
      }));
    return [
      {
        name: "voiceMessages",
        data: listed.map(({ fileId: _, ...message }) => message),
        title: m.account_export_voice_messages(),
        parts: listed.map(({ at, name }) => datedLine(at, name)),
        files: listed.map(({ name, fileId }) => ({ name, fileId })),
      },
    ];
  },

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
