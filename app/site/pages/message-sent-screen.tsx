import { expectedReadText } from "~/features/website/contact/labels";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { useBusiness } from "../frame/business";
import type { Route } from "./+types/message-sent-page";
import { ThanksPage } from "./thanks-page";

export function MessageSentScreen({ loaderData: { opening } }: Route.ComponentProps) {
  const business = useBusiness();
  // The page is cached, so the time-dependent text appears after hydration.
  const read = useHydrated() ? expectedReadText(new Date(), opening) : m.content_sent_step_read_open();
  return (
    <>
      <title>{m.content_sent_page_title({ business: bidiIsolate(business.name) })}</title>
      <ThanksPage
        title={m.contact_sent_title()}
        lead={m.contact_sent()}
        stepsTitle={m.booking_next_title()}
        steps={[read, m.content_sent_step_answer(), m.content_sent_step_urgent()]}
      >
        <ButtonLink to="/">{m.common_go_home()}</ButtonLink>
        <ButtonAnchor href={callHref(business.emergencyPhone)} tone="quiet" className="figures">
          {m.content_call_number({ phone: formatPhone(business.emergencyPhone) })}
        </ButtonAnchor>
      </ThanksPage>
    </>
  );
}
