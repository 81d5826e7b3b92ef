import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { matchesSearch, nameSounds } from "~/platform/lists/search.server";
import { compareWords } from "~/platform/locale/compare-words";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { addDays, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { computeDayLoad } from "../load";
import { isOnCallAt, loadPlannedRoster } from "../roster.server";
import type { TechnicianDetail, TechnicianRow } from "../views";
import { calendarUrl } from "./calendar-link.server";
import { readPicture } from "./picture.server";
import { certificateState } from "./technician";

/** Unpaged, because the dispatch board shows all technicians at once. */
const MAX_TECHNICIANS = 500;

/** Active technicians by name; `search` matches name, phone and email. */
export const lookUpTechnicians = query(
  "technicians.read",
  function lookUpTechnicians(ctx, search: string, limit: number) {
    return ctx.db
      .selectFrom("technicians")
      .select(["id", "name", "phone"])
      .where("active", "=", true)
      .where(matchesSearch("technicians", search, { bySound: nameSounds("technicians") }))
      .orderBy("name")
      .orderBy("id")
      .limit(limit)
      .execute();
  },
);

/** `former`: technicians who left, instead of active ones. */
export const listTechnicians = query(
  "technicians.read",
  async function listTechnicians(
    ctx,
    { search, former }: { search?: string; former: boolean },
  ): Promise<TechnicianRow[]> {
    const today = dubaiDate(ctx.now);
    let technicians = ctx.db
      .selectFrom("technicians")
      .leftJoin("technicianPictures", "technicianPictures.technicianId", "technicians.id")
      .select(["technicians.id", "name", "phone", "email", "technicians.active"])
      .select("technicianPictures.id as pictureId")
      .select((eb) => [
        eb
          .selectFrom("technicianSkills")
          .innerJoin("services", "services.id", "serviceId")
          .whereRef("technicianId", "=", "technicians.id")
          .select(
            sql<
              string[]
            >`coalesce(json_agg(${textInReaderLanguage("services.name")} ORDER BY services.position, services.id), '[]')`.as(
              "_",
            ),
          )
          .as("skills"),
        eb
          .selectFrom("certificates")
          .whereRef("technicianId", "=", "technicians.id")
          .select(sql<string[]>`coalesce(json_agg(expires_on), '[]')`.as("_"))
          .as("expiries"),
        isOnCallAt(ctx.now).as("onCallNow"),
      ])
      .where("technicians.active", "=", !former)
      .orderBy("name")
      .orderBy("technicians.id")
      .limit(MAX_TECHNICIANS);
    if (search)
      technicians = technicians.where(
        matchesSearch("technicians", search, { bySound: nameSounds("technicians") }),
      );
    const [rows, roster] = await Promise.all([
      technicians.execute(),
      loadPlannedRoster(ctx, { from: today, to: today }),
    ]);
    const rosterById = new Map(roster.technicians.map((technician) => [technician.id, technician]));
    const now = ctx.now.getTime();
    const tonight = dubaiInstant(addDays(today, 1), "00:00").getTime();
    return rows.flatMap((row) => {
      const technician = rosterById.get(row.id);
      // Added between the two queries.
      if (!technician) return [];
      const states = (row.expiries ?? []).map((expiresOn) => certificateState(expiresOn, today));
      return {
        id: row.id,
        name: row.name,
        phone: row.phone,
        email: row.email,
        active: row.active,
        pictureId: row.pictureId,
        skills: row.skills ?? [],
        onCall: row.onCallNow,
        isAbsent: technician.timeOff.some(({ start, end }) => start < tonight && end > now),
        today: computeDayLoad(technician, roster, today),
        certificatesExpiring: states.filter((state) => state === "expiring").length,
        certificatesExpired: states.filter((state) => state === "expired").length,
      };
    });
  },
);

export const findTechnician = query(
  "technicians.read",
  async function findTechnician(
    ctx,
    config: Pick<Config, "publicUrl" | "secret">,
    id: string,
  ): Promise<TechnicianDetail | null> {
    const row = await ctx.db
      .selectFrom("technicians")
      .leftJoin("users", "users.id", "technicians.userId")
      .leftJoin("technicianPictures", "technicianPictures.technicianId", "technicians.id")
      .selectAll("technicians")
      .select(["users.email as signInEmail", "users.emailVerified", "technicianPictures.id as pictureId"])
      .where("technicians.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const today = dubaiDate(ctx.now);
    const monday = addDays(today, 1 - weekdayOf(today));
    const sunday = addDays(monday, 6);
    const [skills, timeOff, onCall, certificates, roster] = await Promise.all([
      ctx.db
        .selectFrom("technicianSkills")
        .innerJoin("services", "services.id", "serviceId")
        .select(["services.id", textInReaderLanguage("services.name").as("name")])
        .where("technicianId", "=", id)
        .orderBy("services.position")
        .orderBy("services.id")
        .execute(),
      ctx.db
        .selectFrom("timeOff")
        .select(["id", "reason", startOf, endOf])
        .where("technicianId", "=", id)
        .where(isNotOver(ctx.now))
        .orderBy("start")
        .execute(),
      ctx.db
        .selectFrom("onCallShifts")
        .select(["id", startOf, endOf])
        .where("technicianId", "=", id)
        .where(isNotOver(ctx.now))
        .orderBy("start")
        .execute(),
      ctx.db
        .selectFrom("certificates")
        .select(["id", "name", "number", "expiresOn"])
        .where("technicianId", "=", id)
        .orderBy("expiresOn")
        .orderBy("id")
        .execute(),
      loadPlannedRoster(ctx, { from: monday, to: sunday }),
    ]);
    const technician = roster.technicians.find((one) => one.id === id)!;
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      email: row.email,
      phone: row.phone,
      active: row.active,
      pictureId: row.pictureId,
      skills,
      zones: technician.zones.toSorted(compareWords),
      shifts: technician.shifts.toSorted((a, b) => a.weekday - b.weekday || a.startMin - b.startMin),
      timeOff: timeOff.map(({ id, reason, start, end }) => ({
        id,
        reason,
        startsAt: start.toISOString(),
        endsAt: end?.toISOString() ?? null,
      })),
      alwaysOnCall: row.onCall,
      onCall: onCall.map(({ id, start, end }) => ({
        id,
        startsAt: start.toISOString(),
        endsAt: end!.toISOString(),
      })),
      certificates: certificates.map(({ id, name, number, expiresOn }) => ({
        id,
        name,
        number,
        expiresOn,
        state: certificateState(expiresOn, today),
      })),
      week: Array.from({ length: 7 }, (_, offset) =>
        computeDayLoad(technician, roster, addDays(monday, offset)),
      ),
      signIn: {
        state: row.signInEmail === null ? "none" : row.emailVerified ? "active" : "invited",
        email: row.signInEmail,
        userId: row.userId,
      },
      websiteConsentAt: row.websiteConsentAt?.toISOString() ?? null,
      calendarUrl: row.calendarSeed && calendarUrl(config, { id, seed: row.calendarSeed }),
    };
  },
);

export const findPicture = query("technicians.read", readPicture);

// Read as bounds, because range literals would need parsing here.
const startOf = sql<Date>`lower(during)`.as("start");
const endOf = sql<Date | null>`upper(during)`.as("end");

function isNotOver(now: Date) {
  return sql<boolean>`(upper_inf(during) OR upper(during) > ${now})`;
}
