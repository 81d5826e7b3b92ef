import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { daysBetween, dubaiDate, formatDay, formatTime } from "~/platform/time";
import { Button, ButtonAnchor } from "~/ui/button";
import { ContactActions } from "~/ui/contact-actions";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { RecordRow } from "~/ui/record-row";
import { Fact, Section, SectionAction } from "~/ui/section";
import { labelForProperty } from "../../../core/packages/labels";
import { StateBadge } from "../../../operations/bookings/components/state-badge";
import { QuoteBadge } from "../../quotes/components/quote-badge";
import type { QuoteState } from "../../quotes/quote";
import { contractQuery, useActivateContract, useQuoteRenewal, useRenewContract } from "../admin-client";
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
import { AgreeForm } from "./agree-form";
import { useContractPageSlots } from "./contract-page-slots";
import { PaperAcceptanceForm } from "./paper-acceptance-form";
import { SendContract } from "./send-contract";
import { remainingKinds, VisitForm } from "./visit-form";

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
        <>
          <h2 className="figures truncate text-base font-semibold">{contract.reference}</h2>
          <ContractBadge state={contract.state} agreed={contract.agreedAt !== null} />
        </>
      )}
      missing={m.contract_error_not_found()}
      failed={m.contract_office_failed()}
    >
      {(contract) => <Opened key={id} contract={contract} pathOf={pathOf} />}
    </RecordDrawer>
  );
}

function Opened({ contract, pathOf }: { contract: ContractDetail; pathOf: (id: string) => string }) {
  const { Cancel, Documents } = useContractPageSlots();
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <Steps contract={contract} pathOf={pathOf} />
      {contract.renewalQuotes.length > 0 && <RenewalQuotes quotes={contract.renewalQuotes} />}
      <Documents contract={contract} />
      {contract.balances.length > 0 && <Left contract={contract} />}
      {contract.state !== "requested" && <Visits contract={contract} />}
      <Section title={m.contract_office_about()}>
        <Facts contract={contract} pathOf={pathOf} />
      </Section>
      <div className="flex flex-wrap gap-2">
        <ContactActions
          phone={contract.phone}
          email={contract.email}
          whatsappText={m.inbox_hello({ name: bidiIsolate(contract.contactName) })}
        />
      </div>
      <Cancel contract={contract} />
    </div>
  );
}

/** Next step with its buttons. */
function Steps({ contract, pathOf }: { contract: ContractDetail; pathOf: (id: string) => string }) {
  const [agreeing, setAgreeing] = useState(false);
  const [recording, setRecording] = useState(false);
  const activate = useActivateContract();
  const renew = useRenewContract();
  const offer = useQuoteRenewal();
  const navigate = useNavigate();
  const mayManage = useMay("contracts.manage");
  const mayActivate = useMay("contracts.activate");
  const { id, version, state, agreedAt, acceptance, renewedBy, endsOn } = contract;
  const offered = contract.renewalQuotes.find(({ state }) => openOffers.includes(state));
  if (agreeing) return <AgreeForm contract={contract} onClose={() => setAgreeing(false)} />;
  if (recording) return <PaperAcceptanceForm contract={contract} onClose={() => setRecording(false)} />;
  const asked = state === "requested";
  const goesOn = !asked && state !== "cancelled" && !renewedBy && !offered;
  const endsSoon = endsOn !== null && daysBetween(dubaiDate(new Date()), endsOn) <= RENEWED_BEFORE_DAYS;
  return (
    <section aria-label={m.contract_steps()} className="flex flex-col gap-3">
      {asked && <p className="text-sm text-muted">{nextStep(contract)}</p>}
      {asked && agreedAt && !acceptance && <p className="text-sm text-muted">{m.contract_step_accept()}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {agreedAt && (
          <ButtonAnchor
            href={localPath(`/api/admin/contracts/${id}/document`)}
            download
            size="small"
            tone="quiet"
          >
            <Download aria-hidden />
            {m.contract_document_pdf()}
          </ButtonAnchor>
        )}
        {agreedAt && state !== "cancelled" && mayManage && (
          <SendContract contract={contract} tone={asked && !acceptance ? undefined : "quiet"} />
        )}
        {asked && agreedAt && !acceptance && mayActivate && (
          <Button size="small" tone="quiet" onClick={() => setRecording(true)}>
            {m.contract_paper_acceptance()}
          </Button>
        )}
        {asked && mayManage && (
          <Button size="small" tone={agreedAt ? "quiet" : undefined} onClick={() => setAgreeing(true)}>
            {agreedAt ? m.contract_agree_again() : m.contract_agree()}
          </Button>
        )}
        {asked && agreedAt && acceptance && mayActivate && (
          <Button
            size="small"
            tone="quiet"
            disabled={activate.isPending}
            onClick={() => activate.mutate({ id, version })}
          >
            {activate.isPending ? m.admin_working() : m.contract_activate()}
          </Button>
        )}
        {goesOn && mayManage && (
          <Button
            size="small"
            tone={endsSoon ? undefined : "quiet"}
            disabled={offer.isPending}
            onClick={() =>
              offer.mutate(
                { id, version },
                { onSuccess: ({ quoteId }) => navigate(`/admin/quotes/${quoteId}`) },
              )
            }
          >
            {offer.isPending ? m.admin_working() : m.contract_renewal_quote()}
          </Button>
        )}
        {goesOn && mayManage && (
          <Button
            size="small"
            tone="quiet"
            disabled={renew.isPending}
            onClick={() =>
              renew.mutate({ id, version }, { onSuccess: ({ contract }) => navigate(pathOf(contract.id)) })
            }
          >
            {m.contract_renew()}
          </Button>
        )}
      </div>
      {offered && !renewedBy && (
        <p className="text-sm text-muted">{m.contract_renewal_open({ reference: offered.reference })}</p>
      )}
      <ChangeRefused error={activate.error ?? renew.error ?? offer.error} />
    </section>
  );
}

function nextStep({ agreedAt, instalments }: ContractDetail): string {
  if (!agreedAt) return m.contract_step_agree();
  return instalments.length > 0 ? m.contract_step_cheques() : m.contract_step_pay();
}

/** Days before the end from which renewal is the next step. */
const RENEWED_BEFORE_DAYS = 60;

/** States of an open renewal quote. */
const openOffers: readonly QuoteState[] = ["draft", "sent", "viewed", "changes_requested"];

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
                openOffers.includes(state) &&
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
              <th key={label} scope="col" className="w-20 py-1 text-end font-medium">
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
              <td className="figures py-1.5 text-end">{balance.used}</td>
              <td className="figures py-1.5 text-end">{balance.planned}</td>
              <td className="figures py-1.5 text-end font-medium">{labelForLeft(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Visits({ contract }: { contract: ContractDetail }) {
  const [planning, setPlanning] = useState(false);
  const mayManage = useMay("contracts.manage");
  const canPlan = mayManage && contract.state === "active" && remainingKinds(contract).length > 0;
  return (
    <Section
      title={m.contract_visits()}
      action={
        canPlan &&
        !planning && (
          <SectionAction onClick={() => setPlanning(true)}>{m.contract_plan_visit()}</SectionAction>
        )
      }
    >
      {planning && (
        <div className="mb-3">
          <VisitForm contract={contract} onClose={() => setPlanning(false)} />
        </div>
      )}
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
