import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import MessageCircle from "lucide-react/icons/message-circle";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useActionData } from "react-router";
import { ACCEPTANCE_FORM, AcceptByLink } from "~/features/finance/contracts/components/accept-by-link";
import { labelForAcceptance, labelForPaymentPlan } from "~/features/finance/contracts/labels";
import { documentPath, openedContractQuery, requestLink } from "~/features/finance/contracts/link/client";
import type { LinkedContract, OpenedContract, PostedAcceptance } from "~/features/finance/contracts/views";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate, leftToRight } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { whatsappHref } from "~/platform/text/contact-links";
import { formatDay } from "~/platform/time";
import { ActionBar } from "~/ui/action-bar";
import { ButtonAnchor, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { type PublicBusiness, useBusiness } from "../frame/business";
import type { Route } from "./+types/contract-page";
import { CallButton, ExpiredLink, LinkedPageNotFound, LinkedPageWaiting } from "./linked-page";

/** /contracts/:reference: contract document for holders of its link and its signed-in customer. */
export function ContractScreen({ params: { reference }, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const posted = useActionData<PostedAcceptance>() ?? null;
  const query = openedContractQuery(reference);
  const { data, error, refetch } = useQuery(
    { ...query, initialData: loaderData.opened ?? undefined },
    queryClient,
  );
  const name = bidiIsolate(business.name);
  return (
    <div className="page-column py-8 sm:py-12">
      <title>
        {data
          ? m.contract_page_title({ reference, business: name })
          : m.contract_link_page_title({ business: name })}
      </title>
      <meta name="robots" content="noindex" />
      {!data?.contract && <ActionBar {...business} />}
      {data?.contract ? (
        <Contract
          key={data.contract.agreementVersion}
          contract={data.contract}
          posted={posted}
          business={business}
          onAccepted={(opened) => queryClient.setQueryData(query.queryKey, opened)}
          onRefused={() => refetch()}
        />
      ) : data?.linkExpired ? (
        <ExpiredLink
          formValue="link"
          posted={posted?.message ?? null}
          requestLink={() => requestLink(reference)}
        />
      ) : error ? (
        <LinkedPageNotFound
          error={error}
          unknown={{ title: m.contract_page_unknown(), hint: m.contract_use_link() }}
          alternative={{ to: "/auth", label: m.site_sign_in() }}
          onRetry={refetch}
          business={business}
        />
      ) : (
        <LinkedPageWaiting>
          <p>{m.contract_use_link()}</p>
        </LinkedPageWaiting>
      )}
    </div>
  );
}

interface ContractProps {
  contract: LinkedContract;
  posted: PostedAcceptance | null;
  business: PublicBusiness;
  onAccepted: (opened: OpenedContract) => void;
  onRefused: () => void;
}

/** Phones show status, terms, acceptance in this order; larger screens show the acceptance beside the terms. */
function Contract({ contract, posted, business, onAccepted, onRefused }: ContractProps) {
  const { reference, canAccept, agreementVersion } = contract;
  const statusRef = useFocusAfterAcceptance(contract);
  const contact = { ...business, message: m.contract_page_whatsapp({ reference }) };
  const pdf = { href: documentPath(reference), download: `${reference}.pdf` };
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            <span>{m.contract_page_for({ name: bidiIsolate(contract.customerName) })}</span>
            {agreementVersion > 1 && (
              <span>{` · ${m.contract_page_version({ number: agreementVersion })}`}</span>
            )}
          </p>
          <h1 className="text-3xl max-[22.5rem]:text-2xl">
            <span>{m.contract_page_heading()}</span>{" "}
            <span className="figures whitespace-nowrap">{leftToRight(reference)}</span>
          </h1>
          <p className="text-muted">
            <bdi>{contract.address}</bdi>
          </p>
          {canAccept && (
            <a
              href={`#${ACCEPTANCE_FORM}`}
              data-no-print=""
              className={buttonClass({}, "mt-2 self-start max-md:hidden lg:hidden")}
            >
              {m.contract_accept_submit()}
            </a>
          )}
        </header>
        {!canAccept && <Status contract={contract} focusRef={statusRef} />}
      </div>
      <div className="min-w-0 lg:col-start-1">
        <Terms contract={contract} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {canAccept && <AcceptByLink {...{ contract, posted, onAccepted, onRefused }} />}
        <ActionBar {...contact}>
          {canAccept ? (
            <a href={`#${ACCEPTANCE_FORM}`} className={buttonClass({}, "grow px-2!")}>
              {m.contract_accept_submit()}
            </a>
          ) : (
            <ButtonAnchor className="grow px-2!" {...pdf}>
              <Download aria-hidden />
              {m.invoices_page_pdf()}
            </ButtonAnchor>
          )}
        </ActionBar>
        {/* The bottom bar of phones has a contact menu, and the document if nothing else is to be done. */}
        <div className="grid grid-cols-2 gap-2">
          <ButtonAnchor
            tone="quiet"
            className={classNames("col-span-2", !canAccept && "max-md:hidden")}
            {...pdf}
          >
            <Download aria-hidden />
            {m.contract_page_pdf()}
          </ButtonAnchor>
          <ButtonAnchor
            tone="quiet"
            className="max-md:hidden"
            href={whatsappHref(contact.whatsapp, contact.message)}
          >
            <MessageCircle aria-hidden />
            {m.site_whatsapp()}
          </ButtonAnchor>
          <CallButton business={business} className="max-md:hidden" />
        </div>
      </div>
    </div>
  );
}

/** Moves the focus to the status after accepting. */
function useFocusAfterAcceptance({ canAccept }: LinkedContract) {
  const statusRef = useRef<HTMLDivElement>(null);
  const couldAccept = useRef(canAccept);
  useEffect(() => {
    if (couldAccept.current && !canAccept) statusRef.current?.focus();
    couldAccept.current = canAccept;
  }, [canAccept]);
  return statusRef;
}

/** State of a contract that cannot be accepted, or was accepted. */
function Status({
  contract,
  focusRef,
}: {
  contract: LinkedContract;
  focusRef: RefObject<HTMLDivElement | null>;
}) {
  const { state, acceptance, paymentPlan } = contract;
  const isRunning = state === "requested" || state === "active";
  return (
    <Card
      ref={focusRef}
      tabIndex={-1}
      role="status"
      tone={isRunning ? "calm" : "sunken"}
      className="flex scroll-mt-24 flex-col gap-1"
    >
      <p className="font-semibold">{statusText(contract)}</p>
      {acceptance && <p>{labelForAcceptance(acceptance)}</p>}
      {state === "requested" && (
        <p>{paymentPlan === "cheques" ? m.contract_page_next_cheques() : m.contract_page_next()}</p>
      )}
    </Card>
  );
}

function statusText({ state, startsOn, endsOn, endedOn }: LinkedContract): string {
  switch (state) {
    case "requested":
      return m.contract_page_accepted();
    case "active":
      return m.contract_page_active({ day: formatDay(endsOn, "fullDate") });
    case "expired":
      return m.contract_page_expired({ day: formatDay(endsOn, "fullDate") });
    case "cancelled":
      // A contract that was cancelled before its first day was never valid.
      return endedOn && endedOn >= startsOn
        ? m.contract_page_cancelled_on({ day: formatDay(endedOn, "fullDate") })
        : m.contract_page_cancelled();
  }
}

function Terms({ contract }: { contract: LinkedContract }) {
  const { packageName, startsOn, endsOn, paymentPlan, entitlements, instalments, clauses } = contract;
  const { priceFils, vatPercent, vatFils } = contract;
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Fact name={m.contract_office_package()}>
          <bdi>{packageName}</bdi>
        </Fact>
        <Fact name={m.contract_year()}>
          {m.contract_days({ from: formatDay(startsOn, "fullDate"), to: formatDay(endsOn, "fullDate") })}
        </Fact>
        <Fact name={m.contract_payment_plan()}>{labelForPaymentPlan(paymentPlan)}</Fact>
      </dl>
      <section aria-labelledby="included" className="flex flex-col gap-3">
        <h2 id="included" className="text-xl">
          {m.contract_page_included()}
        </h2>
        <dl className="border-t border-line">
          {entitlements.map(({ what, quantity }) => (
            <Row key={what} name={what}>
              {quantity === null ? m.contract_unlimited() : String(quantity)}
            </Row>
          ))}
        </dl>
      </section>
      <section aria-labelledby="price" className="flex flex-col gap-3">
        <h2 id="price" className="text-xl">
          {m.contract_page_price()}
        </h2>
        <dl className="border-t border-line">
          <div className="flex items-baseline justify-between gap-4 border-b border-line py-3 font-semibold">
            <dt>{m.contract_page_total()}</dt>
            <dd className="figures shrink-0 text-xl">{formatMoney(priceFils)}</dd>
          </div>
          {vatPercent !== null && (
            <Row name={m.invoices_page_vat({ percent: vatPercent })}>{formatMoney(vatFils)}</Row>
          )}
        </dl>
        {instalments.length > 0 && (
          <>
            <h3 className="font-medium">{m.contract_instalments()}</h3>
            <dl className="border-t border-line">
              {instalments.map(({ dueDate, fils }) => (
                <Row key={dueDate} name={formatDay(dueDate, "fullDate")}>
                  {formatMoney(fils)}
                </Row>
              ))}
            </dl>
          </>
        )}
      </section>
      <section aria-labelledby="terms" className="flex flex-col gap-3">
        <h2 id="terms" className="text-xl">
          {m.contract_terms()}
        </h2>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          {clauses.map((clause) => (
            <li key={clause}>{clause}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-3">
      <dt className="min-w-0">
        <bdi>{name}</bdi>
      </dt>
      <dd className="figures shrink-0">{children}</dd>
    </div>
  );
}
