import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Skeleton } from "~/ui/screen/skeleton";
import { SectionAction } from "~/ui/section";
import type { teamApi } from "../api/team-api.server";
import { labelForDevice } from "../sign-in/device-name";

const staff = topicClient<typeof teamApi>("staff");

export function StaffSessions({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const query = staff.query("/admin/team/{id}/sessions", { id });
  const found = useQuery(query);
  const end = staff.useChange(
    "/admin/team/{id}/sessions/end",
    (answer, queryClient) => queryClient.setQueryData(query.queryKey, answer),
    { id },
  );
  const sessions = found.data?.sessions;
  return (
    <section
      aria-label={m.team_sessions_of({ name: bidiIsolate(name) })}
      className="flex max-w-2xl flex-col gap-2 rounded border border-line bg-paper p-3 text-sm"
    >
      {found.isError && <ChangeRefused error={found.error} />}
      {!sessions && !found.isError && <Skeleton className="h-10" />}
      {sessions?.length === 0 && <p>{m.team_sessions_none({ name: bidiIsolate(name) })}</p>}
      <ul className="flex flex-col gap-1 empty:hidden">
        {sessions?.map(({ id, userAgent, address, signedInAt, lastUsedAt }) => {
          const device = labelForDevice(userAgent);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4">
              <span className="min-w-48 grow basis-0">
                <span>{device}</span>
                {address && <span className="figures ms-1 text-muted">{address}</span>}
                <span className="figures block text-xs text-muted">
                  {m.team_session_since({
                    time: formatTime(signedInAt, "fullDateTime"),
                    day: formatTime(lastUsedAt, "date"),
                  })}
                </span>
              </span>
              <SectionAction
                label={m.team_session_end_of({ device: bidiIsolate(device) })}
                onClick={() => end.mutate({ sessionId: id })}
              >
                {m.team_session_end()}
              </SectionAction>
            </li>
          );
        })}
      </ul>
      <ChangeRefused error={end.error} />
      <div className="flex gap-2">
        {sessions && sessions.length > 1 && (
          <Button size="small" tone="quiet" disabled={end.isPending} onClick={() => end.mutate({})}>
            {m.team_sessions_end_all()}
          </Button>
        )}
        <Button size="small" tone="plain" onClick={onClose}>
          {m.team_sessions_close()}
        </Button>
      </div>
    </section>
  );
}
