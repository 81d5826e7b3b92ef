import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { BookingView } from "../views";

/**
 * iCalendar file (RFC 5545). UID and sequence are the booking's id and version, so that this file and the
 * emailed one update the same entry. Null while no time is fixed.
 */
export function calendarFile(
  booking: Pick<BookingView, "id" | "reference" | "version" | "serviceName" | "address" | "visit" | "days">,
  page: { url: URL; business: string; now: Date },
): string | null {
  if (!booking.visit) return null;
  const { days, visit } = booking;
  const events = days.length > 0 ? days : [visit];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(page.business)}//bookings//EN`,
    "METHOD:PUBLISH",
    ...events.flatMap((event, index) => [
      "BEGIN:VEVENT",
      // One entry per day of a multi-day job; the first has the booking's UID.
      `UID:${booking.id}${index === 0 ? "" : `-${index + 1}`}@${page.url.hostname}`,
      `SEQUENCE:${booking.version}`,
      `DTSTAMP:${utcStamp(page.now)}`,
      `DTSTART:${utcStamp(new Date(event.startsAt))}`,
      `DTEND:${utcStamp(new Date(event.endsAt))}`,
      `SUMMARY:${escapeText(m.mail_calendar_summary({ service: booking.serviceName, business: bidiIsolate(page.business) }))}`,
      `DESCRIPTION:${escapeText(m.mail_calendar_description({ reference: booking.reference, url: page.url.href }))}`,
      `LOCATION:${escapeText(booking.address)}`,
      `URL:${page.url.href}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** UTC time in iCalendar format, for example 20261122T060000Z. */
function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 74) {
      parts.push(part);
      part = "";
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join("\r\n ");
}
