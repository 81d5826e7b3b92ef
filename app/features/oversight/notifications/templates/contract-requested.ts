import { m } from "~/paraglide/messages";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import { callHref, mapHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import type { PropertyType } from "../../../core/packages/contract";
import { labelForProperty } from "../../../core/packages/labels";
import { chatLinks, customerRows, toFacts } from "./context";

export interface ContractFacts {
  reference: string;
  packageName: string;
  propertyType: PropertyType;
  /** AED a year incl. VAT, in fils. */
  priceFils: number;
  customerName: string;
  company: string | null;
  email: string;
  phone: string;
  address: string;
  language: string;
  message: string;
  requestedAt: Date;
}

export interface ContractMailContext {
  contract: ContractFacts;
  business: Business;
  packagesUrl: string;
}

/** `isEntered`: by the office, which is in touch with the customer already. */
export function contractReceived(
  { contract, business, packagesUrl }: ContractMailContext,
  { isEntered }: { isEntered: boolean },
): Message {
  return {
    subject: m.mail_contract_received_subject({
      reference: contract.reference,
      name: bidiIsolate(contract.packageName),
    }),
    content: {
      tone: "normal",
      preview: m.mail_contract_received_preview(),
      heading: m.mail_contract_received_heading(),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(contract.customerName) }),
        m.mail_contract_received({ business: bidiIsolate(business.name) }),
      ],
      facts: toFacts([
        ...choiceOf(contract),
        [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(contract.address))],
        [m.mail_fact_message(), bidiIsolate(contract.message)],
      ]),
      button: { label: m.mail_contract_see_packages(), href: packagesUrl },
      steps: {
        heading: m.mail_next_heading(),
        items: [
          ...(isEntered ? [] : [m.mail_contract_step_call()]),
          m.mail_contract_step_agree(),
          m.mail_contract_step_plan(),
        ],
      },
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

export function officeContractAlert({ contract, business }: ContractMailContext): Message {
  const property = labelForProperty(contract.propertyType);
  const greeting = m.mail_office_contract_greeting(
    { name: bidiIsolate(contract.customerName), business: bidiIsolate(business.name) },
    { locale: localeOrDefault(contract.language) },
  );
  return {
    subject: m.mail_office_contract_subject({
      reference: contract.reference,
      name: bidiIsolate(contract.packageName),
      property: bidiIsolate(property),
    }),
    content: {
      tone: "normal",
      preview: m.mail_office_contract({ customer: bidiIsolate(contract.customerName) }),
      heading: m.mail_office_contract_heading(),
      paragraphs: [m.mail_office_contract({ customer: bidiIsolate(contract.customerName) })],
      facts: toFacts([
        ...choiceOf(contract),
        ...customerRows({ name: contract.customerName, company: contract.company }),
        [m.mail_fact_phone(), formatPhone(contract.phone), callHref(contract.phone)],
        [m.mail_fact_email(), contract.email, `mailto:${contract.email}`],
        [
          m.mail_fact_address(),
          bidiIsolate(placeInReaderLanguage(contract.address)),
          mapHref(contract.address),
        ],
        [m.mail_fact_message(), bidiIsolate(contract.message)],
        [m.mail_fact_requested_at(), formatTime(contract.requestedAt, "dateTime")],
      ]),
      button: { label: m.mail_call_customer(), href: callHref(contract.phone) },
      links: chatLinks(contract.phone, greeting),
      after: [],
    },
  };
}

function choiceOf(contract: ContractFacts): [label: string, value: string][] {
  return [
    [m.mail_fact_reference(), contract.reference],
    [m.mail_fact_package(), contract.packageName],
    [m.mail_fact_property(), labelForProperty(contract.propertyType)],
    [m.mail_fact_yearly_price(), m.mail_estimate({ amount: formatMoney(contract.priceFils) })],
  ];
}
