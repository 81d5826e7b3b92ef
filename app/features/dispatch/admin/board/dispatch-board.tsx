import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Undo2 from "lucide-react/icons/undo-2";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, formatDay, isDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { ListFailed, ListStale, ListWaiting } from "~/ui/list-states";
import { useMedia } from "~/ui/use-media";
import { boardQuery } from "../../admin-client";
import type { Board, BoardDay } from "../../views";
import type { BoardItem } from "./board-item";
import { DayBoard } from "./day-board";
import { DayList } from "./day-list";
import { type BoardChanges, isWarning, useBoardChanges } from "./use-board-changes";
import type { Drop } from "./use-drag";
import { type Opened, VisitDialog } from "./visit-dialog";
import "./board.css";

/** Where there is room for hours beside names. */
const WIDE = "(min-width: 64rem)";

/** The dispatch board: who is where when, and the work that waits for somebody. */
export function DispatchBoard() {
  const { day, setDay } = useDay();
  const wide = useMedia(WIDE);
  const query = useQuery({ ...boardQuery(day, day), placeholderData: keepPreviousData });
  const board = query.data;
  // The day of what is shown, while the next one is on its way.
  const shownDay = board?.days[0]?.day ?? day;
  const changes = useBoardChanges((id) => board?.technicians.find((one) => one.id === id)?.name ?? "");
  const [opened, setOpened] = useState<Opened | null>(null);
  useUndoKey(changes);

  function open(item: BoardItem) {
    setOpened({ item, to: null, error: null });
  }

  async function drop({ item, to }: Drop) {
    if (to === "tray") return void changes.make({ kind: "unassign", item });
    const error = await changes.make({ kind: "arrange", item, to });
    // It went back to where it was; here somebody may say why it is to lie there all the same.
    if (error && isWarning(error)) setOpened({ item, to, error });
  }

  function content() {
    if (!board) {
      return query.isError ? (
        <ListFailed title={m.board_failed()} reason={query.error.message} onRetry={() => query.refetch()} />
      ) : (
        <ListWaiting label={m.board_loading()} />
      );
    }
    if (board.technicians.length === 0) return <NobodyThere />;
    const shared = { board, day: shownDay, pending: changes.pending, onOpen: open };
    return wide ? <DayBoard {...shared} onDrop={drop} /> : <DayList {...shared} />;
  }

  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 lg:px-6">
        <h1 className="text-lg font-semibold">{m.board_title()}</h1>
        <DayChooser day={day} onChange={setDay} />
        <DayNotes board={board} day={shownDay} />
        <div className="ms-auto">
          <Said changes={changes} />
        </div>
      </header>
      {query.isError && board && <ListStale reason={query.error.message} />}
      <div
        aria-busy={query.isPlaceholderData || undefined}
        className={classNames(
          "flex min-h-0 grow flex-col transition-opacity",
          query.isPlaceholderData && "opacity-60",
        )}
      >
        {content()}
      </div>
      <VisitDialog
        opened={opened}
        technicians={board?.technicians ?? []}
        day={shownDay}
        make={changes.make}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

/** The day lives in the address: it survives a reload, and a link to a colleague. */
function useDay() {
  const [search, setSearch] = useSearchParams();
  const given = search.get("date") ?? "";
  const day = isDay(given) ? given : dubaiDate(new Date());
  return { day, setDay: (next: string) => setSearch(next === dubaiDate(new Date()) ? {} : { date: next }) };
}

function DayChooser({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const step = "grid size-9 place-items-center rounded border border-control bg-surface hover:border-accent";
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <button
        type="button"
        aria-label={m.board_day_before()}
        onClick={() => onChange(addDays(day, -1))}
        className={step}
      >
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      </button>
      <input
        type="date"
        aria-label={m.board_day()}
        value={day}
        onChange={({ target }) => isDay(target.value) && onChange(target.value)}
        className="h-9 rounded border border-control bg-surface px-2.5 text-sm"
      />
      <button
        type="button"
        aria-label={m.board_day_after()}
        onClick={() => onChange(addDays(day, 1))}
        className={step}
      >
        <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
      </button>
      <Button size="small" tone="plain" onClick={() => onChange(dubaiDate(new Date()))}>
        {m.board_today()}
      </Button>
    </div>
  );
}

/** What is special about a day. */
function DayNotes({ board, day }: { board: Board | undefined; day: string }) {
  const shown: BoardDay | undefined = board?.days.find((one) => one.day === day);
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="max-xl:hidden">{formatDay(day, "longDate")}</span>
      {shown?.holiday && (
        <Badge tone={shown.holiday.open ? "neutral" : "waiting"}>
          {shown.holiday.open
            ? m.board_holiday_open({ name: shown.holiday.name })
            : m.board_holiday_closed({ name: shown.holiday.name })}
        </Badge>
      )}
      {shown?.middayBreak && <Badge tone="waiting">{m.board_midday_break()}</Badge>}
    </p>
  );
}

/** What was done or refused last, said aloud too; and the way back. */
function Said({ changes: { said, canUndo, undo } }: { changes: BoardChanges }) {
  return (
    <div className="flex items-center gap-3 text-sm">
      <p role="status" className={classNames("max-w-xl", said?.refused ? "text-error" : "text-muted")}>
        {said?.text}
      </p>
      {canUndo && (
        <Button size="small" tone="quiet" onClick={() => void undo()} aria-keyshortcuts="Control+Z">
          <Undo2 aria-hidden />
          {m.board_undo()}
        </Button>
      )}
    </div>
  );
}

function useUndoKey({ canUndo, undo }: BoardChanges) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
      if (!canUndo) return;
      event.preventDefault();
      void undo();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [canUndo, undo]);
}

function NobodyThere() {
  return (
    <EmptyState icon={<CalendarDays aria-hidden />} title={m.board_empty_title()}>
      <p>{m.board_empty_body()}</p>
      <ButtonLink to="/admin/technicians/new" tone="quiet">
        {m.admin_people_add()}
      </ButtonLink>
    </EmptyState>
  );
}
