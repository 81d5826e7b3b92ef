import { memo } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { daysBetween } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { OneLine } from "~/ui/one-line";
import { DAY_MIN, placeIn, type Span } from "../../board-time";
import type { BoardDay, BoardTechnician } from "../../views";
import type { BoardEntry } from "./board-entries";
import { middayBreakText } from "./board-item";
import { closedLook } from "./closed-look";
import { VisitBlock } from "./visit-block";

interface BoardRowProps {
  technician: BoardTechnician;
  entries: readonly BoardEntry[];
  closed: BoardDay["closed"][string];
  middayBreak: Span | null;
  day: string;
  shown: Span;
  /** The visit of this row that Tab leads to. */
  activeKey: string | null;
}

/** The day of one technician. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { technician, entries, closed, middayBreak, day, shown, activeKey } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div
      role="group"
      aria-label={technician.name}
      data-row=""
      className="flex h-(--row) border-b border-line"
    >
      <div className="sticky start-0 z-20 flex w-44 shrink-0 flex-col justify-center border-e border-line bg-surface px-3">
        <Link
          to={`/admin/technicians/${technician.id}`}
          tabIndex={-1}
          className="truncate text-sm leading-tight font-medium hover:underline"
        >
          <OneLine>{technician.name}</OneLine>
        </Link>
        <span className="figures truncate text-xs leading-tight text-muted">
          {m.board_row_visits({ count: entries.length })}
        </span>
      </div>
      <div className="board-lane relative min-w-0 grow overflow-x-clip">
        {closed.map((time) => (
          <Shade
            key={time.fromMin}
            shown={shown}
            span={time}
            title={closedLook[time.why].word()}
            className={closedLook[time.why].className}
          />
        ))}
        {middayBreak && (
          <Shade
            shown={shown}
            span={middayBreak}
            title={middayBreakText(middayBreak)}
            className="board-midday"
          />
        )}
        {entries.map(({ key, item, place, pending, warning }) => (
          <VisitBlock
            key={key}
            item={item}
            place={place}
            offsetMin={daysBetween(day, place.day) * DAY_MIN}
            technicianName={technician.name}
            shown={shown}
            warning={warning}
            pending={pending}
            active={item.key === activeKey}
          />
        ))}
      </div>
    </div>
  );
});

function Shade({
  shown,
  span,
  title,
  className,
}: {
  shown: Span;
  span: Span;
  title: string;
  className: string;
}) {
  const box = placeIn(shown, span);
  if (!box) return null;
  return (
    <span
      title={title}
      style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
      className={classNames("absolute inset-y-0", className)}
    />
  );
}
