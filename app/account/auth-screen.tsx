import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { CheckMail } from "~/features/people/accounts/components/sign-in/check-mail";
import { ForgottenPassword } from "~/features/people/accounts/components/sign-in/forgotten-password";
import { NewPassword } from "~/features/people/accounts/components/sign-in/new-password";
import { safeReturnPath } from "~/features/people/accounts/components/sign-in/return-path";
import { SecondFactor } from "~/features/people/accounts/components/sign-in/second-factor";
import { SignIn } from "~/features/people/accounts/components/sign-in/sign-in";
import { SignInByCode } from "~/features/people/accounts/components/sign-in/sign-in-by-code";
import { SignUp } from "~/features/people/accounts/components/sign-in/sign-up";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { type SessionUser, useSignedIn } from "~/platform/auth/session";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import { loadAllIslands } from "~/ui/screen/lazy-island";

/** Step of the sign-in that is not in the address. */
type Step = { name: "second-factor" } | { name: "check-mail"; email: string };

/** /auth: sign-in, sign-up and password reset; returns to the page of origin. */
export function AuthScreen() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step | null>(null);
  const signedIn = useSignedIn({ fresh: true });
  const next = safeReturnPath(search.get("next"));
  // Browsers do not send the fragment to the server, so the first markup cannot depend on it.
  const link = linkOf(
    useSyncExternalStore(
      never,
      () => hash,
      () => "",
    ),
  );
  const mode = search.get("mode");

  useEffect(() => {
    // A password reset link works for signed-in users too.
    if (!signedIn || link?.to === "reset") return;
    loadAllIslands();
    navigate(next ?? homeOf(signedIn), { replace: true });
  }, [signedIn, link?.to, next, navigate]);

  useEffect(() => {
    if (mode !== null || hash !== "") setStep(null);
  }, [mode, hash]);

  function content() {
    if (step?.name === "second-factor") return <SecondFactor onDone={welcome} onBack={() => setStep(null)} />;
    if (step?.name === "check-mail") return <CheckMail email={step.email} />;
    if (link?.to === "reset") return <NewPassword link={link.token} />;
    if (mode === "sign-up") return <SignUp onSent={(email) => setStep({ name: "check-mail", email })} />;
    if (mode === "forgot") return <ForgottenPassword />;
    if (mode === "code")
      return <SignInByCode onDone={welcome} onSecondFactor={() => setStep({ name: "second-factor" })} />;
    return (
      <SignIn
        // The link's email is known after the first markup only.
        key={link?.token}
        email={link?.email}
        link={link?.to === "confirm" ? link.token : undefined}
        onDone={welcome}
        onSecondFactor={() => setStep({ name: "second-factor" })}
        onUnconfirmed={(email) => setStep({ name: "check-mail", email })}
      />
    );
  }

  return (
    <div className="page-column grid min-h-[70svh] place-items-center py-12">
      <div className="w-full max-w-md">{content()}</div>
    </div>
  );
}

const never = () => () => {};

function welcome() {
  for (const { id } of notices.list()) notices.dismiss(id);
  passingNotices.show({
    title: m.account_welcome_back(),
    description: m.account_signed_in(),
    tone: "success",
  });
}

/** Reads the fragment of an emailed account link (features/people/accounts/links.server.ts). */
function linkOf(hash: string): { to: "confirm" | "reset"; token: string; email?: string } | null {
  const fragment = new URLSearchParams(hash.slice(1));
  for (const to of ["confirm", "reset"] as const) {
    const token = fragment.get(to);
    if (token) return { to, token, email: fragment.get("email") ?? undefined };
  }
  return null;
}

/** Start page after a sign-in without a return path. */
function homeOf(user: SessionUser): string {
  if (user.role === "technician") return "/technician";
  if (!may(user, "office.enter")) return "/dashboard";
  return user.mustSetUpTwoFactor ? "/user-settings" : "/admin";
}
