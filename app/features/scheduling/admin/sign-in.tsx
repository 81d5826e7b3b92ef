import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { Section } from "~/ui/section";
import { passingNotices } from "~/ui/toast-store";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";

/** His way to the page for his phone: invited by mail, he chooses a password of his own. */
export function SignIn({ technician }: { technician: TechnicianDetail }) {
  const invite = useTechnicianChange(technician, "invite");
  const { state, email } = technician.signIn;

  function send() {
    invite.mutate(
      {},
      {
        onSuccess: ({ signIn }) =>
          passingNotices.show({
            title: m.technician_invite_sent({ email: signIn.email ?? technician.email }),
            tone: "success",
          }),
      },
    );
  }

  if (!technician.active) return null;
  return (
    <Section title={m.technician_sign_in_title()}>
      <div className="flex flex-col items-start gap-2.5">
        <p className="text-xs text-muted">
          {
            {
              none: m.technician_sign_in_none(),
              invited: m.technician_sign_in_invited({ email: email ?? "" }),
              active: m.technician_sign_in_active({ email: email ?? "" }),
            }[state]
          }
        </p>
        {state !== "active" && (
          <Button size="small" tone="quiet" disabled={invite.isPending} onClick={send}>
            {state === "none" ? m.technician_invite() : m.technician_invite_again()}
          </Button>
        )}
        <ChangeRefused error={invite.error} />
      </div>
    </Section>
  );
}
