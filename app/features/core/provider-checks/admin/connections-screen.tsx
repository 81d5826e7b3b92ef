import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import type { providerChecksApi } from "../api.server";
import { type Connection, connectionLabels, isTestable, type TestableConnection } from "../connections";

const client = topicClient<typeof providerChecksApi>("connection");

/** External services, each with a button that tests it. */
export function ConnectionsScreen() {
  return (
    <SettingsFrame title={m.connections_title()} hint={m.connections_hint()}>
      <Connections />
    </SettingsFrame>
  );
}

function Connections() {
  const found = useQuery(client.query("/admin/connections", {}));
  if (found.isError && !found.data) {
    return <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />;
  }
  if (!found.data) return <ListLoading />;
  return (
    <ul className="max-w-2xl border-t border-line">
      {found.data.connections.map((connection) => (
        <ConnectionItem key={connection.name} {...connection} />
      ))}
    </ul>
  );
}

interface ConnectionItemProps<Name = Connection> {
  name: Name;
  configured: boolean;
  failure: string | null;
}

function ConnectionItem({ name, ...state }: ConnectionItemProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 text-sm">
      {state.configured && isTestable(name) ? (
        <TestableConnectionState name={name} {...state} />
      ) : (
        <ConnectionState name={name} {...state} />
      )}
    </li>
  );
}

function TestableConnectionState({ name, failure, ...state }: ConnectionItemProps<TestableConnection>) {
  const test = client.useChange("/admin/connections/{name}/test", undefined, { name });
  const label = connectionLabels[name].label();
  return (
    <>
      <ConnectionState name={name} failure={test.data ? null : failure} {...state}>
        <Button
          size="small"
          tone="quiet"
          disabled={test.isPending}
          aria-label={m.connections_test_of({ name: label })}
          onClick={() => test.mutate({})}
        >
          {test.isPending ? m.connections_testing() : m.connections_test()}
        </Button>
      </ConnectionState>
      <p role="status" className={test.data?.success ? "text-calm-text" : "text-error"}>
        {test.data?.message}
      </p>
      <ChangeRefused error={test.error} />
    </>
  );
}

function ConnectionState({
  name,
  configured,
  failure,
  children,
}: ConnectionItemProps & { children?: ReactNode }) {
  const { label, hint } = connectionLabels[name];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-56 grow basis-0">
        <h3 className="flex items-center gap-2 font-medium">
          <span>{label()}</span>
          <Badge tone={configured ? "done" : "neutral"}>
            {configured ? m.connections_state_on() : m.connections_state_off()}
          </Badge>
          {failure && <Badge tone="emergency">{m.connections_state_failing()}</Badge>}
        </h3>
        <p className="text-xs text-muted">{hint()}</p>
        {failure && <p className="text-error">{failure}</p>}
      </div>
      {children}
    </div>
  );
}
