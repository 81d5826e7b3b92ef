import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Mail from "lucide-react/icons/mail";
import Settings2 from "lucide-react/icons/settings-2";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatDay, isDay, weekdayOf } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { CheckLine } from "~/ui/form/check-line";
import { DateInput } from "~/ui/form/date-field";
import { useShortcuts } from "~/ui/hooks/shortcuts";
import { useDebounced } from "~/ui/hooks/use-debounced";
import { useMedia } from "~/ui/hooks/use-media";
import { ListFailed, ListLoading, ListStale } from "~/ui/list/list-states";
import { Popover } from "~/ui/overlay/popover";
import { tooltip } from "~/ui/overlay/tooltip";
import { EmptyState } from "~/ui/screen/empty-state";
import { lazyPart } from "~/ui/screen/lazy-part";
import { TabPanel, TabStrip, Tabs } from "~/ui/tabs";
import { suggestionsQuery } from "../../../bookings/admin-client";
import { boardQuery } from "../../admin-client";
import { minuteOfClock } from "../../board/board-time";
import type { Board, BoardDay } from "../../views";
import { ReassignmentDialog } from "../reassignment-dialog";
import { findCurrentItem } from "./board-entries";
import { type BoardItem, type BoardPlacement, canMove, itemPlacement, middayBreakText } from "./board-item";
import { toolButton, ViewTools } from "./board-tools";
import { useBoardView } from "./board-view";
import type { Change } from "./changes/change";
import { type BoardChanges, isWarning, useBoardChanges } from "./changes/use-board-changes";
import type { Drop } from "./changes/use-drag";
import { DayBoard } from "./day/day-board";
import { DayList } from "./day/day-list";
import { NOW } from "./search-time";
import { emptySearch } from "./technician-search";
import type { OpenedVisit } from "./visit/placement-form";
import { VisitInspector } from "./visit/visit-inspector";
import { MonthBoard } from "./weeks/month-board";
import { WeekBoard } from "./weeks/week-board";
import "./board.css";

const DayMap = lazyPart(
  async () => (await import("./day/day-map")).DayMap,
  () => <ListLoading label={m.board_loading()} />,
);

const SEARCH_DELAY_MS = 300;
/** Paper always gets the board, because the list for phones hides its visits until a press. */
const WIDE = "print, (min-width: 64rem)";

export function DispatchBoard() {
  const address = useBoardAddress();
  const { view, technicianId, dayPath } = address;
  const [search, setSearch] = useState(emptySearch);
  // Debounced, because "sun" may become "Sunil".
  const searchDay = useDebounced(search.day, SEARCH_DELAY_MS);
  const day = searchDay || address.day;
  const navigateTo = (to: AddressChange) => {
    if (to.day && (search.day || search.at === NOW)) setSearch(emptySearch);
    address.navigateTo({ day, ...to });
  };
  const wide = useMedia(WIDE);
  const [boardView, setBoardView] = useBoardView();
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null);
  const monday = mondayOf(day);
  const [from, to] = view === "week" ? [monday, addDays(monday, 6)] : [day, day];
  const query = useQuery({
    ...boardQuery(from, to),
    enabled: view !== "month",
    placeholderData: keepPreviousData,
  });
  // Frozen while dragging.
  const [frozenBoard, setFrozenBoard] = useState<Board | null>(null);
  const board = frozenBoard ?? query.data;
  // Days of the loaded board, while the next one is loading.
  const shownDay = board?.days.length === 1 ? (board.days[0]?.day ?? day) : day;
  const notificationPending =
    board?.visits.filter((visit) => visit.notificationPending).map(({ id }) => id) ?? [];
  const changes = useBoardChanges(
    (id) => board?.technicians.find((candidate) => candidate.id === id)?.name ?? "",
  );
  const [notifyCustomers, setNotifyCustomers] = useState(true);
  const [opened, setOpened] = useState<OpenedVisit | null>(null);
  /** Id of the technician. */
  const [reassigning, setReassigning] = useState<string | null>(null);
  // A colleague may have changed the opened item.
  const currentItem = opened && board ? findCurrentItem(opened.item, board) : null;
  const openItem = currentItem ?? opened?.item ?? null;
  const isToPlace = wide && openItem !== null && canMove(openItem) && !openItem.technicianId;
  const suggestions = useQuery({ ...suggestionsQuery(openItem?.bookingId ?? ""), enabled: isToPlace }).data;
  const suggested = useMemo(
    () =>
      isToPlace
        ? (suggestions ?? [])
            .filter(({ date }) => date === shownDay)
            .map(({ technicianId, date, time }) => ({
              ...{ technicianId, day: date, startMin: minuteOfClock(time) },
              durationMin: openItem.durationMin,
            }))
        : [],
    [isToPlace, suggestions, shownDay, openItem?.durationMin],
  );
  // The month view has its own query.
  const isOutdated = view !== "month" && query.isPlaceholderData;
  useShortcuts({
    "board-undo": () => {
      if (!changes.canUndo) return false;
      void changes.undo();
    },
  });

  const applyChange = (change: Change) => changes.applyChange({ ...change, notifyCustomer: notifyCustomers });

  function open(item: BoardItem) {
    setOpened({ item, to: null, error: null });
  }

  /** Confirms a held request at its time. */
  function confirm(item: BoardItem) {
    const to = itemPlacement(item);
    if (to) void drop({ item, to });
  }

  async function drop({ item, to }: Drop) {
    if (to === "unassigned") return void applyChange({ kind: "unassign", item });
    const error = await applyChange({ kind: "arrange", item, to });
    // The inspector asks for the reason to override the warning.
    if (error && isWarning(error)) setOpened({ item, to, error });
  }

  async function placeSuggestion(to: BoardPlacement) {
    if (!openItem) return;
    const before = opened;
    await drop({ item: openItem, to });
    // Stays open for the reason to override a warning.
    setOpened((now) => (now === before ? null : now));
  }

  function content() {
    if (view === "month") return <MonthBoard day={day} dayPath={dayPath} />;
    if (!board) {
      return query.isError ? (
        <ListFailed title={m.board_failed()} reason={query.error.message} onRetry={() => query.refetch()} />
      ) : (
        <ListLoading label={m.board_loading()} />
      );
    }
    if (board.technicians.length === 0) return <NoTechnicians />;
    const freezeBoard = (isDragging: boolean) => setFrozenBoard(isDragging ? board : null);
    if (board.days.length > 1) {
      return (
        <WeekBoard
          {...{ board, dayPath, optimistic: changes.optimistic, onDragChange: freezeBoard }}
          {...{ view: boardView, onView: setBoardView }}
          {...{ onOpen: open, onConfirm: confirm, onDrop: drop }}
        />
      );
    }
    if (view === "map") {
      return (
        <DayMap
          {...{ board, day: shownDay, optimistic: changes.optimistic, onOpen: open, technicianId }}
          onTechnician={(next) => navigateTo({ technicianId: next })}
        />
      );
    }
    const shared = {
      ...{ board, day: shownDay, optimistic: changes.optimistic, search, onSearch: setSearch },
      ...{ onOpen: open, onConfirm: confirm, onReassign: setReassigning },
    };
    return wide ? (
      <DayBoard
        {...shared}
        {...{ view: boardView, onView: setBoardView, toolbar, onDrop: drop, onDragChange: freezeBoard }}
        suggested={suggested}
        onPlaceSuggestion={(to) => void placeSuggestion(to)}
      />
    ) : (
      <DayList {...shared} />
    );
  }

  return (
    <Tabs
      chosen={view}
      onChange={(next) => navigateTo({ view: next })}
      className="flex min-h-0 flex-col lg:h-full"
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1">
        <TabStrip
          label={m.board_view()}
          tabs={views.map((candidate) => ({ value: candidate, label: viewLabels[candidate]() }))}
        />
        <DayChooser day={day} view={view} onChange={(next) => navigateTo({ day: next })} />
        <h1
          className={classNames(
            "figures text-base font-semibold whitespace-nowrap max-lg:order-first max-lg:text-sm",
            (view === "day" || view === "map") && "board-title",
          )}
        >
          {titleOf(day, view)}
        </h1>
        {(view === "day" || view === "map") && <DayNotes board={board} day={shownDay} />}
        <div ref={setToolbar} className="contents" />
        <div data-no-print="" className="ms-auto flex items-center gap-2">
          {!notifyCustomers && <Badge tone="waiting">{m.board_notify_off()}</Badge>}
          <Popover
            label={m.board_options()}
            trigger={
              <button
                type="button"
                aria-label={m.board_options()}
                {...tooltip(m.board_options())}
                className={classNames(toolButton, "border-control max-lg:h-8!")}
              >
                <Settings2 aria-hidden className="size-4" />
              </button>
            }
            className="flex flex-col gap-2"
          >
            <CheckLine checked={notifyCustomers} onChange={setNotifyCustomers}>
              {m.board_notify_customer()}
            </CheckLine>
            {view === "day" && wide && <ViewTools view={boardView} onView={setBoardView} />}
          </Popover>
        </div>
      </header>
      <div className={classNames("flex min-h-0 grow", wide && opened && "board-docked")}>
        <TabPanel
          value={view}
          busy={isOutdated}
          className={classNames(
            "flex min-h-0 min-w-0 grow flex-col transition-opacity",
            isOutdated && "opacity-60",
          )}
        >
          {content()}
        </TabPanel>
        {opened && (
          <VisitInspector
            key={`${opened.item.key} ${wide}`}
            opened={{ ...opened, item: currentItem ?? opened.item }}
            isRemoved={board !== undefined && currentItem === null}
            technicians={board?.technicians ?? []}
            day={shownDay}
            docked={wide}
            applyChange={applyChange}
            notifyCustomers={notifyCustomers}
            onPlanned={changes.recordPlan}
            notificationPending={notificationPending}
            onNotify={(visitId) => void changes.sendPendingNotifications([visitId])}
            // A late answer closes its own visit only.
            onClose={() => setOpened((now) => (now === opened ? null : now))}
          />
        )}
      </div>
      {/* Above the board, where messages shift no content. */}
      <footer className="board-messages">
        {query.isError && board && <ListStale reason={query.error.message} />}
        <BoardStatusBar changes={changes} notificationPending={notificationPending} />
      </footer>
      <ReassignmentDialog
        technician={board?.technicians.find(({ id }) => id === reassigning) ?? null}
        day={shownDay}
        onClose={() => setReassigning(null)}
        onReassigned={changes.recordReassignment}
      />
    </Tabs>
  );
}

const views = ["day", "week", "month", "map"] as const;
type View = (typeof views)[number];
const viewLabels: Record<View, () => string> = {
  day: m.board_view_day,
  week: m.board_view_week,
  month: m.board_view_month,
  map: m.board_view_map,
};

/** In the URL, so that reloads and shared links keep day and view. */
function useBoardAddress() {
  const [search, setSearch] = useSearchParams();
  const today = dubaiDate(new Date());
  const day = readDayParameter(search, "date") ?? today;
  const view = views.find((candidate) => candidate === search.get("view")) ?? "day";
  const technicianId = search.get("technician") ?? "";
  const searchOf = (to: AddressChange) => {
    const next = { day, view, technicianId, ...to };
    return new URLSearchParams({
      ...(next.day === today ? {} : { date: next.day }),
      ...(next.view === "day" ? {} : { view: next.view }),
      ...(next.view === "map" && next.technicianId ? { technician: next.technicianId } : {}),
    });
  };
  return {
    day,
    view,
    technicianId,
    navigateTo: (to: AddressChange) => setSearch(searchOf(to)),
    dayPath: (to: string) => `/admin/calendar?${searchOf({ day: to, view: "day" })}`,
  };
}

interface AddressChange {
  day?: string;
  view?: View;
  technicianId?: string;
}

function firstOfAdjacentMonth(day: string, by: 1 | -1): string {
  const first = `${day.slice(0, 7)}-01`;
  return by === 1 ? addDays(first, 32).slice(0, 8).concat("01") : addDays(first, -1).slice(0, 8).concat("01");
}

/** "Tue, 24 Nov", "23 Nov – 29 Nov", "November 2026". */
function titleOf(day: string, view: View): string {
  if (view === "month") return formatDay(day, "month");
  if (view !== "week") return formatDay(day, "weekdayDate");
  const monday = mondayOf(day);
  return m.board_week_title({
    from: formatDay(monday, "shortDate"),
    to: formatDay(addDays(monday, 6), "shortDate"),
  });
}

function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

function adjacentDay(day: string, view: View, by: 1 | -1): string {
  if (view === "month") return firstOfAdjacentMonth(day, by);
  return addDays(day, view === "week" ? 7 * by : by);
}

function DayChooser({ day, view, onChange }: { day: string; view: View; onChange: (day: string) => void }) {
  // Narrow at 320 px, where the row also has the date and "Today".
  const step =
    "grid size-7 place-items-center rounded border border-control bg-surface hover:border-accent min-[22.5rem]:size-8";
  return (
    <div data-no-print="" className="flex items-center gap-1">
      <button
        type="button"
        aria-label={m.board_back()}
        onClick={() => onChange(adjacentDay(day, view, -1))}
        className={step}
      >
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      </button>
      <DateInput
        aria-label={m.board_day()}
        value={day}
        onChange={({ target }) => isDay(target.value) && onChange(target.value)}
        className="h-8 w-41 rounded border border-control bg-surface ps-2 text-xs rtl:w-44"
      />
      <button
        type="button"
        aria-label={m.board_forward()}
        onClick={() => onChange(adjacentDay(day, view, 1))}
        className={step}
      >
        <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
      </button>
      <Button
        size="small"
        tone="plain"
        className="px-1! min-[22.5rem]:px-3!"
        onClick={() => onChange(dubaiDate(new Date()))}
      >
        {m.board_today()}
      </Button>
    </div>
  );
}

interface DayNotesProps {
  board: Board | undefined;
  day: string;
}

function DayNotes({ board, day }: DayNotesProps) {
  const shown: BoardDay | undefined = board?.days.find((candidate) => candidate.day === day);
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted empty:hidden">
      {shown?.holiday && (
        <Badge tone={shown.holiday.open ? "neutral" : "waiting"}>
          {shown.holiday.open
            ? m.board_holiday_open({ name: bidiIsolate(shown.holiday.name) })
            : m.board_holiday_closed({ name: bidiIsolate(shown.holiday.name) })}
        </Badge>
      )}
      {shown?.middayBreak && <Badge tone="waiting">{middayBreakText(shown.middayBreak)}</Badge>}
    </p>
  );
}

interface BoardStatusBarProps {
  changes: BoardChanges;
  notificationPending: string[];
}

/** How long a confirmation with its undo button is shown; the keyboard undoes later, too. */
const MESSAGE_MS = 10_000;

/** Messages, pending notifications and undo; hidden without any. */
function BoardStatusBar({ changes, notificationPending }: BoardStatusBarProps) {
  const { done, refusals, closeRefusal, canUndo, undo, sendPendingNotifications } = changes;
  const refused = refusals.at(-1);
  const [read, setRead] = useState(done);
  useEffect(() => {
    const timer = setTimeout(() => setRead(done), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const isEmpty = !refused && done === read && notificationPending.length === 0;
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center justify-end gap-2 rounded border border-line bg-surface px-3 py-1 text-sm shadow-raised sm:flex-nowrap",
        isEmpty && "sr-only",
      )}
    >
      <div role="status" className="flex min-w-0 grow basis-full flex-wrap gap-x-4 empty:basis-0 sm:basis-0">
        {refused && (
          <p title={refused.text} className="max-w-full text-error lg:truncate">
            {refused.text}
          </p>
        )}
        {done && (
          <p title={done.text} className="max-w-full text-muted lg:truncate">
            {done.text}
          </p>
        )}
      </div>
      {refused && (
        <button
          type="button"
          onClick={closeRefusal}
          aria-label={m.common_close()}
          className="flex h-8 shrink-0 items-center gap-1 rounded-sm px-1.5 text-muted hover:bg-sunken hover:text-ink"
        >
          {refusals.length > 1 && <span className="figures">{refusals.length}</span>}
          <X aria-hidden className="size-4" />
        </button>
      )}
      {notificationPending.length > 0 && (
        <Button
          size="small"
          tone="quiet"
          title={m.board_not_notified_count({ count: notificationPending.length })}
          onClick={() => void sendPendingNotifications(notificationPending)}
          className="shrink-0"
        >
          <Mail aria-hidden />
          {m.board_send_updates()}
          <span className="figures">{notificationPending.length}</span>
        </Button>
      )}
      <Button
        size="small"
        tone="quiet"
        disabled={!canUndo}
        onClick={() => void undo()}
        aria-keyshortcuts="Control+Z"
        className="shrink-0"
      >
        <Undo2 aria-hidden />
        {m.board_undo()}
      </Button>
    </div>
  );
}

function NoTechnicians() {
  return (
    <EmptyState icon={<CalendarDays aria-hidden />} title={m.board_empty_title()}>
      <p>{m.board_empty_body()}</p>
      <ButtonLink to="/admin/technicians/new" tone="quiet">
        {m.board_people_add()}
      </ButtonLink>
    </EmptyState>
  );
}
