import Mail from "lucide-react/icons/mail";
import { type ComponentProps, useState } from "react";
import { m } from "~/paraglide/messages";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { ShareLinkDialog } from "../../../core/documents/components/share-link";
import { useReplaceContractLink, useSendContract as useSendContractDocument } from "../admin-client";
import type { ContractDetail } from "../views";

/** Actions that email the contract document, or show its link to share it otherwise, and the dialog of the link. */
export function useSendContract(contract: ContractDetail) {
  const change = useSendContractDocument();
  const replacement = useReplaceContractLink();
  const [url, setUrl] = useState<string | null>(null);
  const { id, email, phone } = contract;

  async function send(channel: "email" | "link") {
    // The error is shown through `change.error`.
    const answer = await change.mutateAsync({ id, channel }).catch(() => null);
    if (!answer) return;
    if (answer.url) setUrl(answer.url);
    else passingNotices.show({ title: m.contract_sent({ email }), tone: "success" });
  }

  const actions = {
    email: {
      label: m.contract_send(),
      Icon: Mail,
      disabled: change.isPending,
      error: change.error,
      run: () => void send("email"),
    },
    link: { label: m.contract_link_show(), disabled: change.isPending, run: () => void send("link") },
  };
  const dialog: ComponentProps<typeof ShareLinkDialog> = {
    title: m.contract_link_title(),
    hint: m.contract_link_hint(),
    copyLabel: m.contract_link_copy(),
    url,
    phone,
    whatsappText: contract.linkText,
    replacement,
    onReplace: () => replacement.mutate({ id }, { onSuccess: (answer) => setUrl(answer.url) }),
    onClose: () => setUrl(null),
  };
  return { actions, dialog };
}
