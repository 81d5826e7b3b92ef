import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useOutletContext, useRouteLoaderData } from "react-router";
import { profileQuery } from "~/features/people/accounts/client";
import { DeleteAccount } from "~/features/people/accounts/components/settings/delete-account";
import { Devices } from "~/features/people/accounts/components/settings/devices";
import { Email } from "~/features/people/accounts/components/settings/email";
import { Notifications } from "~/features/people/accounts/components/settings/notifications";
import { Password } from "~/features/people/accounts/components/settings/password";
import { Profile } from "~/features/people/accounts/components/settings/profile";
import { Properties } from "~/features/people/accounts/components/settings/properties";
import { SettingsSection } from "~/features/people/accounts/components/settings/settings-section";
import { TwoFactor } from "~/features/people/accounts/components/settings/two-factor";
import { m } from "~/paraglide/messages";
import type { SessionUser } from "~/platform/auth/session";
import { localPath, type PageLanguage } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { Skeleton } from "~/ui/screen/skeleton";

/** /user-settings: profile, email, password, devices and data. */
export function SettingsScreen() {
  const user = useOutletContext<SessionUser>();
  const { hash } = useLocation();
  const { languages = [] } =
    useRouteLoaderData<{ languages: PageLanguage[] }>("site/frame/site-layout") ?? {};
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const ready = profile !== undefined;

  useEffect(() => {
    if (ready && /^#[a-z-]+$/.test(hash)) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash]);

  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <h1 className="text-3xl">{m.account_settings()}</h1>
      {user.mustSetUpTwoFactor && (
        <p role="status" className="rounded-lg bg-brass-soft p-4 text-brass-text">
          {m.account_two_factor_required()}
        </p>
      )}
      {error && !profile ? (
        <EmptyState title={error.message}>
          <Button tone="quiet" onClick={() => refetch()}>
            {m.common_try_again()}
          </Button>
        </EmptyState>
      ) : profile ? (
        <>
          <Profile profile={profile} languages={languages.map(({ locale }) => locale)} />
          <Email profile={profile} />
          <Properties customer={profile.email} />
          <Password />
          <TwoFactor on={profile.twoFactor} />
          <Devices />
          <Notifications profile={profile} />
          <SettingsSection id="data" title={m.account_data()} lead={m.account_data_lead()}>
            <a
              href={localPath("/api/account/export")}
              download
              className="self-start font-medium text-link underline underline-offset-4 hover:no-underline"
            >
              {m.account_export()}
            </a>
          </SettingsSection>
          <DeleteAccount />
        </>
      ) : (
        <>
          <Skeleton className="h-72" />
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </>
      )}
    </div>
  );
}
