import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { closedDaysQuery } from "../../days/days-client";
import { Holidays } from "./holidays";
import { Seasons } from "./seasons";

export function ClosedDays() {
  const days = useQuery(closedDaysQuery);
  function content() {
    if (days.data) {
      return (
        <div className="grid gap-x-10 gap-y-8 px-4 py-5 lg:px-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Holidays holidays={days.data.holidays} />
          <Seasons seasons={days.data.seasons} />
        </div>
      );
    }
    if (days.isError) {
      return <ListFailed reason={days.error.message} onRetry={() => days.refetch()} />;
    }
    return <ListLoading />;
  }
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.admin_days_title()}</h1>
        <p className="text-xs text-muted">{m.scheduling_days_hint()}</p>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">{content()}</div>
    </div>
  );
}
