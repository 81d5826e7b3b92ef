import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import type { TextChannel } from "~/platform/messaging/channel";
import { undispatchedStates } from "../bookings/response-targets/emergency";
import { PAGE_TEXT } from "./page-text.server";
import type { OnCallPage } from "./views";

interface PageOfBooking extends OnCallPage {
  bookingId: string;
}

/** Pages of the emergencies with the steps so far, in the order in which they were rung. */
export async function readOnCallPages(ctx: Ctx, bookingIds: readonly string[]): Promise<PageOfBooking[]> {
  const rows = await ctx.db
    .selectFrom("onCallPages as pages")
    .innerJoin("technicians", "technicians.id", "pages.technicianId")
    .innerJoin("bookings", "bookings.id", "pages.bookingId")
    .select(["pages.bookingId", "pages.technicianId", "technicians.name", "pagedAt", "rings", "rangAt"])
    .select(["ringStartedAt", "unansweredAt", "offeredAt", "declinedAt", "textTrailId"])
    .select((eb) => [
      eb
        .and([
          eb("ringDueAt", "is not", null),
          eb("declinedAt", "is", null),
          eb("offeredAt", "is", null),
          eb("bookings.state", "in", undispatchedStates),
        ])
        .as("isRinging"),
      eb
        .exists(
          eb
            .selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.bookingId", "=", "pages.bookingId")
            .whereRef("visits.technicianId", "=", "pages.technicianId")
            .where("visits.live", "=", true),
        )
        .as("isAssigned"),
    ])
    .where("pages.bookingId", "=", anyOf(bookingIds))
    .orderBy("ringStartedAt", (order) => order.asc().nullsLast())
    .orderBy("technicians.name")
    .orderBy("pages.technicianId")
    .execute();
  const trailIds = rows.flatMap(({ textTrailId }) => textTrailId ?? []);
  const texts =
    trailIds.length === 0
      ? []
      : await ctx.db
          .selectFrom("messages")
          .select(["trailId", "channel", "state", "sentAt", "createdAt"])
          .where("kind", "=", PAGE_TEXT)
          .where("trailId", "in", trailIds)
          .$narrowType<{ channel: TextChannel }>()
          .orderBy("createdAt")
          .execute();
  return rows.map(({ textTrailId, isRinging, isAssigned, ...row }) => ({
    bookingId: row.bookingId,
    technicianId: row.technicianId,
    name: row.name,
    pagedAt: row.pagedAt.toISOString(),
    rings: row.rings,
    rangAt: row.rangAt?.toISOString() ?? null,
    unansweredAt: row.unansweredAt?.toISOString() ?? null,
    offeredAt: row.offeredAt?.toISOString() ?? null,
    declinedAt: row.declinedAt?.toISOString() ?? null,
    isRinging: Boolean(isRinging),
    isAssigned: Boolean(isAssigned),
    texts: texts
      .filter(({ trailId }) => trailId === textTrailId)
      .map(({ channel, state, sentAt, createdAt }) => ({
        ...{ channel, state },
        at: (sentAt ?? createdAt).toISOString(),
      })),
  }));
}

export const listOnCallPages = query(
  "bookings.read",
  async function listOnCallPages(ctx, bookingId: string): Promise<OnCallPage[]> {
    const pages = await readOnCallPages(ctx, [bookingId]);
    return pages.map(({ bookingId: _, ...page }) => page);
  },
);
