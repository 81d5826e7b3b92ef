import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useSession } from "~/platform/auth/session";
import { useMay } from "~/platform/auth/use-may";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate, DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Section, SectionAction } from "~/ui/section";
import { cacheTechnician } from "../../../operations/scheduling/admin-client";
import type { TechnicianDetail } from "../../../operations/scheduling/views";
import type { invitationApi } from "../api/invitation-api.server";
import { InvitationLanguage } from "./invitation-language";
import { StaffSessions } from "./staff-sessions";

const invitations = topicClient<typeof invitationApi>("technician");

/** Sign-in of a technician: invitation by email, and ending sessions on a lost phone. */
export function TechnicianSignIn({ technician }: { technician: TechnicianDetail }) {
  const invite = invitations.useChange("/admin/technicians/{technicianId}/invite", cacheTechnician);
  const maySignOut = useMay("team.manage");
  const session = useSession();
  const [language, setLanguage] = useState(DEFAULT_LOCALE);
  const [askingSessions, setAskingSessions] = useState(false);
  const { id, name, version, signIn } = technician;
  const { state, email, userId } = signIn;

  function send() {
    invite.mutate(
      // A repeated invitation keeps the language of the first one.
      { technicianId: id, version, ...(state === "none" && { language }) },
      {
        onSuccess: ({ technician: { email, signIn } }) =>
          passingNotices.show({
            title: m.technician_invite_sent({ email: signIn.email ?? email }),
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
        {state === "none" && (
          <InvitationLanguage
            languages={session.state === "signed-in" ? session.user.technicianLanguages : undefined}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Locale)}
          />
        )}
        {state !== "active" && (
          <Button size="small" tone="quiet" disabled={invite.isPending} onClick={send}>
            {state === "none" ? m.technician_invite() : m.technician_resend_invitation()}
          </Button>
        )}
        {state === "active" && userId && maySignOut && !askingSessions && (
          <SectionAction
            label={m.team_sessions_of({ name: bidiIsolate(name) })}
            onClick={() => setAskingSessions(true)}
          >
            {m.technician_sign_in_devices()}
          </SectionAction>
        )}
        {userId && askingSessions && (
          <StaffSessions id={userId} name={name} onClose={() => setAskingSessions(false)} />
        )}
        <ChangeRefused error={invite.error} />
      </div>
    </Section>
  );
}
