import HardHat from "lucide-react/icons/hard-hat";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate } from "react-router";
import { forgetDrafts } from "~/features/operations/technician-app/offline/drafts";
import { findStored, saveStored } from "~/features/operations/technician-app/offline/phone-store";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { enterLanguage, enterProfileLanguage } from "~/platform/auth/profile-language";
import { refreshSession, type SessionUser } from "~/platform/auth/session";
import { currentLocale, isLocale, type Locale, prefixOf } from "~/platform/locale/locale";
import { prefixPath } from "~/platform/locale/page-languages";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { LoadingScreen } from "~/ui/screen/loading-screen";

type Who =
  | { state: "loading" | "signed-out" | "unknown" }
  | { state: "technician" | "other"; user: SessionUser };

/**
 * Shows the page to technicians. Offline, the last user is assumed: the phone shows only what it stored, and
 * the server refuses taps of another user.
 */
export function TechnicianGuard({
  children,
}: {
  children: (user: SessionUser, onSignedOut: () => void) => ReactNode;
}) {
  const [who, setWho] = useState<Who>({ state: "loading" });
  const [onSignedOut] = useState(() => () => setWho({ state: "signed-out" }));

  useEffect(() => {
    void whoIsThere().then(setWho);
  }, []);

  switch (who.state) {
    case "loading":
      return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
    case "signed-out":
      return <Navigate to="/auth?next=/technician" replace />;
    case "technician":
      return children(who.user, onSignedOut);
    case "other":
      return (
        <Screen title={m.technician_denied_title()}>
          <p>{m.technician_denied({ email: who.user.email })}</p>
          <ButtonLink to={may(who.user, "office.enter") ? "/admin" : "/"}>
            {m.technician_denied_leave()}
          </ButtonLink>
        </Screen>
      );
    default:
      return (
        <Screen title={m.technician_offline_first_title()}>
          <p>{m.technician_offline_first()}</p>
          <Button size="large" onClick={() => location.reload()}>
            {m.common_try_again()}
          </Button>
        </Screen>
      );
  }
}

async function whoIsThere(): Promise<Who> {
  try {
    const session = await refreshSession();
    if (session.state !== "signed-in") return { state: enterLastLanguage() ? "loading" : "signed-out" };
    if (enterProfileLanguage(session)) return { state: "loading" };
    const { user } = session;
    rememberLanguage();
    await forgetDrafts(user.id);
    if (user.role !== "technician") return { state: "other", user };
    // The page also works in browsers without storage.
    await saveStored("user", user).catch(() => {});
    return { state: "technician", user };
  } catch {
    const user = await findStored("user").catch(() => null);
    if (!user) return { state: "unknown" };
    // The app may have been installed in another language, and the phone stores the page of each.
    if (user.language && (await isCached(user.language)) && enterLanguage(user.language))
      return { state: "loading" };
    return { state: "technician", user };
  }
}

async function isCached(language: Locale): Promise<boolean> {
  try {
    return (await caches.match(prefixPath(prefixOf(language), "/technician"))) !== undefined;
  } catch {
    return false;
  }
}

const LAST_LANGUAGE = "technician_language";

function rememberLanguage(): void {
  try {
    localStorage.setItem(LAST_LANGUAGE, currentLocale());
  } catch {}
}

/** Opens the page, whose sign-in is next, in the language in which it was last used on this device. */
function enterLastLanguage(): boolean {
  try {
    const language = localStorage.getItem(LAST_LANGUAGE);
    return isLocale(language) && enterLanguage(language);
  } catch {
    return false;
  }
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-svh place-items-center">
      <EmptyState icon={<HardHat aria-hidden />} title={title} heading="h1">
        {children}
      </EmptyState>
    </main>
  );
}
