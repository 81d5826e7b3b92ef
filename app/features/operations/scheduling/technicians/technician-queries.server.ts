import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { compareWords } from "~/platform/locale/compare-words";
import { addDays, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { computeDayLoad } from "../load";
import { isOnCallAt, loadRoster } from "../roster.server";
import type { TechnicianDetail, TechnicianRow } from "../views";
import { calendarUrl } from "./calendar-link.server";
import { readPicture } from "./picture.server";
import { certificateState } from "./technician";

/** Unpaged, because the dispatch board shows all technicians at once. */
const MAX_TECHNICIANS = 500;

const technicianSearchText = sql<string>`technicians.name || ' ' || technicians.phone || ' ' || technicians.email`;

/** Active technicians by name; `search` matches name, phone and email. */
export const lookUpTechnicians = query(
  "technicians.read",
  function lookUpTechnicians(ctx, search: string, limit: number) {
    return ctx.db
      .selectFrom("technicians")
      .select(["id", "name", "phone"])
      .where("active", "=", true)
      .where(matchesSearch(technicianSearchText, search))
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
      .leftJoin("technician_pictures", "technician_pictures.technician_id", "technicians.id")
      .select(["technicians.id", "name", "phone", "email", "technicians.active"])
      .select("technician_pictures.id as picture_id")
      .select((eb) => [
        eb
          .selectFrom("technician_skills")
          .innerJoin("services", "services.id", "service_id")
          .whereRef("technician_id", "=", "technicians.id")
          .select(
            sql<string[]>`coalesce(json_agg(services.name ORDER BY services.position, services.id), '[]')`.as(
              "_",
            ),
          )
          .as("skills"),
        eb
          .selectFrom("certificates")
          .whereRef("technician_id", "=", "technicians.id")
          .select(sql<string[]>`coalesce(json_agg(expires_on), '[]')`.as("_"))
          .as("expiries"),
        isOnCallAt(ctx.now).as("on_call_now"),
      ])
      .where("technicians.active", "=", !former)
      .orderBy("name")
      .orderBy("technicians.id")
      .limit(MAX_TECHNICIANS);
    if (search) technicians = technicians.where(matchesSearch(technicianSearchText, search));
    const [rows, roster] = await Promise.all([
      technicians.execute(),
      loadRoster(ctx, { skills: [], from: today, to: today, includeUnavailable: true }),
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
        pictureId: row.picture_id,
        skills: row.skills ?? [],
        onCall: row.on_call_now,
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
      .leftJoin("users", "users.id", "technicians.user_id")
      .leftJoin("technician_pictures", "technician_pictures.technician_id", "technicians.id")
      .selectAll("technicians")
      .select([
        "users.email as sign_in_email",
        "users.email_verified",
        "technician_pictures.id as picture_id",
      ])
      .where("technicians.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const today = dubaiDate(ctx.now);
    const monday = addDays(today, 1 - weekdayOf(today));
    const sunday = addDays(monday, 6);
    const [skills, timeOff, onCall, certificates, roster] = await Promise.all([
      ctx.db
        .selectFrom("technician_skills")
        .innerJoin("services", "services.id", "service_id")
        .select(["services.id", "services.name"])
        .where("technician_id", "=", id)
        .orderBy("services.position")
        .orderBy("services.id")
        .execute(),
      ctx.db
        .selectFrom("time_off")
        .select(["id", "reason", startOf, endOf])
        .where("technician_id", "=", id)
        .where(isNotOver(ctx.now))
        .orderBy("start")
        .execute(),
      ctx.db
        .selectFrom("on_call_shifts")
        .select(["id", startOf, endOf])
        .where("technician_id", "=", id)
        .where(isNotOver(ctx.now))
        .orderBy("start")
        .execute(),
      ctx.db
        .selectFrom("certificates")
        .select(["id", "name", "number", "expires_on"])
        .where("technician_id", "=", id)
        .orderBy("expires_on")
        .orderBy("id")
        .execute(),
      loadRoster(ctx, { skills: [], from: monday, to: sunday, includeUnavailable: true }),
    ]);
    const technician = roster.technicians.find((one) => one.id === id)!;
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      email: row.email,
      phone: row.phone,
      active: row.active,
      pictureId: row.picture_id,
      skills,
      zones: technician.zones.toSorted(compareWords),
      shifts: technician.shifts.toSorted((a, b) => a.weekday - b.weekday || a.startMin - b.startMin),
      timeOff: timeOff.map(({ id, reason, start, end }) => ({
        id,
        reason,
        startsAt: start.toISOString(),
        endsAt: end?.toISOString() ?? null,
      })),
      alwaysOnCall: row.on_call,
      onCall: onCall.map(({ id, start, end }) => ({
        id,
        startsAt: start.toISOString(),
        endsAt: end!.toISOString(),
      })),
      certificates: certificates.map(({ id, name, number, expires_on }) => ({
        id,
        name,
        number,
        expiresOn: expires_on,
        state: certificateState(expires_on, today),
      })),
      week: Array.from({ length: 7 }, (_, offset) =>
        computeDayLoad(technician, roster, addDays(monday, offset)),
      ),
      signIn: {
        state: row.sign_in_email === null ? "none" : row.email_verified ? "active" : "invited",
        email: row.sign_in_email,
        userId: row.user_id,
      },
      calendarUrl: row.calendar_seed && calendarUrl(config, { id, seed: row.calendar_seed }),
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
