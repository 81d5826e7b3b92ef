import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type FormEvent, useEffect, useId, useState, useSyncExternalStore } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { type SessionUser, signIn, useSession } from "~/platform/session";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { controlClass, Field, TextField } from "~/ui/field";
import { notices, passingNotices } from "~/ui/toast-store";
import { safeReturnPath } from "./return-path";

export function meta() {
  return [{ title: m.account_sign_in() }, { name: "robots", content: "noindex" }];
}

type Errors = Partial<Record<"email" | "password", string>>;

/** /auth: sign in, then go back to where one came from. */
export default function AuthPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const [errors, setErrors] = useState<Errors>({});
  const [submitting, setSubmitting] = useState(false);
  const canSubmit = useHydrated() && !submitting;
  const signedIn = session.state === "signed-in" && session.fresh ? session.user : null;
  const next = safeReturnPath(search.get("next"));

  useEffect(() => {
    if (signedIn) navigate(next ?? homeOf(signedIn), { replace: true });
  }, [signedIn, next, navigate]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const credentials = { email: String(data.get("email")).trim(), password: String(data.get("password")) };
    const found = check(form, credentials);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return focusField(form, first);
    setSubmitting(true);
    try {
      await signIn(credentials);
      for (const { id } of notices.list()) notices.dismiss(id);
      passingNotices.show({
        title: m.account_welcome_back(),
        description: m.account_signed_in(),
        tone: "success",
      });
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      notices.show({ title: m.account_sign_in_error(), description, tone: "error" });
      focusField(form, "password");
    } finally {
      setSubmitting(false);
    }
  }

  return (
    <div className="page-column grid min-h-[70svh] place-items-center py-12">
      <div className="w-full max-w-md">
        <h1 className="text-2xl">{m.account_sign_in_title()}</h1>
        <p className="mt-2 text-muted">{m.account_sign_in_lead()}</p>
        <Card className="mt-6">
          {/* A submit before the script is there must not put the password into the address: post, and wait. */}
          <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
            <TextField
              label={m.account_email()}
              name="email"
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              required
              error={errors.email}
            />
            <PasswordField error={errors.password} />
            <Button type="submit" size="large" disabled={!canSubmit}>
              {submitting ? m.account_signing_in() : m.account_sign_in()}
            </Button>
          </form>
        </Card>
      </div>
    </div>
  );
}

function PasswordField({ error }: { error?: string }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field id={id} label={m.account_password()} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            name="password"
            type={shown ? "text" : "password"}
            autoComplete="current-password"
            maxLength={128}
            required
            className={classNames(controlClass, "pe-12")}
          />
          <button
            type="button"
            aria-label={shown ? m.account_hide_password() : m.account_show_password()}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}

function check(form: HTMLFormElement, { email, password }: { email: string; password: string }): Errors {
  const errors: Errors = {};
  const field = form.elements.namedItem("email");
  if (!email) errors.email = m.account_email_required();
  else if (field instanceof HTMLInputElement && field.validity.typeMismatch) {
    errors.email = m.account_email_invalid();
  }
  if (!password) errors.password = m.account_password_required();
  return errors;
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Where a sign-in without a wish leads. */
function homeOf(user: SessionUser): string {
  return user.role === "admin" ? "/admin" : "/";
}

const never = () => () => {};

/** False in the server's HTML, true once the page's script runs. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
