import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { BookingView } from "../views";

/**
 * The visit as a calendar file (RFC 5545). Its UID is the booking's, like that of the file in our mails, so that both
 * are one entry in the calendar; the booking's version tells which is the later. Null while no time is fixed.
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
    `PRODID:-//${escaped(page.business)}//bookings//EN`,
    "METHOD:PUBLISH",
    ...events.flatMap((event, index) => [
      "BEGIN:VEVENT",
      // Of work over several days each has an entry, the first that of the booking.
      `UID:${booking.id}${index === 0 ? "" : `-${index + 1}`}@${page.url.hostname}`,
      `SEQUENCE:${booking.version}`,
      `DTSTAMP:${utcStamp(page.now)}`,
      `DTSTART:${utcStamp(new Date(event.startsAt))}`,
      `DTEND:${utcStamp(new Date(event.endsAt))}`,
      `SUMMARY:${escaped(m.mail_calendar_summary({ service: booking.serviceName, business: bidiIsolate(page.business) }))}`,
      `DESCRIPTION:${escaped(m.mail_calendar_description({ reference: booking.reference, url: page.url.href }))}`,
      `LOCATION:${escaped(booking.address)}`,
      `URL:${page.url.href}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** 20261122T060000Z */
function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** No line is longer than 75 bytes, and none is cut inside a character. */
function folded(line: string): string {
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
