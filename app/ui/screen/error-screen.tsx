import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { Button, ButtonAnchor } from "../button";

/**
 * Error screen with the wording specified by the client (docs/domain.md, "Screens"). `onRetry`: absent, the button
 * opens the page again.
 */
export function ErrorScreen({ onRetry }: { onRetry?: () => void }) {
  const phone = useRouteLoaderData<{ phone: string | null }>("root")?.phone;
  const navigate = useNavigate();
  // "." would navigate to the layout.
  const location = useLocation();
  return (
    <div id="error-screen" className="grid min-h-svh place-items-center px-4 py-16">
      <title>{m.common_app_error_title()}</title>
      <div role="alert" className="measure flex flex-col items-center gap-5 text-center">
        <h1 className="text-3xl">{m.common_app_error_title()}</h1>
        <p className="max-w-[52ch] text-muted">{m.common_app_error_body()}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry ?? (() => navigate(location, { replace: true }))}>
            {m.common_try_again()}
          </Button>
          <Button tone="quiet" onClick={() => window.location.reload()}>
            {m.common_refresh_page()}
          </Button>
          {phone && (
            <ButtonAnchor tone="quiet" href={callHref(phone)}>
              {formatPhone(phone)}
            </ButtonAnchor>
          )}
        </div>
      </div>
    </div>
  );
}
