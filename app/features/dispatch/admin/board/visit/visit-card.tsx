import { PreviewCard as Parts } from "@base-ui/react/preview-card";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { isolated } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { useRestedOn } from "~/ui/hooks/use-rested-on";
import { Skeleton } from "~/ui/screen/skeleton";
import { bookingQuery } from "../../../../bookings/admin-client";
import { StateBadge } from "../../../../bookings/components/state-badge";
import { type BoardItem, placeOfItem, spanText } from "../board-item";

/** How long a pointer or the focus rests before it is told. */
const REST_MS = 350;

interface VisitCardProps {
  /** Whatever is marked `data-visit` within it; its `data-marks` tells what is wrong with it, in words. */
  within: RefObject<HTMLElement | null>;
  itemOf: (key: string) => BoardItem | undefined;
}

/** What is to be known of a visit before it is opened: beside the one that a pointer rests on, or that has the focus. */
export function VisitCard({ within, itemOf }: VisitCardProps) {
  const { anchor, popup, onOpenChange } = useRestedOn({
    find: (target) => {
      const visit = target.closest<HTMLElement>("[data-visit]");
      return visit && within.current?.contains(visit) ? visit : null;
    },
    restMs: REST_MS,
    focusMs: REST_MS,
    scroller: within,
  });

  const item = anchor && itemOf(anchor.dataset.drag ?? "");
  if (!anchor || !item) return null;
  return (
    <Parts.Root open onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Positioner
          anchor={anchor}
          sideOffset={6}
          align="start"
          collisionPadding={8}
          className="z-40 data-anchor-hidden:invisible"
        >
          <Parts.Popup
            ref={popup}
            className="flex w-80 flex-col gap-2 rounded border border-line bg-surface p-3 text-sm text-ink shadow-raised"
          >
            <CardBody item={item} words={JSON.parse(anchor.dataset.marks ?? "[]")} />
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}

function CardBody({ item, words }: { item: BoardItem; words: readonly string[] }) {
  const { data, isError } = useQuery(bookingQuery(item.bookingId));
  const maySeePrices = useMay("prices.read");
  const place = placeOfItem(item);
  const notes = data?.timeline.filter(({ move, reason }) => move === "note" && reason).slice(-3) ?? [];
  const earlier =
    data?.visits.filter(({ id, endsAt }) => id !== item.visitId && endsAt < (item.startsAt ?? "")) ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{isolated(item.customerName)}</span>
        <StateBadge state={item.bookingState} />
        <span className="figures ms-auto text-xs text-muted">{item.reference}</span>
      </div>
      <p className="text-xs text-muted">
        {[
          place && spanText(place.startMin, place.durationMin),
          item.serviceName,
          item.area && isolated(item.area),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {words.map((word) => (
        <p key={word} className="text-xs font-medium text-error">
          {word}
        </p>
      ))}
      {!data && !isError && <Skeleton className="h-16 w-full" />}
      {isError && <p className="text-xs text-muted">{m.board_card_failed()}</p>}
      {data && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
          <Fact label={m.board_card_phone()}>
            <a href={callHref(data.phone)} className="figures text-link underline">
              {formatPhone(data.phone)}
            </a>
          </Fact>
          <Fact label={m.board_card_address()}>{isolated(data.address)}</Fact>
          {data.message && (
            <Fact label={m.board_card_message()}>
              <span className="line-clamp-3">{isolated(data.message)}</span>
            </Fact>
          )}
          {notes.map(({ at, reason }) => (
            <Fact key={at} label={m.board_card_note()}>
              <span className="line-clamp-2">{isolated(reason!)}</span>
            </Fact>
          ))}
          {earlier.map(({ id, startsAt, technicianName }) => (
            <Fact key={id} label={m.board_card_earlier()}>
              {[formatTime(startsAt, "dateTime"), technicianName && isolated(technicianName)]
                .filter(Boolean)
                .join(" · ")}
            </Fact>
          ))}
          <Fact label={m.board_card_asked()}>{formatTime(data.requestedAt, "dateTime")}</Fact>
          {maySeePrices && (
            <Fact label={m.board_card_price()}>
              <span className="figures">
                {data.estimateFils === null ? m.board_card_by_survey() : formatMoney(data.estimateFils)}
              </span>
            </Fact>
          )}
        </dl>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
