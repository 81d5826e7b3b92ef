import Link2 from "lucide-react/icons/link-2";
import Mail from "lucide-react/icons/mail";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { ShareLinkDialog } from "../../../core/documents/components/share-link";
import { useReplaceContractLink, useSendContract } from "../admin-client";
import type { ContractDetail } from "../views";

/** Emails the contract document, or shows its link to share it otherwise. `tone`: of the email button. */
export function SendContract({ contract, tone }: { contract: ContractDetail; tone?: "quiet" }) {
  const change = useSendContract();
  const replacement = useReplaceContractLink();
  const [url, setUrl] = useState<string | null>(null);
  const { id, reference, email, phone } = contract;
  const name = bidiIsolate(contract.contactName);

  async function send(channel: "email" | "link") {
    // The error is shown through `change.error`.
    const answer = await change.mutateAsync({ id, channel }).catch(() => null);
    if (!answer) return;
    if (answer.url) setUrl(answer.url);
    else passingNotices.show({ title: m.contract_sent({ email }), tone: "success" });
  }

  return (
    <>
      <Button size="small" tone={tone} disabled={change.isPending} onClick={() => void send("email")}>
        <Mail aria-hidden />
        <span>{m.contract_send()}</span>
      </Button>
      <Button size="small" tone="quiet" disabled={change.isPending} onClick={() => void send("link")}>
        <Link2 aria-hidden />
        <span>{m.contract_link_show()}</span>
      </Button>
      <ChangeRefused error={change.error} />
      <ShareLinkDialog
        title={m.contract_link_title()}
        hint={m.contract_link_hint()}
        copyLabel={m.contract_link_copy()}
        url={url}
        phone={phone}
        whatsappText={(url) =>
          contract.state === "requested" && !contract.acceptance
            ? m.contract_link_whatsapp({ name, reference, url })
            : m.contract_link_whatsapp_accepted({ name, reference, url })
        }
        replacement={replacement}
        onReplace={() => replacement.mutate({ id }, { onSuccess: (answer) => setUrl(answer.url) })}
        onClose={() => setUrl(null)}
      />
    </>
  );
}
