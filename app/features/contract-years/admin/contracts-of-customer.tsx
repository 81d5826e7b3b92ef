import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { Section } from "~/ui/section";
import { wordForProperty } from "../../contracts/labels";
import { fewContractsQuery } from "../admin-client";
import { ContractBadge } from "./contract-badge";

/** The latest contracts of a customer, or nothing where there are none. */
export function ContractsOfCustomer({ customerId }: { customerId: string }) {
  const mayRead = useMay("contracts.read");
  const { data } = useQuery({ ...fewContractsQuery({ customer: customerId }), enabled: mayRead });
  if (!data?.contracts.length) return null;
  return (
    <Section title={m.contract_office_title()}>
      <ul className="flex flex-col text-sm">
        {data.contracts.map((contract) => (
          <li key={contract.id} className="border-b border-line last:border-b-0">
            <Link
              to={`/admin/contracts/${contract.id}`}
              className="flex min-h-11 items-center gap-3 rounded-sm py-1.5 hover:bg-sunken"
            >
              <span className="min-w-0 grow">
                <span className="figures block font-medium">{contract.reference}</span>
                <span className="block text-xs text-muted">
                  {[
                    contract.packageName,
                    wordForProperty(contract.propertyType),
                    contract.startsOn &&
                      contract.endsOn &&
                      m.contract_days({ from: formatDay(contract.startsOn), to: formatDay(contract.endsOn) }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <ContractBadge contract={contract} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
