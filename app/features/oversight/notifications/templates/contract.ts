import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Fact, Message } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import type { PropertyType } from "../../../core/packages/contract";
import { labelForProperty } from "../../../core/packages/labels";
import { labelForVisit, labelForVisitTime } from "../../../finance/contracts/labels";
import type { ContractVisit } from "../../../finance/contracts/views";
import { customerRows, toFacts } from "./context";

export interface ContractEmailContext {
  business: Business;
  contract: {
    reference: string;
    packageName: string;
    propertyType: PropertyType;
    customerName: string;
    company: string | null;
    address: string;
    startsOn: string;
    endsOn: string;
    endedOn: string | null;
    visits: ContractVisit[];
  };
  /** Dashboard with the contract and what is left of it, or the contract's page for customers without an account. */
  openUrl: string;
  /** Page on which the customer reads and accepts the contract without an account. */
  contractUrl: string;
  /** Pages of the visits by booking id, which need no account. */
  visitUrls: ReadonlyMap<string, string>;
}

/** `canAccept`: the customer has not accepted the agreed terms yet. */
export function contractLink(context: ContractEmailContext, { canAccept }: { canAccept: boolean }): Message {
  const { reference, startsOn, endsOn } = context.contract;
  const period = { from: formatDay(startsOn, "longDate"), to: formatDay(endsOn, "longDate") };
  return {
    subject: m.contract_mail_link_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.contract_days(period),
      heading: canAccept ? m.contract_mail_accept_heading() : m.contract_mail_link_heading(),
      paragraphs: [dear(context), canAccept ? m.contract_mail_accept() : m.contract_mail_link()],
      facts: facts(context),
      button: {
        label: canAccept ? m.contract_mail_accept_open() : m.mail_contract_open(),
        href: context.contractUrl,
      },
      after: [...(canAccept ? [m.contract_mail_accept_own()] : []), questions(context)],
    },
  };
}

/** Lists the visit dates of the whole year. */
export function contractActive(context: ContractEmailContext): Message {
  const { contract } = context;
  const visits = contract.visits.map((visit) => {
    const label = m.mail_contract_visit({ what: labelForVisit(visit.kind), when: labelForVisitTime(visit) });
    const href = context.visitUrls.get(visit.bookingId);
    return href ? { label, href } : label;
  });
  return {
    subject: m.mail_contract_active_subject({ reference: contract.reference }),
    content: {
      tone: "normal",
      preview: visits.length > 0 ? m.mail_contract_active_visits() : m.mail_contract_active_none(),
      heading: m.mail_contract_active_heading(),
      paragraphs: [
        dear(context),
        m.mail_contract_active(),
        visits.length > 0 ? m.mail_contract_active_visits() : m.mail_contract_active_none(),
      ],
      facts: facts(context),
      ...(visits.length > 0 ? { steps: { heading: m.mail_contract_visits(), items: visits } } : {}),
      button: { label: m.mail_contract_open(), href: context.openUrl },
      after: [questions(context)],
    },
  };
}

export function contractEnding(context: ContractEmailContext): Message {
  const { reference, endsOn } = context.contract;
  const lead = m.mail_contract_expiring({ day: formatDay(endsOn, "longDate") });
  return {
    subject: m.mail_contract_expiring_subject({ reference, day: formatDay(endsOn, "shortDate") }),
    content: {
      tone: "normal",
      preview: lead,
      heading: m.mail_contract_expiring_heading(),
      paragraphs: [dear(context), lead],
      facts: facts(context),
      button: { label: m.mail_contract_open(), href: context.openUrl },
      after: [questions(context)],
    },
  };
}

export function officeRenewalDrafted(context: ContractEmailContext, quoteUrl: string): Message {
  const { reference, endsOn, customerName, company } = context.contract;
  return {
    subject: m.contract_mail_renewal_subject({ reference, day: formatDay(endsOn, "shortDate") }),
    content: {
      tone: "normal",
      preview: m.contract_mail_renewal(),
      heading: m.contract_mail_renewal_heading(),
      paragraphs: [m.contract_mail_renewal()],
      facts: [...toFacts(customerRows({ name: customerName, company })), ...facts(context)],
      button: { label: m.contract_mail_renewal_open(), href: quoteUrl },
      after: [],
    },
  };
}

/** `name`: typed by the customer, which signs the contract. */
export function officeContractAccepted(
  context: ContractEmailContext,
  { name, contractUrl }: { name: string; contractUrl: string },
): Message {
  const { reference, customerName, company } = context.contract;
  const lead = m.contract_mail_accepted({ name: bidiIsolate(name) });
  return {
    subject: m.contract_mail_accepted_subject({ reference }),
    content: {
      tone: "normal",
      preview: lead,
      heading: m.contract_mail_accepted_heading(),
      paragraphs: [lead],
      facts: [...toFacts(customerRows({ name: customerName, company })), ...facts(context)],
      button: { label: m.contract_mail_accepted_open(), href: contractUrl },
      after: [],
    },
  };
}

/** One email for the contract and all its visits. No page shows a cancelled contract. */
export function contractCancelled(
  context: ContractEmailContext,
  { unusedFils }: { unusedFils: number },
): Message {
  const { reference, startsOn, endedOn, endsOn } = context.contract;
  const lastDay = endedOn ?? endsOn;
  const lead =
    lastDay < startsOn
      ? m.mail_contract_ended_unstarted({ day: formatDay(startsOn, "longDate") })
      : m.mail_contract_ended({ day: formatDay(lastDay, "longDate") });
  return {
    subject: m.mail_contract_ended_subject({ reference }),
    content: {
      tone: "normal",
      preview: lead,
      heading: m.mail_contract_ended_heading(),
      paragraphs: [
        dear(context),
        lead,
        ...(unusedFils > 0 ? [m.mail_contract_ended_credit({ price: formatMoney(unusedFils) })] : []),
      ],
      facts: facts(context),
      button: null,
      after: [questions(context)],
    },
  };
}

function facts({ contract }: ContractEmailContext): Fact[] {
  const { startsOn } = contract;
  const lastDay = contract.endedOn ?? contract.endsOn;
  const from = formatDay(startsOn, "fullDate");
  return toFacts([
    [m.mail_fact_reference(), contract.reference],
    [m.mail_fact_package(), bidiIsolate(contract.packageName)],
    [m.mail_fact_property(), labelForProperty(contract.propertyType)],
    [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(contract.address))],
    [
      m.mail_contract_year(),
      // A contract that was cancelled before its first day was never valid.
      lastDay < startsOn ? null : m.contract_days({ from, to: formatDay(lastDay, "fullDate") }),
    ],
  ]);
}

const dear = ({ contract }: ContractEmailContext) =>
  m.mail_dear({ name: bidiIsolate(contract.customerName) });
const questions = ({ business }: ContractEmailContext) =>
  m.mail_questions({ phone: formatPhone(business.phone) });
