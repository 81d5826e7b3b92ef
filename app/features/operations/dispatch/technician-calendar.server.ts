import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { dubaiLocalTime, dubaiTimeZone } from "~/platform/dubai-calendar.server";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { DUBAI } from "~/platform/time";
import { getBusiness } from "../../core/business/queries.server";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import type { VisitState } from "../bookings/booking";
import { effectiveVisitTime } from "../scheduling/visit-time";
import { listCalendarVisits } from "./queries.server";

/** Polling interval suggested to calendar programs. */
const REFRESH_SECONDS = 900;

/** iCalendar feed (RFC 5545) of the link's technician. */
export async function technicianCalendar(ctx: Ctx, technicianName: string, host: string): Promise<string> {
  const [business, visits] = await Promise.all([getBusiness(ctx), listCalendarVisits(ctx)]);
  const calendar = ical({
    prodId: { company: business.name, product: "visits" },
    method: ICalCalendarMethod.PUBLISH,
    name: m.board_calendar_name({
      business: bidiIsolate(business.name),
      technician: bidiIsolate(technicianName),
    }),
    timezone: dubaiTimeZone,
    ttl: REFRESH_SECONDS,
  });
  for (const visit of visits) {
    const phone = formatPhone(visit.contactPhone);
    const { startsAt, endsAt } = effectiveVisitTime(visit);
    calendar.createEvent({
      id: `${visit.id}@${host}`,
      sequence: visit.version,
      stamp: ctx.now,
      timezone: DUBAI,
      start: dubaiLocalTime(startsAt),
      end: dubaiLocalTime(endsAt),
      summary: visit.area
        ? m.board_calendar_visit({
            service: bidiIsolate(visit.serviceName),
            area: bidiIsolate(placeInReaderLanguage(visit.area)),
          })
        : visit.serviceName,
      description: [
        m.board_calendar_customer({ name: bidiIsolate(visit.contactName), phone }),
        m.board_calendar_reference({ reference: visit.reference }),
        visit.otherCrewNames.length > 0 &&
          m.board_calendar_crew({ names: formatList(visit.otherCrewNames.map(bidiIsolate)) }),
        visit.message,
      ]
        .filter(Boolean)
        .join("\n"),
      location: placeInReaderLanguage(visit.address),
      status: statusOf(visit.state),
    });
  }
  return calendar.toString();
}

/** Cancelled visits are included, because some programs keep events that are only left out. */
function statusOf(state: VisitState): ICalEventStatus {
  switch (state) {
    case "held":
      return ICalEventStatus.TENTATIVE;
    case "cancelled":
      return ICalEventStatus.CANCELLED;
    default:
      return ICalEventStatus.CONFIRMED;
  }
}
