import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatDay, formatTime } from "~/platform/time";
import { ContactActions } from "~/ui/contact-actions";
import { RecordDrawer, RecordHead, RecordSections } from "~/ui/overlay/drawer";
import { RecordRow } from "~/ui/record-row";
import { Fact, Section } from "~/ui/section";
import { labelForProperty } from "../../../core/packages/labels";
import { StateBadge } from "../../../operations/bookings/components/state-badge";
import { QuoteBadge } from "../../quotes/components/quote-badge";
import { contractQuery } from "../admin-client";
import { ContractBadge } from "../components/contract-badge";
import {
  labelForAcceptance,
  labelForEntitlement,
  labelForLeft,
  labelForPaymentPlan,
  labelForVisit,
  labelForVisitTime,
} from "../labels";
import { labelForTerms } from "../terms";
import type { ContractDetail } from "../views";
import { ContractActions, openRenewalStates } from "./contract-actions";
import { useContractPageSlots } from "./contract-page-slots";

interface ContractDrawerProps {
  id: string;
  closePath: string;
  pathOf: (id: string) => string;
}

export function ContractDrawer({ id, closePath, pathOf }: ContractDrawerProps) {
  const asked = useQuery(contractQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={asked}
      nameOf={(contract) => contract.reference}
      headOf={(contract) => (
        <RecordHead
          title={m.contract_head({
            package: contract.packageName,
            name: bidiIsolate(contract.contactName),
          })}
          detail={contract.reference}
        >
          <ContractBadge state={contract.state} agreed={contract.agreedAt !== null} />
        </RecordHead>
      )}
      footerOf={(contract) => <ContractActions key={contract.id} contract={contract} pathOf={pathOf} />}
      missing={m.contract_error_not_found()}
      failed={m.contract_office_failed()}
    >
      {(contract) => <Opened key={id} contract={contract} pathOf={pathOf} />}
    </RecordDrawer>
  );
}

function Opened({ contract, pathOf }: { contract: ContractDetail; pathOf: (id: string) => string }) {
  const { Documents } = useContractPageSlots();
  return (
    <RecordSections>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ContactActions phone={contract.phone} email={contract.email} whatsappText={contract.greeting} />
      </div>
      <Section title={m.contract_office_about()}>
        <Facts contract={contract} pathOf={pathOf} />
      </Section>
      {contract.balances.length > 0 && <Left contract={contract} />}
      {contract.state !== "requested" && <Visits contract={contract} />}
      <Documents contract={contract} />
      {contract.renewalQuotes.length > 0 && <RenewalQuotes quotes={contract.renewalQuotes} />}
    </RecordSections>
  );
}

function RenewalQuotes({ quotes }: { quotes: ContractDetail["renewalQuotes"] }) {
  return (
    <Section title={m.contract_renewal_quotes()}>
      <ul className="flex flex-col text-sm">
        {quotes.map(({ id, reference, state, totalFils, validUntil }) => (
          <RecordRow
            key={id}
            to={`/admin/quotes/${id}`}
            name={reference}
            facts={[
              formatMoney(totalFils),
              validUntil &&
                openRenewalStates.includes(state) &&
                m.quotes_valid_until({ day: formatDay(validUntil) }),
            ]}
            badge={<QuoteBadge state={state} />}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Used, planned and remaining entitlements. */
function Left({ contract: { balances } }: { contract: ContractDetail }) {
  return (
    <Section title={m.contract_entitlement()}>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="py-1 text-start font-medium">
              {m.contract_entitlement_kind()}
            </th>
            {[
              m.contract_entitlement_used(),
              m.contract_entitlement_planned(),
              m.contract_entitlement_left(),
            ].map((label) => (
              <th key={label} scope="col" className="w-20 py-1 amount-end font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balances.map((balance) => (
            <tr key={balance.kind} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal">
                {labelForEntitlement(balance.kind)}
              </th>
              <td className="figures py-1.5 amount-end">{balance.used}</td>
              <td className="figures py-1.5 amount-end">{balance.planned}</td>
              <td className="figures py-1.5 amount-end font-medium">{labelForLeft(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Visits({ contract }: { contract: ContractDetail }) {
  return (
    <Section title={m.contract_visits()}>
      {contract.visits.length === 0 && <p className="text-sm text-muted">{m.contract_visits_none()}</p>}
      <ul className="flex flex-col text-sm">
        {contract.visits.map((visit) => (
          <RecordRow
            key={visit.bookingId}
            to={`/admin/bookings/${visit.bookingId}`}
            name={labelForVisit(visit.kind)}
            facts={[labelForVisitTime(visit), visit.reference]}
            badge={<StateBadge state={visit.state} />}
          />
        ))}
      </ul>
    </Section>
  );
}

function Facts({ contract, pathOf }: { contract: ContractDetail; pathOf: (id: string) => string }) {
  const { startsOn, endsOn, endedOn, renews, renewedBy, callOutHours, emergencyFee } = contract;
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <Fact name={m.contract_office_customer()}>
        <Link to={`/admin/customers/${contract.customerId}`} className="text-link hover:underline">
          <bdi>{contract.contactName}</bdi>
        </Link>
      </Fact>
      <Fact name={m.contract_office_address()}>
        <bdi>{contract.address}</bdi>
      </Fact>
      <Fact name={m.contract_office_package()}>{contract.packageName}</Fact>
      <Fact name={m.contract_office_home()}>{labelForProperty(contract.propertyType)}</Fact>
      <Fact name={m.contract_office_price()}>{formatMoney(contract.priceFils)}</Fact>
      {startsOn && endsOn && (
        <Fact name={m.contract_year()}>
          {m.contract_days({ from: formatDay(startsOn), to: formatDay(endsOn) })}
        </Fact>
      )}
      {endedOn && <Fact name={m.contract_ended()}>{formatDay(endedOn)}</Fact>}
      {contract.agreedAt && (
        <Fact name={m.contract_payment_plan()}>{labelForPaymentPlan(contract.paymentPlan)}</Fact>
      )}
      {contract.acceptance && (
        <Fact name={m.contract_acceptance()}>{labelForAcceptance(contract.acceptance)}</Fact>
      )}
      {callOutHours !== null && emergencyFee !== null && (
        <Fact name={m.contract_terms()}>{labelForTerms({ ...contract, callOutHours, emergencyFee })}</Fact>
      )}
      {renews && (
        <Fact name={m.contract_renewal_of()}>
          <Link to={pathOf(renews.id)} className="text-link hover:underline">
            {renews.reference}
          </Link>
        </Fact>
      )}
      {renewedBy && (
        <Fact name={m.contract_renewed_by()}>
          <Link to={pathOf(renewedBy.id)} className="text-link hover:underline">
            {renewedBy.reference}
          </Link>
        </Fact>
      )}
      <Fact name={m.contract_office_requested()}>{formatTime(contract.requestedAt, "dateTime")}</Fact>
      {contract.message && (
        <Fact name={m.contract_message()}>
          <span dir="auto" className="whitespace-pre-line">
            {contract.message}
          </span>
        </Fact>
      )}
    </dl>
  );
}
