import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { Section } from "~/ui/section";
import { coverQuery } from "../admin-client";
import { wordForEntitlement, wordForLeft } from "../labels";
import { wordForTerms } from "../terms";

/** That a booking's home is under contract, and what that means for its price; nothing where it is not. */
export function ContractOfBooking({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(coverQuery(bookingId));
  const contract = data?.contract;
  if (!contract) return null;
  const { id, reference, packageName, takes, balances } = contract;
  return (
    <Section title={m.contract_covers()}>
      <div className="flex flex-col gap-1 text-sm">
        <p>
          <Link to={`/admin/contracts/${id}`} className="figures text-link hover:underline">
            {m.contract_covers_by({ reference, name: isolated(packageName) })}
          </Link>
        </p>
        <p className="text-muted">
          {takes ? m.contract_covers_visit({ what: wordForEntitlement(takes) }) : wordForTerms(contract)}
        </p>
        {!takes && (
          <p className="figures text-muted">
            {balances
              .map((balance) =>
                m.contract_covers_left({
                  what: wordForEntitlement(balance.kind),
                  left: wordForLeft(balance),
                }),
              )
              .join(" · ")}
          </p>
        )}
      </div>
    </Section>
  );
}
