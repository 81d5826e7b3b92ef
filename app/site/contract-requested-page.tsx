import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { isolated } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/phone";
import { sharedPage } from "~/platform/shared-page";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useBusiness } from "./business";
import { ThanksPage } from "./thanks-page";

export const handle = sharedPage;

export default function ContractRequestedPage() {
  const business = useBusiness();
  return (
    <>
      <title>{m.content_requested_page_title({ business: isolated(business.name) })}</title>
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
