import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useBusiness } from "../frame/business";
import { ThanksPage } from "./thanks-page";

export function ContractRequestedScreen() {
  const business = useBusiness();
  return (
    <>
      <title>{m.content_requested_page_title({ business: bidiIsolate(business.name) })}</title>
      <ThanksPage
        title={m.contract_requested_title()}
        lead={m.content_requested_lead()}
        stepsTitle={m.booking_next_title()}
        steps={[m.mail_contract_step_call(), m.mail_contract_step_agree(), m.mail_contract_step_plan()]}
      >
        <ButtonLink to="/">{m.common_go_home()}</ButtonLink>
        <ButtonAnchor href={callHref(business.phone)} tone="quiet" className="figures">
          {m.content_call_number({ phone: formatPhone(business.phone) })}
        </ButtonAnchor>
      </ThanksPage>
    </>
  );
}
