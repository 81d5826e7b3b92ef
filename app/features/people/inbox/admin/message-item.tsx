import FileX from "lucide-react/icons/file-x";
import MapPin from "lucide-react/icons/map-pin";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { joinFacts } from "~/platform/locale/join-facts";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { controlClass } from "~/ui/form/field";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { channelLabels, deliveryLabels } from "../labels";
import type { ConversationDetail, ConversationMessage } from "../views";
import { ConversationFile } from "./conversation-file";
import { inbox } from "./inbox-client";

type Bookings = ConversationDetail["bookings"];

const places: Record<ConversationMessage["direction"], string> = {
  received: "self-start bg-sunken",
  sent: "self-end bg-calm-soft",
  note: "self-stretch border-s-2 border-accent bg-brass-soft",
};

export function MessageItem({ message, bookings }: { message: ConversationMessage; bookings: Bookings }) {
  const { direction, text, location, files, contract, reference, choices } = message;
  const isEmpty = text === "" && !location && files.length === 0 && !contract;
  return (
    <li
      className={classNames(
        "flex flex-col gap-1.5 rounded px-3 py-2 text-sm",
        direction !== "note" && "max-w-[85%]",
        places[direction],
      )}
    >
      {contract && (
        <p>
          <Link to={`/admin/contracts/${contract.id}`} className="font-medium text-link hover:underline">
            {m.inbox_about_contract({ name: bidiIsolate(contract.packageName) })}
          </Link>
        </p>
      )}
      {text && (
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      )}
      {choices.length > 0 && (
        <ul aria-label={m.inbox_choices()} className="flex flex-wrap gap-1">
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answers never change.
            <li key={index} dir="auto" className="rounded border border-line px-1.5 text-xs text-muted">
              {choice}
            </li>
          ))}
        </ul>
      )}
      {location && <Location location={location} />}
      {files.map((file) => (
        <MessageFile key={file.id} file={file} bookings={bookings} />
      ))}
      {message.otherAddresses.length > 0 && (
        <p className="text-xs font-medium text-brass-text">
          {m.inbox_other_address({ addresses: formatList(message.otherAddresses.map(labelForAddress)) })}
        </p>
      )}
      {isEmpty && <p className="text-muted">{m.inbox_unsupported_message()}</p>}
      <MessageFoot message={message} reference={contract?.reference ?? reference} />
    </li>
  );
}

function labelForAddress(address: string): string {
  return address.startsWith("+") ? formatPhone(address) : bidiIsolate(address);
}

function MessageFoot({ message, reference }: { message: ConversationMessage; reference: string | null }) {
  const { channel, direction, at, authorName, delivery, isAutomatic } = message;
  const facts = [
    direction === "note" ? m.inbox_note() : channel && channelLabels[channel](),
    reference && bidiIsolate(reference),
    direction !== "received" &&
      (isAutomatic ? m.inbox_automatic() : bidiIsolate(authorName ?? m.inbox_unknown_user())),
    formatTime(at, "time"),
  ].filter(Boolean);
  return (
    <p className="figures flex flex-wrap gap-x-1.5 text-xs text-muted">
      <span>{facts.join(" · ")}</span>
      {delivery && (
        <span className={delivery.state === "failed" ? "font-medium text-error" : ""}>
          {deliveryLabels[delivery.state]()}
        </span>
      )}
      {delivery?.reason && <span className="basis-full text-error">{delivery.reason}</span>}
    </p>
  );
}

function Location({ location }: { location: NonNullable<ConversationMessage["location"]> }) {
  const { latitude, longitude, name, address } = location;
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 text-link hover:underline"
    >
      <MapPin aria-hidden className="size-4 shrink-0" />
      <bdi>{joinFacts([name, address]) || m.inbox_location()}</bdi>
    </a>
  );
}

function MessageFile({ file, bookings }: { file: ConversationMessage["files"][number]; bookings: Bookings }) {
  const { name, state } = file;
  const mayAttach = useMay("customers.manage");
  if (state !== "stored") {
    const text =
      state === "missing"
        ? m.inbox_file_missing()
        : state === "unsupported"
          ? m.inbox_file_unsupported()
          : m.inbox_file_waiting();
    return (
      <p className="flex items-center gap-1.5 text-muted">
        <FileX aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0">
          {name && <bdi className="block truncate">{name}</bdi>}
          <span className="block">{text}</span>
        </span>
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <ConversationFile file={file} pictureClass="max-h-60 max-w-full rounded" />
      {mayAttach && bookings.length > 0 && <AttachFile file={file} bookings={bookings} />}
    </div>
  );
}

function AttachFile({ file, bookings }: { file: ConversationMessage["files"][number]; bookings: Bookings }) {
  const attach = inbox.useChange("/admin/conversation-files/{id}/booking");
  const { id, bookingId, bookingReference } = file;
  const isListed = bookings.some((one) => one.id === bookingId);
  return (
    <>
      <select
        aria-label={m.inbox_attach()}
        value={bookingId ?? ""}
        disabled={attach.isPending}
        onChange={({ target }) => attach.mutate({ id, bookingId: target.value || null })}
        className={classNames(controlClass, "select-arrow min-h-9 truncate pe-10 text-sm")}
      >
        <option value="">{m.inbox_attach_none()}</option>
        {bookingId && !isListed && <option value={bookingId}>{bookingReference}</option>}
        {bookings.map((one) => (
          <option key={one.id} value={one.id}>
            {one.reference}
          </option>
        ))}
      </select>
      <ChangeRefused error={attach.error} />
    </>
  );
}
