import Link2Off from "lucide-react/icons/link-2-off";
import Phone from "lucide-react/icons/phone";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { callHref } from "~/platform/text/contact-links";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { NeedsScripts } from "~/ui/screen/needs-scripts";
import { Skeleton } from "~/ui/screen/skeleton";
import type { PublicBusiness } from "../frame/business";

/** Shared parts of pages behind emailed links: booking, quote, invoice. */

/**
 * Headers that keep the page out of caches, because the link is a key, the browser may be shared, and Back
 * must show the current state. "same-origin" hides the address from other sites but keeps the Origin header
 * of our forms.
 */
export function privatePageHeaders() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

/**
 * Client loader that asks the server only while the address carries a link key, which the answer removes. Otherwise,
 * from another page of the site or for signed-in customers, the queries of the screen load the record.
 */
export function loadByLinkKey<Loaded>(withoutKey: Loaded) {
  return async function clientLoader({ request, serverLoader }: LinkLoaderArgs<Loaded>): Promise<Loaded> {
    return new URL(request.url).searchParams.has("key") ? serverLoader() : withoutKey;
  };
}

interface LinkLoaderArgs<Loaded> {
  request: Request;
  serverLoader: () => Promise<Loaded>;
}

/** True for an expired link with a correct key. */
export function isExpiredLink(error: Error | null): boolean {
  return error instanceof HttpError && error.reason === "link-expired";
}

/** Waiting state. `children`: content readable without JavaScript. */
export function LinkedPageWaiting({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <h1 className="sr-only">{m.common_loading()}</h1>
      <NeedsScripts>{children}</NeedsScripts>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-28" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-80" />
    </div>
  );
}

interface LinkedPageNotFoundProps {
  error: Error;
  /** Texts for a record that does not exist for this visitor. */
  unknown: { title: string; hint: string };
  business: PublicBusiness;
  /** Further help. */
  children?: ReactNode;
  /** Link for visitors without a key. */
  alternative: { to: string; label: string };
  onRetry: () => unknown;
}

export function LinkedPageNotFound({
  error,
  unknown,
  business,
  children,
  alternative,
  onRetry,
}: LinkedPageNotFoundProps) {
  const isUnknown = error instanceof HttpError && error.status === 404;
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX aria-hidden />}
      title={isUnknown ? unknown.title : m.common_app_error_title()}
    >
      <p>{isUnknown ? unknown.hint : error.message}</p>
      {isUnknown && children}
      <div className="flex flex-wrap justify-center gap-2">
        {isUnknown ? (
          <ButtonLink to={alternative.to}>{alternative.label}</ButtonLink>
        ) : (
          <Button onClick={() => onRetry()}>{m.common_try_again()}</Button>
        )}
        {/* The bottom bar of phones has a contact menu. */}
        <CallButton business={business} className="max-md:hidden" />
      </div>
    </EmptyState>
  );
}

export function CallButton({ business, className }: { business: PublicBusiness; className?: string }) {
  return (
    <ButtonAnchor tone="quiet" href={callHref(business.phone)} className={className}>
      <Phone aria-hidden />
      {m.site_call()}
    </ButtonAnchor>
  );
}

interface ExpiredLinkProps {
  /** Value posted without JavaScript, by which the page's action recognises this form. */
  formValue: string;
  /** Result of the post without JavaScript. */
  posted: string | null;
  requestLink: () => Promise<unknown>;
}

/** Notice for an expired link: a new one is sent to the address that the office knows. */
export function ExpiredLink({ formValue, posted, requestLink }: ExpiredLinkProps) {
  const [message, setMessage] = useState(posted);
  const [pending, setPending] = useState(false);

  async function submit() {
    setPending(true);
    try {
      await requestLink();
      setMessage(m.link_sent());
    } catch (error) {
      setMessage(error instanceof HttpError ? error.message : m.common_unexpected_answer());
    } finally {
      setPending(false);
    }
  }

  return (
    <EmptyState heading="h1" icon={<Link2Off aria-hidden />} title={m.link_expired()}>
      <p>{m.link_expired_hint()}</p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex flex-col items-center gap-3"
      >
        <input type="hidden" name="answer" value={formValue} />
        <Button type="submit" disabled={pending}>
          {m.link_mail()}
        </Button>
        <p role="status">{message}</p>
      </form>
    </EmptyState>
  );
}
