import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";

/** Page where the reason of a refusal can be corrected. */
interface RefusalLink {
  path: string;
  label: string;
}

/** Error of a rejected change. After a conflict, the record is already reloaded. */
export function ChangeRefused({ error }: { error: Error | null }) {
  const message = useRef<HTMLParagraphElement>(null);
  // The pressed button may stand at the end of the screen.
  useEffect(() => {
    if (error) message.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  if (!error) return null;
  const reloaded = error instanceof HttpError && (error.reason === "stale" || error.reason === "wrong-state");
  const link = error instanceof HttpError ? (error.body.link as RefusalLink | undefined) : undefined;
  return (
    <p ref={message} role="alert" className="flex items-start gap-2 text-sm text-error">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span>{error.message}</span>
        {link && (
          <Link to={link.path} className="ms-1 underline underline-offset-4">
            {link.label}
          </Link>
        )}
        {reloaded && <span className="block">{m.admin_reloaded()}</span>}
      </span>
    </p>
  );
}
