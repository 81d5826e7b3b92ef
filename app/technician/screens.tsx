import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { EmergencyCalls } from "~/features/operations/emergencies/components/emergency-calls";
import { VisitCards } from "~/features/operations/technician-app/components/visit-cards";
import { VisitScreen } from "~/features/operations/technician-app/components/visit-screen";
import { WebsiteConsent } from "~/features/operations/technician-app/components/website-consent";
import { clearStoredVisits } from "~/features/operations/technician-app/offline/phone-store";
import { DeviceNotifications } from "~/features/people/accounts/components/device-notifications";
import {
  FirstLanguageChoice,
  LanguageSelect,
  mustChooseLanguage,
} from "~/features/people/accounts/components/language-choice";
import { VisitChanges } from "~/features/people/accounts/components/visit-changes";
import { signOutWithNotice } from "~/features/people/accounts/sign-in/sign-out-client";
import { m } from "~/paraglide/messages";
import { displayName, type SessionUser } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { usePushNotifications } from "~/platform/push/use-push-notifications";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { FailedParts } from "~/ui/screen/failed-parts";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { NewVersion } from "~/ui/screen/new-version";
import { ConnectionBar } from "./connection-bar";
import { OrphanedDrafts } from "./orphaned-drafts";
import { storeTap } from "./outbox";
import { RefusedTaps } from "./refused-taps";
import { type TechnicianWork, useTechnicianWork } from "./use-work";

/** Asks for the language at the first launch on a device. */
export function TechnicianScreens(props: { user: SessionUser; onSignedOut: () => void }) {
  const [choosesLanguage, setChoosesLanguage] = useState(() => mustChooseLanguage(props.user));
  if (!choosesLanguage) return <Work {...props} />;
  return <FirstLanguageChoice user={props.user} onChosen={() => setChoosesLanguage(false)} />;
}

/** The list, or the visit in `?visit=`. One page, so that opening a visit needs no connection. */
function Work({ user, onSignedOut }: { user: SessionUser; onSignedOut: () => void }) {
  const work = useTechnicianWork(user.id, onSignedOut);
  usePushNotifications("technician");
  const [search] = useSearchParams();
  const visit = work.visits?.find(({ id }) => id === search.get("visit"));
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col bg-paper">
      <NewVersion />
      {work.online && <FailedParts />}
      <ConnectionBar online={work.online} at={work.at} waiting={work.waiting.length} />
      {visit ? (
        <VisitScreen
          key={visit.id}
          visit={visit}
          user={user}
          refused={
            work.refused.some(({ visitId }) => visitId === visit.id) ? (
              <RefusedTaps work={work} visitId={visit.id} />
            ) : null
          }
          unfinished={work.unfinished}
          storeTap={storeTap}
        />
      ) : (
        <Overview user={user} work={work} onSignedOut={onSignedOut} />
      )}
    </div>
  );
}

function Overview({
  user,
  work,
  onSignedOut,
}: {
  user: SessionUser;
  work: TechnicianWork;
  onSignedOut: () => void;
}) {
  const navigate = useNavigate();
  const { visits, error } = work;

  async function leave() {
    if (!(await signOutWithNotice())) return;
    await clearStoredVisits().catch(() => {});
    queryClient.clear();
    onSignedOut();
    navigate("/auth?next=/technician", { replace: true });
  }

  if (!visits && !error) return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
  return (
    <>
      <header className="flex items-center justify-between gap-3 px-4 pt-4">
        <Avatar
          name={displayName(user)}
          picture={work.pictureId && `/api/technician/picture/${work.pictureId}`}
        />
        <div className="min-w-0 grow">
          <h1 className="text-xl">{m.technician_title()}</h1>
          <p className="truncate text-muted">
            <bdi>{displayName(user)}</bdi>
          </p>
        </div>
        <Button tone="quiet" aria-label={m.account_sign_out()} onClick={leave} className="size-14 px-0!">
          <LogOut aria-hidden />
        </Button>
      </header>
      <main className="flex grow flex-col gap-6 px-4 py-5">
        <RefusedTaps work={work} />
        <OrphanedDrafts work={work} />
        <EmergencyCalls />
        {visits ? (
          <VisitCards visits={visits} unsent={work.waiting} unfinished={work.unfinished} />
        ) : (
          <EmptyState title={m.technician_failed()}>
            <p role="alert">{error?.message}</p>
            <Button size="large" onClick={work.refresh}>
              {m.common_try_again()}
            </Button>
          </EmptyState>
        )}
        <div className="mt-auto flex flex-col gap-4 border-t border-line pt-4">
          <DeviceNotifications app="technician" />
          {work.online && <VisitChanges />}
          {work.online && user.languages && user.languages.length > 1 && <LanguageSelect user={user} />}
          {work.websiteConsentAt !== undefined && (
            <WebsiteConsent consentAt={work.websiteConsentAt} online={work.online} onChanged={work.refresh} />
          )}
        </div>
      </main>
    </>
  );
}
