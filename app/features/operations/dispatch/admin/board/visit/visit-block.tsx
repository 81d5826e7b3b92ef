import { memo, type ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { TruncateAtWord } from "~/ui/truncate-at-word";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { type Axis, positionIn } from "../../../board/board-time";
import { type BoardItem, type BoardPlacement, canMove, canResize, shortTimeText } from "../board-item";
import type { Density } from "../board-view";
import { labelForVisit, marksOf, markTexts } from "./visit-marks";
import { VisitSigns } from "./visit-signs";
import { visitStyle } from "./visit-style";
import { WorkIcon } from "./work-icon";

interface VisitBlockProps {
  item: BoardItem;
  placement: BoardPlacement;
  /** Minutes of the shown day. */
  fromMin: number;
  toMin: number;
  /** Set if the visit is shown on another day than planned. */
  plannedFor: string | null;
  technicianName: string;
  shown: Axis;
  density: Density;
  warning: string | null;
  farAway: boolean;
  /** Null if the visit is not late. */
  lateMin: number | null;
  pending: boolean;
  /** Has tabindex 0. */
  active: boolean;
}

/** Visit on the day board: opens on click, drags and resizes. */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { item, placement, shown, density, warning, lateMin, pending, active } = props;
  const { fromMin, toMin, plannedFor } = props;
  const span = { fromMin, toMin };
  const box = positionIn(shown, span);
  if (!box) return null;
  const buffer = positionIn(shown, { fromMin: span.toMin, toMin: span.toMin + item.bufferMin });
  const marks = marksOf(item, { warning, farAway: props.farAway, lateMin, plannedFor });
  const isNight = fromMin >= shown.toMin || span.toMin <= shown.fromMin;
  return (
    <>
      {buffer && (
        <span
          aria-hidden
          style={{ insetInlineStart: `${buffer.start}%`, inlineSize: `${buffer.size}%` }}
          className="board-buffer pointer-events-none absolute inset-y-2"
        />
      )}
      <button
        type="button"
        data-drag={item.key}
        data-visit={item.key}
        data-trade={item.skills[0] ?? item.serviceId}
        tabIndex={active ? 0 : -1}
        aria-haspopup="dialog"
        data-marks={JSON.stringify(marks)}
        style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
        className={classNames(
          "board-card @container absolute inset-y-0.5 flex min-w-6 overflow-hidden ps-1.5 pe-0.5 select-none hover:z-10 hover:border-accent focus-visible:z-10",
          "data-dragged:opacity-40",
          density === "compact" ? "items-center gap-1" : "flex-col justify-center",
          visitStyle(item),
          lateMin !== null && "board-late",
          canMove(item) ? "cursor-grab" : "cursor-pointer",
          pending && "board-pending",
        )}
      >
        <span className={classNames("flex items-center gap-0.5", density !== "compact" && "w-full")}>
          <WorkIcon
            trade={item.skills[0] ?? item.serviceId}
            className={classNames("board-trade size-3.5 shrink-0", !isNight && "@max-[4rem]:hidden")}
          />
          {!isNight && (
            <span className="figures shrink-0 font-medium whitespace-nowrap">
              {shortTimeText(placement.startMin)}
            </span>
          )}
          {density === "medium" && !isNight && (
            <span className="flex min-w-0 @max-[7rem]:hidden">
              <AreaName>{placeInReaderLanguage(item.area)}</AreaName>
            </span>
          )}
          <span className="ms-auto flex shrink-0 items-center gap-0.5">
            <VisitSigns marks={marks} countHidden />
          </span>
        </span>
        {!isNight && density === "compact" && <CustomerName>{item.customerName}</CustomerName>}
        {!isNight && density === "roomy" && (
          <>
            <CustomerName>{item.customerName}</CustomerName>
            <AreaName>{placeInReaderLanguage(item.area)}</AreaName>
          </>
        )}
        {!isNight && density === "medium" && <CustomerName>{item.customerName}</CustomerName>}
        <span className="sr-only">
          {[labelForVisit(item, placement, props.technicianName), ...markTexts(marks)].join(" · ")}
        </span>
        {canResize(item) && (
          <span
            aria-hidden
            data-resize=""
            className="absolute inset-y-0 end-0 w-2 cursor-ew-resize border-e-2 border-transparent hover:border-accent"
          />
        )}
      </button>
    </>
  );
});

/** The surname only where the full name does not fit. */
function CustomerName({ children }: { children: string }): ReactNode {
  return (
    <>
      <span className="flex min-w-0 @max-[7rem]:hidden">
        <TruncateAtWord className="min-w-0 font-medium">{children}</TruncateAtWord>
      </span>
      <bdi className="board-surname font-medium">{surnameOf(children)}</bdi>
    </>
  );
}

function surnameOf(name: string): string {
  return name.trim().split(/\s+/).at(-1) ?? name;
}

function AreaName({ children }: { children: string }): ReactNode {
  return <TruncateAtWord className="min-w-0 opacity-85">{children}</TruncateAtWord>;
}
