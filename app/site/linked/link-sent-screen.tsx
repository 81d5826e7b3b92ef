import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useBusiness } from "../frame/business";
import { ThanksPage } from "../pages/thanks-page";

/** The same page whether or not the booking exists. */
export function LinkSentScreen() {
  const business = useBusiness();
  return (
    <>
      <title>{m.site_link_sent_page_title({ business: bidiIsolate(business.name) })}</title>
      <ThanksPage
        title={m.booking_follow_sent_title()}
        lead={m.booking_follow_sent()}
        stepsTitle={m.site_link_sent_steps()}
        steps={[m.site_link_sent_step_spam(), m.site_link_sent_step_check(), m.site_link_sent_step_call()]}
      >
        <ButtonLink to="/bookings#follow" tone="quiet">
          {m.site_link_sent_resend()}
        </ButtonLink>
        <ButtonAnchor href={callHref(business.phone)} tone="quiet" className="figures">
          {formatPhone(business.phone)}
        </ButtonAnchor>
      </ThanksPage>
    </>
  );
}
