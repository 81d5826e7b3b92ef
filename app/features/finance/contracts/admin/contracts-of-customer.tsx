import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { labelForProperty } from "../../../core/packages/labels";
import { relatedContractsQuery } from "../admin-client";
import { ContractBadge } from "../components/contract-badge";

/** Latest contracts of a customer; hidden if none. */
export function ContractsOfCustomer({ customerId }: { customerId: string }) {
  const mayRead = useMay("contracts.read");
  const { data } = useQuery({ ...relatedContractsQuery({ customer: customerId }), enabled: mayRead });
  if (!data?.contracts.length) return null;
  return (
    <Section title={m.contract_office_title()}>
      <ul className="flex flex-col text-sm">
        {data.contracts.map((contract) => (
          <RecordRow
            key={contract.id}
            to={`/admin/contracts/${contract.id}`}
            name={contract.reference}
            facts={[
              contract.packageName,
              labelForProperty(contract.propertyType),
              contract.startsOn &&
                contract.endsOn &&
                m.contract_days({ from: formatDay(contract.startsOn), to: formatDay(contract.endsOn) }),
            ]}
            badge={<ContractBadge state={contract.state} />}
          />
        ))}
      </ul>
    </Section>
  );
}
