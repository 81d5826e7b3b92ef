import { Link, useRouteLoaderData } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { type NavService, useBusiness } from "../frame/business";

/** Suggestions on a not-found page: common pages, booking lookup, contact. */
export function NotFoundSuggestions() {
  const business = useBusiness();
  const { services = [] } = useRouteLoaderData<{ services: NavService[] }>("site/frame/site-layout") ?? {};
  return (
    <section
      aria-labelledby="ways-on"
      className="mt-6 flex w-full max-w-2xl flex-col items-center gap-5 border-t border-line pt-8"
    >
      <h2 id="ways-on" className="text-xl">
        {m.website_unknown_services()}
      </h2>
      <ul className="flex flex-wrap justify-center gap-2">
        {services.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/services/${id}`}
              className="flex min-h-11 items-center rounded border border-control bg-surface px-4 text-sm font-medium wrap-anywhere hover:border-accent hover:bg-brass-soft"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/bookings#follow" tone="quiet">
          {m.website_unknown_follow()}
        </ButtonLink>
        <ButtonAnchor href={callHref(business.phone)} tone="quiet" className="figures">
          {m.website_unknown_call({ phone: formatPhone(business.phone) })}
        </ButtonAnchor>
      </div>
    </section>
  );
}
