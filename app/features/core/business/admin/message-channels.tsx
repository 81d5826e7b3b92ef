import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { labelForChannel } from "~/platform/messaging/labels";
import { messageChannelsQuery } from "../admin-client";

/** Configured services, and the kinds of messages whose channels are fixed. */
export function MessageChannels() {
  const { data } = useQuery(messageChannelsQuery);
  if (!data) return null;
  const { channels } = data;
  const hasTexts = channels.some((channel) => channel !== "email");
  const fixed = [
    { kind: m.settings_channels_page(), channels: m.settings_channels_page_channels() },
    { kind: m.settings_channels_office(), channels: m.settings_channels_office_channels() },
    { kind: m.settings_channels_with_email(), channels: m.settings_channels_with_email_channels() },
  ];
  return (
    <div className="flex flex-col gap-6">
      {hasTexts ? (
        <p className="text-sm">
          {m.settings_channels_configured({ channels: formatList(channels.map(labelForChannel)) })}
        </p>
      ) : (
        <p role="status" className="rounded bg-brass-soft px-3.5 py-2.5 text-sm text-brass-text">
          {m.settings_channels_not_configured()}
        </p>
      )}
      <table className="w-full text-start text-sm">
        <caption className="mb-2 text-start text-sm font-semibold">{m.settings_channels_fixed()}</caption>
        <tbody>
          {fixed.map(({ kind, channels }) => (
            <tr key={kind} className="border-t border-line align-top">
              <th scope="row" className="w-1/2 py-2 pe-4 text-start font-normal">
                {kind}
              </th>
              <td className="py-2 text-muted">{channels}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
