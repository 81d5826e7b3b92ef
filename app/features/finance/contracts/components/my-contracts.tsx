import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { ButtonLink } from "~/ui/button";
import { LoadError } from "~/ui/screen/load-error";
import { VisitRow } from "../../../operations/bookings/components/visit-row";
import { myContractsQuery } from "../client";
import {
  labelForAcceptance,
  labelForBalance,
  labelForEntitlement,
  labelForVisit,
  labelForVisitTime,
} from "../labels";
import type { CustomerContract } from "../views";
import { AcceptContract } from "./accept-contract";
import { ContractBadge } from "./contract-badge";

/** Contracts of the signed-in customer with balances and visits. */
export function MyContracts() {
  const { data, error, refetch } = useQuery(myContractsQuery);
  if (error && !data) {
    return <LoadError error={error} onRetry={refetch} />;
  }
  if (!data?.contracts.length) return null;
  return (
    <section aria-labelledby="contracts" className="flex flex-col gap-2 sm:gap-4">
      <h2 id="contracts" className="text-xl">
        {m.contract_my_title()}
      </h2>
      <ul className="flex flex-col gap-3">
        {data.contracts.map((contract) => (
          <Contract key={contract.id} contract={contract} />
        ))}
      </ul>
    </section>
  );
}

function Contract({ contract }: { contract: CustomerContract }) {
  const { reference, state, packageName, address, startsOn, endsOn, balances, visits } = contract;
  const ahead = visits.filter(({ state }) => !["work_done", "completed", "closed"].includes(state));
  return (
    <li className="@container flex flex-col gap-3 rounded-lg border border-line bg-surface p-3 sm:gap-4 sm:p-4">
      <div className="flex flex-col gap-1">
        <div className="flex items-start justify-between gap-4">
          <h3 className="min-w-0 text-lg wrap-anywhere">{packageName}</h3>
          <ContractBadge state={state} agreed={contract.agreed} />
        </div>
        <p className="text-sm text-muted">
          <bdi>{address}</bdi>
        </p>
        {startsOn && endsOn && (
          <p className="figures text-sm text-muted">
            {m.contract_days({ from: formatDay(startsOn, "fullDate"), to: formatDay(endsOn, "fullDate") })}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm">
          <Link to={`/contracts/${reference}`} className="figures text-link hover:underline">
            {reference}
          </Link>
          {contract.agreed && (
            <a
              href={localPath(`/api/account/contracts/${contract.id}/document`)}
              className="text-link hover:underline"
            >
              {m.contract_document_pdf()}
            </a>
          )}
        </p>
      </div>
      {contract.acceptance && state === "requested" && (
        <p className="text-sm text-muted">{labelForAcceptance(contract.acceptance)}</p>
      )}
      {contract.agreed && state === "requested" && !contract.acceptance && (
        <AcceptContract contract={contract} />
      )}
      {contract.renewal && (
        <ButtonLink to={renewalPath(contract.renewal)} className="self-start">
          {m.contract_my_renew()}
        </ButtonLink>
      )}
      {state === "requested" ? (
        <p className="text-sm text-muted">{m.contract_my_pending()}</p>
      ) : (
        <>
          <dl className="grid gap-x-6 gap-y-2 @md:grid-cols-2 sm:gap-y-3">
            {balances.map((balance) => (
              <div
                key={balance.kind}
                className="flex flex-wrap justify-between gap-x-2 gap-y-1.5 sm:gap-x-4 border-t border-line pt-2 text-xs sm:text-sm"
              >
                <dt>{labelForEntitlement(balance.kind)}</dt>
                <dd className="figures text-muted">{labelForBalance(balance)}</dd>
                <BalanceBar balance={balance} />
              </div>
            ))}
          </dl>
          {ahead.length === 0 ? (
            <p className="text-sm text-muted">{m.contract_my_no_visits()}</p>
          ) : (
            <details className="border-t border-line">
              <summary className="flex min-h-11 cursor-pointer items-center text-sm text-link hover:underline">
                {m.contract_my_upcoming_visits({ count: ahead.length })}
              </summary>
              <VisitList visits={ahead} />
            </details>
          )}
        </>
      )}
    </li>
  );
}

/** The office's offer if there is one, otherwise a request for the same package. */
function renewalPath({ quoteReference, packageId, propertyType }: NonNullable<CustomerContract["renewal"]>) {
  if (quoteReference) return `/quotes/${quoteReference}`;
  return `/amc-packages?${new URLSearchParams({ package: packageId, home: propertyType })}#request`;
}

/** Used and planned shares of an entitlement. Decorative, because the text beside it has the figures. */
function BalanceBar({
  balance: { total, used, planned },
}: {
  balance: CustomerContract["balances"][number];
}) {
  if (!total) return null;
  const percentOf = (quantity: number) => `${Math.min(100, (quantity / total) * 100)}%`;
  return (
    <dd aria-hidden className="flex h-2 basis-full overflow-hidden rounded-full bg-sunken">
      <span className="bg-calm" style={{ width: percentOf(used) }} />
      <span className="bg-accent" style={{ width: percentOf(planned) }} />
    </dd>
  );
}

function VisitList({ visits }: Pick<CustomerContract, "visits">) {
  return (
    <ul className="flex flex-col">
      {visits.map((visit) => (
        <VisitRow
          key={visit.bookingId}
          reference={visit.reference}
          label={labelForVisit(visit.kind)}
          time={labelForVisitTime(visit)}
        />
      ))}
    </ul>
  );
}
