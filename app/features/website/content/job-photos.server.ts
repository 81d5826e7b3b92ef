import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";

/** Returns the ids of those files that are photos of a job. */
export async function filterJobPhotos(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await selectJobPhotos(ctx, sql`file_id = any(${ids}::uuid[])`);
  return rows.map(({ id }) => id);
}

/** Photos of jobs by customers and technicians. The condition may use `booking_id` and `file_id`. */
export function selectJobPhotos(ctx: Ctx, which: RawBuilder<unknown>) {
  return sql<{ id: string }>`
    SELECT file_id AS id FROM (
      SELECT booking_id, file_id, 0 AS source, position FROM booking_photos
      UNION ALL
      SELECT visits.booking_id, file_id, 1, visit_report_photos.position
      FROM visit_report_photos
      JOIN visit_reports ON visit_reports.id = report_id
      JOIN visits ON visits.id = visit_id
    ) AS photos
    WHERE ${which} ORDER BY source, position, file_id`.execute(ctx.db);
}
