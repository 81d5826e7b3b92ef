import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import { sharedPage } from "~/platform/shared-page";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useBusiness } from "./business";
import { ThanksPage } from "./thanks-page";

export const handle = sharedPage;

export default function MessageSentPage() {
  const business = useBusiness();
  return (
    <>
      <title>{m.content_sent_page_title({ business: business.name })}</title>
      <ThanksPage
        title={m.contact_sent_title()}
        lead={m.contact_sent()}
        stepsTitle={m.booking_next_title()}
        steps={[m.content_sent_step_read(), m.content_sent_step_answer(), m.content_sent_step_urgent()]}
      >
        <ButtonLink to="/">{m.common_go_home()}</ButtonLink>
        <ButtonAnchor href={callHref(business.emergencyPhone)} tone="quiet" className="figures">
          {m.content_call_number({ phone: formatPhone(business.emergencyPhone) })}
        </ButtonAnchor>
      </ThanksPage>
    </>
  );
}
