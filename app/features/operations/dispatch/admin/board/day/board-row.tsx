import UserRoundX from "lucide-react/icons/user-round-x";
import { memo } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { tooltip } from "~/ui/overlay/tooltip";
import { Truncate } from "~/ui/truncate";
import { TruncateAtWord } from "~/ui/truncate-at-word";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { technicianPictureUrl } from "../../../../scheduling/technicians/picture";
import { type Axis, DAY_MIN, positionIn, type Span } from "../../../board/board-time";
import type { BoardDay, BoardTechnician } from "../../../views";
import { type BoardEntry, drawnSpanOn, minutesLate } from "../board-entries";
import { type BoardPlacement, middayBreakText, shortTimeText, spanText } from "../board-item";
import type { Density } from "../board-view";
import { closedTimeStyles } from "../visit/closed-time-styles";
import { VisitBlock } from "../visit/visit-block";
import { WorkIcon } from "../visit/work-icon";
import { type StatusKind, statusStyles } from "./use-day";

interface BoardRowProps {
  technician: BoardTechnician;
  /** Skills and zones. */
  abilities: string;
  /** Status, or reasons of a search match. */
  status: string;
  /** Text of compact rows. */
  shortStatus: string;
  /** Search match: its reasons replace the zones. */
  isMatch: boolean;
  statusKind: StatusKind;
  entries: readonly BoardEntry[];
  /** Suggested time of the opened work. */
  suggestion: BoardPlacement | null;
  closed: BoardDay["closed"][string];
  middayBreak: Span | null;
  day: string;
  shown: Axis;
  density: Density;
  /** Null if no visit of the row is late or of another day, so that the row is not rendered every minute. */
  now: Date | null;
  /** Visit with tabindex 0. */
  activeKey: string | null;
}

export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const {
    technician,
    abilities,
    isMatch,
    entries,
    suggestion,
    closed,
    middayBreak,
    day,
    shown,
    density,
    now,
    activeKey,
  } = props;
  const isCompact = density === "compact";
  const trades = (
    <span {...tooltip(abilities)} className="flex shrink-0 gap-0.5">
      <span className="sr-only">{abilities}</span>
      {technician.skills.slice(0, 4).map((skill) => (
        <span key={skill} data-trade={skill}>
          <WorkIcon trade={skill} className="board-trade size-3.5" />
        </span>
      ))}
      {technician.skills.length > 4 && (
        <span aria-hidden className="figures text-xs leading-none text-muted">
          {`+${technician.skills.length - 4}`}
        </span>
      )}
    </span>
  );
  const status = (
    <span
      data-status={props.statusKind}
      {...(density !== "roomy" && tooltip(props.status))}
      className={classNames(
        "figures text-xs leading-tight first-letter:uppercase",
        statusStyles[props.statusKind],
        isMatch && density === "roomy" ? "line-clamp-2" : isMatch ? "min-w-0 truncate" : "shrink-0",
      )}
    >
      {density !== "roomy" && !isMatch ? (
        <>
          <span aria-hidden>{props.shortStatus}</span>
          <span className="sr-only">{props.status}</span>
        </>
      ) : (
        props.status
      )}
    </span>
  );
  const zones = (
    <span className="min-w-0 grow truncate text-xs leading-tight text-muted">
      {technician.zones.length > 0 ? (
        <Truncate>{formatList(technician.zones.map(placeInReaderLanguage))}</Truncate>
      ) : (
        m.board_everywhere()
      )}
    </span>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div
      role="group"
      aria-label={technician.name}
      data-row={technician.id}
      className={classNames("board-row flex h-(--row) border-b border-line", isCompact && "board-low")}
    >
      <div
        className={classNames(
          "board-name sticky start-0 z-20 flex shrink-0 flex-col justify-center border-e border-line bg-surface pe-2",
          isCompact ? "ps-3" : "ps-11",
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          {!isCompact && (
            <span className="absolute inset-y-0 start-1.5 grid place-items-center">
              <Avatar small name={technician.name} picture={technicianPictureUrl(technician)} />
            </span>
          )}
          <Link
            to={`/admin/technicians/${technician.id}`}
            tabIndex={-1}
            className={classNames(
              "min-w-0 text-sm leading-tight font-medium tracking-tight hover:underline",
              isCompact && isMatch ? "max-w-1/2 shrink-0" : "grow",
            )}
          >
            <TruncateAtWord>{technician.name}</TruncateAtWord>
          </Link>
          <button
            type="button"
            tabIndex={-1}
            data-reassign={technician.id}
            aria-label={m.board_reassign_title({ name: bidiIsolate(technician.name) })}
            {...tooltip(m.board_reassign_title({ name: bidiIsolate(technician.name) }))}
            className="board-reassign order-last grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <UserRoundX aria-hidden className="size-3.5" />
          </button>
          {isCompact && status}
          {isCompact && !isMatch && trades}
        </span>
        {density === "medium" && (
          <span className="flex min-w-0 items-center justify-between gap-2">
            {status}
            {!isMatch && trades}
          </span>
        )}
        {density === "roomy" && (
          <>
            {status}
            {!isMatch && (
              <span className="flex min-w-0 items-center gap-2">
                {zones}
                {trades}
              </span>
            )}
          </>
        )}
        <span data-why="" className="board-why" aria-hidden />
      </div>
      <div className="board-lane relative min-w-0 grow overflow-x-clip">
        {shown.before > 0 && <Night shown={shown} span={{ fromMin: 0, toMin: shown.fromMin }} />}
        {shown.after > 0 && <Night shown={shown} span={{ fromMin: shown.toMin, toMin: DAY_MIN }} />}
        {closed.map((time) => (
          <Shade
            key={time.fromMin}
            shown={shown}
            span={time}
            title={closedTimeStyles[time.reason].word()}
            className={closedTimeStyles[time.reason].className}
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
        {entries.map((entry) => {
          const { key, item, placement, pending, warning, farAway } = entry;
          return (
            <VisitBlock
              key={key}
              item={item}
              placement={placement}
              {...drawnSpanOn(day, entry, now)}
              technicianName={technician.name}
              shown={shown}
              density={density}
              warning={warning}
              farAway={farAway}
              lateMin={now && minutesLate(entry, now)}
              pending={pending}
              active={item.key === activeKey}
            />
          );
        })}
        {suggestion && <Suggestion placement={suggestion} shown={shown} technicianName={technician.name} />}
      </div>
    </div>
  );
});

/** Places the opened work with one press. */
function Suggestion({
  placement,
  shown,
  technicianName,
}: {
  placement: BoardPlacement;
  shown: Axis;
  technicianName: string;
}) {
  const { technicianId, startMin, durationMin } = placement;
  const box = positionIn(shown, { fromMin: startMin, toMin: startMin + durationMin });
  if (!box) return null;
  return (
    <button
      type="button"
      data-suggested={technicianId}
      aria-label={m.board_place_suggested({
        time: spanText(startMin, durationMin),
        name: bidiIsolate(technicianName),
      })}
      style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
      className="board-suggestion absolute inset-y-0.5 grid place-items-center overflow-hidden rounded-sm text-xs font-medium text-brass-text"
    >
      <span className="figures whitespace-nowrap">{shortTimeText(startMin)}</span>
    </button>
  );
}

function Night({ shown, span }: { shown: Axis; span: Span }) {
  return <Shade shown={shown} span={span} title={m.board_night()} className="board-night" />;
}

function Shade({
  shown,
  span,
  title,
  className,
}: {
  shown: Axis;
  span: Span;
  title: string;
  className: string;
}) {
  const box = positionIn(shown, span);
  if (!box) return null;
  return (
    <span
      title={title}
      style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
      className={classNames("absolute inset-y-0", className)}
    />
  );
}
