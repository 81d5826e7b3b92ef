import { m } from "~/paraglide/messages";
import { type DocumentPart, type DocumentText, entry, facts, line, section } from "~/platform/document";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { wordForMove, wordForState } from "../bookings/words";
import type { PersonalData } from "./personal-data.server";

/** A person's data to read or print. */
export function exportDocument(data: PersonalData, business: { name: string }): DocumentText {
  const { profile } = data;
  return {
    title: m.account_export_title({ business: business.name }),
    author: business.name,
    parts: [
      line(m.account_export_made({ time: moment(data.exportedAt) })),
      section(m.account_profile()),
      facts({
        [m.account_name()]: profile.name,
        [m.account_email()]: profile.email,
        [m.account_phone()]: profile.phone && formatPhone(profile.phone),
        [m.account_member_since()]: moment(profile.memberSince),
        [m.account_marketing()]: profile.marketing ? m.account_yes() : m.account_no(),
      }),
      ...group(
        m.account_bookings(),
        data.bookings,
        ({ reference, serviceName, state, visit, address, message, timeline }) =>
          entry(
            m.account_export_booking({ reference, service: serviceName }),
            facts({
              [m.account_state()]: wordForState(state),
              [m.account_visit()]: visit && moment(visit.startsAt),
              [m.account_address()]: address,
              [m.account_message()]: message,
            }),
            ...timeline.map(({ at, move, reason }) =>
              dated(at, [wordForMove(move), reason].filter(Boolean).join(", ")),
            ),
          ),
      ),
      ...group(
        m.account_properties(),
        data.properties,
        ({ street, buildingName, unitNumber, area, landmark }) =>
          line([street, buildingName, unitNumber, area, landmark].filter(Boolean).join(", ")),
      ),
      ...group(m.account_reviews(), data.reviews, ({ reference, rating, words }) =>
        entry(reference, line(m.account_stars({ count: rating })), line(words)),
      ),
      ...group(m.account_revisits(), data.revisits, ({ reference, at, words }) =>
        entry(reference, dated(at, words)),
      ),
      ...group(m.account_contracts(), data.contracts, ({ at, package: packageId, address, message }) =>
        dated(at, [packageId, address, message].filter(Boolean).join(", ")),
      ),
      ...group(m.account_messages(), data.messages, ({ at, message }) => dated(at, message)),
      ...group(m.account_mails(), data.mails, ({ at, subject }) => dated(at, subject)),
      ...group(m.account_devices(), data.devices, ({ signedInAt, userAgent }) =>
        dated(signedInAt, userAgent ?? ""),
      ),
    ],
  };
}

function group<Item>(title: string, items: Item[], partOf: (item: Item) => DocumentPart): DocumentPart[] {
  return items.length === 0 ? [] : [section(title), ...items.map(partOf)];
}

function dated(at: Date | string, what: string): DocumentPart {
  return line(m.account_export_entry({ time: moment(at), what }));
}

function moment(at: Date | string): string {
  return formatTime(at, "fullDateTime");
}
