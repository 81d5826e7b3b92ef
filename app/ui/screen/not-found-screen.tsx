import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { ButtonLink } from "../button";

export function NotFoundScreen({ children }: { children?: ReactNode }) {
  return (
    <div className="grid min-h-[70svh] place-items-center px-4 py-16">
      <title>{m.common_not_found_title()}</title>
      <div className="flex flex-col items-center gap-5 text-center">
        <p className="figures text-sm text-muted">404</p>
        <h1 className="text-3xl">{m.common_not_found_title()}</h1>
        <p className="max-w-[52ch] text-muted">{m.common_not_found_body()}</p>
        <ButtonLink to="/">{m.common_go_home()}</ButtonLink>
        {children}
      </div>
    </div>
  );
}
