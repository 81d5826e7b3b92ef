import { renderToStaticMarkup } from "react-dom/server";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { wordForMove, wordForState } from "../bookings/words";
import type { PersonalData } from "./personal-data.server";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #0f1a2b; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #d9cdb8; padding-bottom: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; } dt { color: #4f5868; } dd { margin: 0; }
article { break-inside: avoid; }`;

/** A person's data to read or print, in one file that needs nothing else. */
export function exportPage(data: PersonalData, business: { name: string }): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Page data={data} business={business} />)}`;
}

function Page({ data, business }: { data: PersonalData; business: { name: string } }) {
  const { profile } = data;
  const title = m.account_export_title({ business: business.name });
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{m.account_export_made({ time: moment(data.exportedAt) })}</p>
        <h2>{m.account_profile()}</h2>
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
          {(booking) => (
            <article key={booking.reference}>
              <h3>
                {booking.reference} · {booking.serviceName}
              </h3>
              <Facts
                facts={[
                  [m.account_state(), wordForState(booking.state)],
                  [m.account_visit(), booking.visit && moment(booking.visit.startsAt)],
                  [m.account_address(), booking.address],
                  [m.account_message(), booking.message],
                ]}
              />
              <ul>
                {booking.timeline.map((entry) => (
                  <li key={`${entry.at} ${entry.move}`}>
                    {moment(entry.at)}: {wordForMove(entry.move)} {entry.reason}
                  </li>
                ))}
              </ul>
            </article>
          )}
        </Group>
        <Group title={m.account_properties()} of={data.properties}>
          {({ id, ...parts }) => (
            <p key={id}>
              {[parts.street, parts.buildingName, parts.unitNumber, parts.area, parts.landmark]
                .filter(Boolean)
                .join(", ")}
            </p>
          )}
        </Group>
        <Group title={m.account_reviews()} of={data.reviews}>
          {(review) => (
            <p key={review.reference}>
              {review.reference}: {m.account_stars({ count: review.rating })} {review.words}
            </p>
          )}
        </Group>
        <Group title={m.account_revisits()} of={data.revisits}>
          {(revisit) => (
            <p key={revisit.reference}>
              {revisit.reference}, {moment(revisit.at)}: {revisit.words}
            </p>
          )}
        </Group>
        <Group title={m.account_contracts()} of={data.contracts}>
          {(contract) => (
            <p key={moment(contract.at)}>
              {moment(contract.at)}: {contract.package}, {contract.address} {contract.message}
            </p>
          )}
        </Group>
        <Group title={m.account_messages()} of={data.messages}>
          {(message) => (
            <p key={message.at.toISOString()}>
              {moment(message.at)}: {message.message}
            </p>
          )}
        </Group>
        <Group title={m.account_mails()} of={data.mails}>
          {(mail) => (
            <p key={`${mail.at.toISOString()} ${mail.subject}`}>
              {moment(mail.at)}: {mail.subject}
            </p>
          )}
        </Group>
        <Group title={m.account_devices()} of={data.devices}>
          {(device) => (
            <p key={device.id}>
              {moment(device.signedInAt)}: {device.userAgent}
            </p>
          )}
        </Group>
      </body>
    </html>
  );
}

function Group<Item>({
  title,
  of,
  children,
}: {
  title: string;
  of: Item[];
  children: (item: Item) => React.ReactNode;
}) {
  if (of.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      {of.map(children)}
    </>
  );
}

function Facts({ facts }: { facts: [term: string, value: string | null | undefined][] }) {
  return (
    <dl>
      {facts.map(([term, value]) =>
        value ? (
          <div key={term} style={{ display: "contents" }}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function moment(at: Date | string): string {
  return `${formatTime(at, "date")}, ${formatTime(at, "time")}`;
}
