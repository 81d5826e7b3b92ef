import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import type { ContactChannel } from "../booking";
import { isOffice } from "../policy";
import {
  advance,
  type ChangeRefusal,
  type LockedBooking,
  lockBooking,
  recordMove,
} from "./record-move.server";

/*
 * What the office writes down about a booking beside its moves. It stands in the same timeline and takes a version as
 * every move does, so that the order of what happened is never in doubt. The customer does not see it.
 */

interface Seen {
  bookingId: string;
  version: number;
}

export type LogRefusal = ChangeRefusal | { ok: false; reason: "not-allowed" | "words-required" };

/** An internal note. Refuses with "words-required" where nothing was written. */
export function writeNote(ctx: Ctx, asked: Seen & { words: string }): Promise<{ ok: true } | LogRefusal> {
  return inLog(ctx, asked, async (ctx, booking) => {
    const words = asked.words.trim();
    if (!words) return { ok: false, reason: "words-required" };
    await advance(ctx, booking, booking.state);
    await record(ctx, booking, { move: "note", reason: words });
    await emit(ctx, "booking.noted", booking.id, { version: booking.version + 1 });
    return { ok: true };
  });
}

/** A contact with the customer, logged by hand. The first one stops the 2-hour clock (product.md, "Emergency"). */
export function logContact(
  ctx: Ctx,
  asked: Seen & { channel: ContactChannel; words?: string },
): Promise<{ ok: true } | LogRefusal> {
  return inLog(ctx, asked, async (ctx, booking) => {
    const { channel } = asked;
    await advance(ctx, booking, booking.state, { responded_at: booking.respondedAt ?? ctx.now });
    await record(ctx, booking, { move: "contact", reason: asked.words, detail: { channel } });
    await emit(ctx, "booking.contacted", booking.id, { channel });
    return { ok: true };
  });
}

function inLog(
  ctx: Ctx,
  { bookingId, version }: Seen,
  work: (ctx: Ctx, booking: LockedBooking) => Promise<{ ok: true } | LogRefusal>,
): Promise<{ ok: true } | LogRefusal> {
  return inTransaction<{ ok: true } | LogRefusal>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-allowed" };
    const locked = await lockBooking(ctx, bookingId, version);
    return locked.ok ? work(ctx, locked.booking) : locked;
  });
}

function record(
  ctx: Ctx,
  { id, state, version }: LockedBooking,
  entry: { move: "note" | "contact"; reason?: string; detail?: Record<string, unknown> },
): Promise<void> {
  return recordMove(ctx, id, { ...entry, from: state, to: state, version });
}
