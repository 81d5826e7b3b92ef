import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { Entry, Facts, Line, renderDocument, SectionTitle } from "~/platform/document.server";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { wordForMove, wordForState } from "../bookings/words";
import type { PersonalData } from "./personal-data.server";

/** A person's data to read or print, as PDF. */
export function exportDocument(data: PersonalData, business: { name: string }): Promise<Uint8Array> {
  const { profile } = data;
  return renderDocument({
    title: m.account_export_title({ business: business.name }),
    author: business.name,
    children: (
      <>
        <Line>{m.account_export_made({ time: moment(data.exportedAt) })}</Line>
        <SectionTitle>{m.account_profile()}</SectionTitle>
        <Facts
          facts={[
            [m.account_name(), profile.name],
            [m.account_email(), profile.email],
            [m.account_phone(), profile.phone && formatPhone(profile.phone)],
            [m.account_member_since(), moment(profile.memberSince)],
            [m.account_marketing(), profile.marketing ? m.account_yes() : m.account_no()],
          ]}
        />
        <Group title={m.account_bookings()} of={data.bookings}>
          {({ reference, serviceName, state, visit, address, message, timeline }) => (
            <Entry key={reference} title={m.account_export_booking({ reference, service: serviceName })}>
              <Facts
                facts={[
                  [m.account_state(), wordForState(state)],
                  [m.account_visit(), visit && moment(visit.startsAt)],
                  [m.account_address(), address],
                  [m.account_message(), message],
                ]}
              />
              {timeline.map(({ at, move, reason }) => (
                <Line key={`${at} ${move}`}>
                  {dated(at, [wordForMove(move), reason].filter(Boolean).join(", "))}
                </Line>
              ))}
            </Entry>
          )}
        </Group>
        <Group title={m.account_properties()} of={data.properties}>
          {({ id, street, buildingName, unitNumber, area, landmark }) => (
            <Line key={id}>
              {[street, buildingName, unitNumber, area, landmark].filter(Boolean).join(", ")}
            </Line>
          )}
        </Group>
        <Group title={m.account_reviews()} of={data.reviews}>
          {({ reference, rating, words }) => (
            <Entry key={reference} title={reference}>
              <Line>{m.account_stars({ count: rating })}</Line>
              <Line>{words}</Line>
            </Entry>
          )}
        </Group>
        <Group title={m.account_revisits()} of={data.revisits}>
          {({ reference, at, words }) => (
            <Entry key={reference} title={reference}>
              <Line>{dated(at, words)}</Line>
            </Entry>
          )}
        </Group>
        <Group title={m.account_contracts()} of={data.contracts}>
          {({ at, package: packageId, address, message }) => (
            <Line key={moment(at)}>
              {dated(at, [packageId, address, message].filter(Boolean).join(", "))}
            </Line>
          )}
        </Group>
        <Group title={m.account_messages()} of={data.messages}>
          {({ at, message }) => <Line key={at.toISOString()}>{dated(at, message)}</Line>}
        </Group>
        <Group title={m.account_mails()} of={data.mails}>
          {({ at, subject }) => <Line key={`${at.toISOString()} ${subject}`}>{dated(at, subject)}</Line>}
        </Group>
        <Group title={m.account_devices()} of={data.devices}>
          {({ id, signedInAt, userAgent }) => <Line key={id}>{dated(signedInAt, userAgent ?? "")}</Line>}
        </Group>
      </>
    ),
  });
}

function Group<Item>({
  title,
  of,
  children,
}: {
  title: string;
  of: Item[];
  children: (item: Item) => ReactNode;
}) {
  if (of.length === 0) return null;
  return (
    <>
      <SectionTitle>{title}</SectionTitle>
      {of.map(children)}
    </>
  );
}

function dated(at: Date | string, what: string): string {
  return m.account_export_entry({ time: moment(at), what });
}

function moment(at: Date | string): string {
  return formatTime(at, "fullDateTime");
}
