import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatClock, formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { Skeleton } from "~/ui/screen/skeleton";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { suggestionsQuery } from "../../admin-client";
import type { SuggestionView } from "../../visits/views";

interface SuggestionsProps {
  bookingId: string;
  chosen: { technicianId: string | undefined; date: string; time: string };
  onChoose: (suggestion: SuggestionView) => void;
}

export function Suggestions({ bookingId, chosen, onChoose }: SuggestionsProps) {
  const { data, isPending, isError } = useQuery(suggestionsQuery(bookingId));
  if (isError) return null;
  if (isPending) return <Skeleton className="h-20 w-full" />;
  if (data.length === 0) return <p className="text-sm text-muted">{m.booking_suggest_none()}</p>;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{m.booking_suggest_title()}</legend>
      {data.map((suggestion) => {
        const isChosen =
          suggestion.technicianId === chosen.technicianId &&
          suggestion.date === chosen.date &&
          suggestion.time === chosen.time;
        return (
          <button
            key={suggestion.technicianId}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(suggestion)}
            className={classNames(
              "flex min-h-11 items-center gap-3 rounded border px-3 py-1.5 text-start text-sm hover:border-accent",
              isChosen ? "border-accent bg-brass-soft" : "border-line bg-surface",
            )}
          >
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">
                <bdi>{suggestion.name}</bdi>
              </span>
              <span className="figures block text-xs text-muted">{reasons(suggestion)}</span>
            </span>
            <span className="figures shrink-0 text-end text-xs">
              <span className="block font-medium">{formatClock(suggestion.time)}</span>
              <span className="block text-muted">{formatDay(suggestion.date, "shortDate")}</span>
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** "trained and free, as requested, 20 minutes from Palm Jumeirah, 2 visits that day" */
function reasons({ travel, visitsThatDay, matchesPreference, onCall, isPreferred }: SuggestionView): string {
  return formatList(
    [
      isPreferred && m.preferred_technician_reason(),
      onCall && m.booking_suggest_on_call(),
      m.booking_suggest_free(),
      matchesPreference && m.booking_suggest_preferred(),
      travel &&
        m.booking_suggest_travel({ ...travel, area: bidiIsolate(placeInReaderLanguage(travel.area)) }),
      m.office_bookings_assign_visits({ count: visitsThatDay }),
    ].filter((reason) => reason !== false && reason !== null),
  );
}
