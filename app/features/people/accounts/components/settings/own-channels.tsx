import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { leftToRight } from "~/platform/locale/locale";
import type { CustomerChannel, TextChannel } from "~/platform/messaging/channel";
import { labelForChannel } from "~/platform/messaging/labels";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { Select } from "~/ui/form/field";
import { passingNotices } from "~/ui/overlay/toast-store";
import { chooseOwnChannel, ownChannelsQuery, reopenOwnChannel } from "../../client";
import type { OwnChannels as Channels } from "../../views";
import { showFailure } from "../show-failure";

/** Channel of service messages, and channels that the person stopped. Nothing without a configured service. */
export function OwnChannels() {
  const { data } = useQuery(ownChannelsQuery);
  const [saving, setSaving] = useState<CustomerChannel | null>(null);
  if (!data || data.channels.length === 0 || !data.phone) return null;
  const { channels, closed, canReopen } = data;
  const phone = leftToRight(formatPhone(data.phone));

  async function save(channel: CustomerChannel, request: () => Promise<Channels>) {
    setSaving(channel);
    try {
      queryClient.setQueryData(ownChannelsQuery.queryKey, await request());
      passingNotices.show({ title: m.account_saved(), tone: "success" });
    } catch (error) {
      showFailure(error);
      void queryClient.invalidateQueries({ queryKey: ownChannelsQuery.queryKey });
    } finally {
      setSaving(null);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <Select
        label={m.account_channel()}
        hint={m.account_channel_hint({ phone })}
        value={saving ?? data.chosen ?? "email"}
        disabled={saving !== null}
        onChange={({ target }) => {
          const channel = target.value as CustomerChannel;
          void save(channel, () => chooseOwnChannel(channel));
        }}
      >
        {channels.map((channel) => (
          <option key={channel} value={channel}>
            {labelForChannel(channel)}
          </option>
        ))}
        <option value="email">{m.booking_channel_email()}</option>
      </Select>
      {closed.map((channel) => (
        <ClosedChannel
          key={channel}
          channel={channel}
          phone={phone}
          onReopen={canReopen ? () => save(channel, () => reopenOwnChannel(channel)) : null}
          disabled={saving !== null}
        />
      ))}
    </div>
  );
}

interface ClosedChannelProps {
  channel: TextChannel;
  phone: string;
  /** Null if only a message from the phone can open it again. */
  onReopen: (() => void) | null;
  disabled: boolean;
}

function ClosedChannel({ channel, phone, onReopen, disabled }: ClosedChannelProps) {
  const name = labelForChannel(channel);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{m.account_channel_closed({ channel: name, phone })}</p>
      {onReopen ? (
        <Button tone="quiet" className="self-start" disabled={disabled} onClick={onReopen}>
          {m.account_channel_reopen({ channel: name })}
        </Button>
      ) : (
        <p className="text-sm text-muted">{m.account_channel_reopen_by_start()}</p>
      )}
    </div>
  );
}
