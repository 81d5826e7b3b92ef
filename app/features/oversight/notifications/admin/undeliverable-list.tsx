import MailX from "lucide-react/icons/mail-x";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { formatTime } from "~/platform/time";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { useBatches } from "~/ui/list/use-batches";
import type { notificationsApi } from "../api.server";
import type { UndeliverableAddress } from "../views";

const mails = topicClient<typeof notificationsApi>("mail");

const addressesQuery = () => mails.pages("/admin/undeliverable-addresses", {});

function useAllowAddresses() {
  const { mutateAsync } = mails.useChange("/admin/undeliverable-addresses/remove");
  return useBatches((rows: readonly UndeliverableAddress[]) =>
    mutateAsync({ addresses: rows.map(({ id }) => id) }),
  );
}

export const undeliverableList = officeList<UndeliverableAddress, Record<never, never>>({
  path: "/admin/activity/undeliverable",
  recordPath: ({ email }) => `/admin/activity/mails?${new URLSearchParams({ search: email })}`,
  title: m.activity_title,
  hint: m.mail_undeliverable_hint,
  useRows: pagedRows(addressesQuery, ({ addresses }) => addresses),
  layout: {
    columns: [
      {
        label: m.mail_undeliverable_address,
        width: "w-64",
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        fullText: ({ email }) => email,
        cell: ({ email }) => email,
      },
      {
        label: m.mail_undeliverable_reason,
        cellClass: "text-muted",
        card: "line",
        fullText: ({ reason }) => reason,
        cell: ({ reason }) => reason,
      },
      {
        label: m.mail_undeliverable_refused,
        width: "w-52",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ refusedAt }) => formatTime(refusedAt, "fullDateTime"),
      },
    ],
  },
  empty: { Icon: MailX, title: m.mail_undeliverable_empty },
  bulk: {
    may: "mails.retry",
    label: m.mail_undeliverable_selected,
    isSelectable: () => true,
    nameOf: ({ email }) => email,
    chooseAll: m.mail_undeliverable_select_all,
    chosen: m.mail_undeliverable_chosen,
    actions: [
      {
        label: m.mail_undeliverable_allow,
        done: m.mail_undeliverable_allowed,
        useAction: useAllowAddresses,
      },
    ],
  },
});
