import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { Card } from "~/ui/card";
import { NeedsScripts } from "~/ui/screen/needs-scripts";

interface AuthFrameProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <>
      <title>{title}</title>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-muted">{lead}</p>
      <Card className="mt-6 flex flex-col gap-5">
        <NeedsScripts>
          <p>{m.account_sign_in_without_script()}</p>
        </NeedsScripts>
        {children}
      </Card>
    </>
  );
}

/** Link to another step, which keeps the return path. */
export function StepLink({ mode, children }: { mode?: "sign-up" | "forgot" | "code"; children: ReactNode }) {
  const [search] = useSearchParams();
  const next = search.get("next");
  const query = new URLSearchParams({ ...(mode ? { mode } : {}), ...(next ? { next } : {}) });
  return (
    <Link
      to={`/auth${query.size > 0 ? `?${query}` : ""}`}
      className="rounded-sm font-medium text-link underline underline-offset-4 hover:no-underline"
    >
      {children}
    </Link>
  );
}
