import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { minuteOfClock } from "../../board/board-time";
import { minuteText } from "./board-item";
import { NOW } from "./search-time";
import { hasCriteria, type SearchTerm, type TechnicianSearch } from "./technician-search";

interface SearchResultProps {
  search: TechnicianSearch;
  services: readonly { id: string; name: string }[];
  /** Number of listed technicians. */
  found: number;
  /** The searched time has passed. */
  hasPassed: boolean;
}

/** Number of listed technicians, criteria found in the text, and words that are no criterion. */
export function SearchResult({ search, services, found, hasPassed }: SearchResultProps) {
  const { terms, unknown, at, area, free } = search;
  const isActive = hasCriteria(search) || search.text.trim() !== "";
  return (
    <div
      role="status"
      className="flex w-full flex-wrap items-center gap-1.5 py-0.5 empty:hidden max-lg:order-last"
    >
      {isActive && (
        <span className="figures font-medium">
          {at || area || free ? m.board_find_free({ count: found }) : m.board_find_count({ count: found })}
        </span>
      )}
      {isActive && (
        <ul aria-label={m.board_find_understood()} className="contents">
          {terms.map((term, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may occur twice.
            <li key={index} title={term.words} className="rounded-sm bg-brass-soft px-1.5 py-0.5">
              {labelForTerm(term, search, services)}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <span className="text-error">
          {m.board_find_unknown({ words: formatList(unknown.map(bidiIsolate)) })}
        </span>
      )}
      {hasPassed && <span className="text-error">{m.board_find_passed()}</span>}
    </div>
  );
}

function labelForTerm(
  { kind, trade, words }: SearchTerm,
  search: TechnicianSearch,
  services: SearchResultProps["services"],
): string {
  switch (kind) {
    case "trade":
      return services.find(({ id }) => id === trade)?.name ?? bidiIsolate(words);
    case "area":
      return m.board_find_term_area({ area: bidiIsolate(placeInReaderLanguage(search.area)) });
    case "day":
      return formatDay(search.day, "weekdayDate");
    case "time":
      return labelForTime(search);
    case "duration":
      return m.board_find_minutes({ minutes: search.minutes });
    case "on-call":
      return m.board_find_on_call();
    case "free":
      return m.board_free();
    case "name":
      return m.board_find_term_name({ name: bidiIsolate(words) });
  }
}

const START_OF_DAY = "00:00";
const END_OF_DAY = "24:00";

function labelForTime({ at, until }: TechnicianSearch): string {
  if (at === NOW) {
    return until ? m.board_find_term_before({ time: timeText(until) }) : m.board_find_term_now();
  }
  if (!until) return timeText(at);
  if (until === END_OF_DAY) return m.board_find_term_after({ time: timeText(at) });
  return at === START_OF_DAY
    ? m.board_find_term_before({ time: timeText(until) })
    : m.board_find_term_between({ from: timeText(at), to: timeText(until) });
}

function timeText(time: string): string {
  return minuteText(minuteOfClock(time));
}
