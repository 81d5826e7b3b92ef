import { useQuery } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { devicesQuery, revokeDevice, revokeOtherDevices } from "../../client";
import { deviceOf, labelForDevice } from "../../sign-in/device-name";
import type { DeviceView } from "../../views";
import { showFailure } from "../show-failure";
import { SettingsSection } from "./settings-section";

export function Devices() {
  const { data: devices } = useQuery(devicesQuery);
  const [busy, setBusy] = useState(false);

  async function revoke(request: () => Promise<DeviceView[]>) {
    setBusy(true);
    try {
      queryClient.setQueryData(devicesQuery.queryKey, await request());
      passingNotices.show({ title: m.account_device_revoked(), tone: "success" });
    } catch (error) {
      showFailure(error);
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    } finally {
      setBusy(false);
    }
  }

  return (
    <SettingsSection id="devices" title={m.account_devices()} lead={m.account_devices_lead()}>
      {devices ? (
        <ul className="flex flex-col divide-y divide-line">
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              busy={busy}
              onRevoke={() => revoke(() => revokeDevice(device.id))}
            />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-16" />
      )}
      {devices && devices.length > 2 && (
        <Button
          tone="quiet"
          className="self-start"
          disabled={busy}
          onClick={() => revoke(revokeOtherDevices)}
        >
          {m.account_device_revoke_others()}
        </Button>
      )}
    </SettingsSection>
  );
}

function Device({ device, busy, onRevoke }: { device: DeviceView; busy: boolean; onRevoke: () => void }) {
  const { mobile } = deviceOf(device.userAgent);
  const Icon = mobile ? Smartphone : Monitor;
  const name = labelForDevice(device.userAgent);
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="flex min-w-0 grow flex-col">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span>{name}</span>
          {device.current && <Badge tone="done">{m.account_device_this()}</Badge>}
        </span>
        <span className="figures text-sm text-muted">
          {m.account_device_used({ date: formatTime(device.lastUsedAt, "date") })}
        </span>
      </div>
      {!device.current && (
        <Button
          tone="plain"
          size="small"
          disabled={busy}
          aria-label={m.account_device_revoke_of({ device: bidiIsolate(name) })}
          onClick={onRevoke}
        >
          {m.account_device_revoke()}
        </Button>
      )}
    </li>
  );
}
