import { type CSSProperties, memo, type ReactNode } from "react";
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
  const isCompact = density === "compact";
  const time = shortTimeText(placement.startMin);
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
          "board-card @container absolute inset-y-0.5 min-w-5.5 overflow-hidden select-none hover:z-10 hover:border-accent focus-visible:z-10",
          "data-dragged:opacity-40",
          visitStyle(item),
          lateMin !== null && "board-late",
          canMove(item) ? "cursor-grab" : "cursor-pointer",
          pending && "board-pending",
        )}
      >
        <span
          className={classNames(
            "flex h-full px-0.5 @min-[3.5rem]:ps-1",
            isCompact ? "items-center gap-1" : "flex-col justify-center",
          )}
        >
          <span className={classNames("flex items-center gap-0.5", !isCompact && "w-full")}>
            <WorkIcon
              trade={item.skills[0] ?? item.serviceId}
              className={classNames(
                "board-trade size-3.5 shrink-0",
                !isNight && "@min-[2rem]:@max-[4rem]:hidden",
              )}
            />
            {!isNight && (
              <FittingText
                className="figures shrink-0 font-medium"
                long={time}
                short={withoutPeriod(time)}
                reserved={marks.length > 0 ? "var(--board-icon-and-sign)" : "var(--board-icon)"}
              />
            )}
            {density === "medium" && !isNight && (
              <span className="flex min-w-0 @max-[7rem]:hidden">
                <AreaName>{placeInReaderLanguage(item.area)}</AreaName>
              </span>
            )}
            <span className="board-signs ms-auto flex shrink-0 items-center gap-0.5">
              <VisitSigns marks={marks} countHidden />
            </span>
          </span>
          {!isNight && (
            <CustomerName
              reserved={isCompact ? `${time.length + 2}ch` : marks.length > 0 ? "var(--board-sign)" : "0px"}
            >
              {item.customerName}
            </CustomerName>
          )}
          {!isNight && density === "roomy" && <AreaName>{placeInReaderLanguage(item.area)}</AreaName>}
        </span>
        {marks.length > 0 && <span aria-hidden className="board-notch @min-[2rem]:hidden" />}
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

/** The full name, the surname or the initials, whichever fits. */
export function CustomerName({ children, reserved }: { children: string; reserved: string }): ReactNode {
  const words = children.trim().split(/\s+/);
  return (
    <>
      <span className="flex min-w-0 @max-[7rem]:hidden">
        <TruncateAtWord className="min-w-0 font-medium">{children}</TruncateAtWord>
      </span>
      <FittingText
        className="font-medium @min-[7rem]:hidden"
        long={words.at(-1) ?? children}
        short={words
          .map(([first = ""]) => first)
          .join("")
          .slice(0, 2)}
        reserved={reserved}
      />
    </>
  );
}

interface FittingTextProps {
  long: string;
  short: string;
  /** CSS length beside the text. */
  reserved: string;
  className?: string;
}

/** Shows `long` if it fits into the block, otherwise `short`, otherwise neither: never a part of a word. */
function FittingText({ long, short, reserved, className }: FittingTextProps): ReactNode {
  const style = {
    "--long": `calc(${long.length} * 0.92ch + ${reserved})`,
    "--short": `calc(${short.length} * 0.92ch + ${reserved})`,
  } as CSSProperties;
  return (
    <bdi style={style} className={classNames("board-fitting w-fit whitespace-nowrap", className)}>
      <span>{long}</span>
      {short !== long && <span aria-hidden>{short}</span>}
    </bdi>
  );
}

/** "12:30" of "12:30 PM"; the axis has the period. */
function withoutPeriod(time: string): string {
  return /[\d:]+/.exec(time)?.[0] ?? time;
}

function AreaName({ children }: { children: string }): ReactNode {
  return <TruncateAtWord className="min-w-0 opacity-90">{children}</TruncateAtWord>;
}
