import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { dubaiDate } from "~/platform/time";
import { meanRating } from "./review";
import type { TechnicianCard } from "./views";

/** The caller checks permissions. */
export async function findTechnicianCard(ctx: Ctx, technicianId: string): Promise<TechnicianCard> {
  return cardOf(await cardRows(ctx).where("technicians.id", "=", technicianId).executeTakeFirstOrThrow());
}

export function cardRows(ctx: Ctx) {
  return ctx.db
    .selectFrom("technicians")
    .leftJoin("technicianPictures", "technicianPictures.technicianId", "technicians.id")
    .select(["technicians.id", "technicians.name", "technicianPictures.id as pictureId"])
    .select((eb) => [
      eb
        .selectFrom("technicianSkills")
        .innerJoin("services", "services.id", "serviceId")
        .whereRef("technicianId", "=", "technicians.id")
        .where("services.emergency", "=", false)
        .where("services.page", "=", true)
        .select(
          sql<
            string[]
          >`coalesce(json_agg(${textInReaderLanguage("services.name")} ORDER BY services.position, services.id), '[]')`.as(
            "_",
          ),
        )
        .as("trades"),
      eb
        .selectFrom("certificates")
        .whereRef("technicianId", "=", "technicians.id")
        .where("expiresOn", ">=", dubaiDate(ctx.now))
        .orderBy("expiresOn", "desc")
        .orderBy("certificates.id")
        .limit(1)
        .select("certificates.name")
        .as("certificate"),
      eb
        .selectFrom("visits")
        .whereRef("visits.technicianId", "=", "technicians.id")
        .where("visits.state", "=", "work_done")
        .where("visits.leadVisitId", "is", null)
        .select(({ fn }) => fn.count<string>("visits.bookingId").distinct().as("_"))
        .as("jobs"),
      eb
        .selectFrom("reviews")
        .whereRef("finishedByTechnicianId", "=", "technicians.id")
        .select(({ fn }) => fn.countAll<string>().as("_"))
        .as("reviews"),
      eb
        .selectFrom("reviews")
        .whereRef("finishedByTechnicianId", "=", "technicians.id")
        .select(({ fn }) => fn.sum<string | null>("rating").as("_"))
        .as("stars"),
    ]);
}

type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>["executeTakeFirstOrThrow"]>>;

export function cardOf({
  name,
  pictureId,
  trades,
  certificate,
  jobs,
  reviews,
  stars,
}: CardRow): TechnicianCard {
  const count = Number(reviews);
  return {
    name,
    pictureId,
    trades: trades ?? [],
    certificate,
    jobs: Number(jobs),
    rating: meanRating({ sum: Number(stars ?? 0), count }),
    reviews: count,
  };
}
