import { useQuery } from "@tanstack/react-query";
import UserRound from "lucide-react/icons/user-round";
import X from "lucide-react/icons/x";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Badge } from "~/ui/badge";
import { useDebounced } from "~/ui/hooks/use-debounced";
import { Truncate } from "~/ui/truncate";
import { customerLookupQuery } from "../../../core/customers/admin-client";
import type { CustomerHit } from "../../../core/customers/views";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { flattenAddress } from "../../../core/properties/property";
import type { PropertyView } from "../../../core/properties/views";

interface CustomerLookupProps {
  query: string;
  chosen: CustomerHit | null;
  onChoose: (customer: CustomerHit) => void;
  onClear: () => void;
  onAddress: (address: PropertyView["address"]) => void;
}

export function CustomerLookup({ query, chosen, onChoose, onClear, onAddress }: CustomerLookupProps) {
  const search = useDebounced(query.trim(), 200);
  const { data: hits = [] } = useQuery(customerLookupQuery(search));
  if (chosen) return <ChosenCustomer customer={chosen} onClear={onClear} onAddress={onAddress} />;
  return (
    <section
      aria-label={m.office_bookings_new_booking_known()}
      aria-live="polite"
      className="-mt-2 empty:hidden"
    >
      {hits.length > 0 && (
        <ul className="overflow-hidden rounded border border-line">
          {hits.map((hit) => (
            <li key={hit.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onChoose(hit)}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start text-sm -outline-offset-2 hover:bg-brass-soft"
              >
                <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 grow">
                  <span className="block truncate font-medium">
                    <Truncate>{hit.name}</Truncate>
                  </span>
                  <span className="block truncate text-xs text-muted">
                    <bdi>
                      {hit.properties[0]
                        ? placeInReaderLanguage(flattenAddress(hit.properties[0].address))
                        : hit.email}
                    </bdi>
                  </span>
                </span>
                <span className="figures shrink-0 text-xs text-muted">
                  {hit.phone && formatPhone(hit.phone)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ChosenCustomer({
  customer,
  onClear,
  onAddress,
}: {
  customer: CustomerHit;
  onClear: () => void;
  onAddress: CustomerLookupProps["onAddress"];
}) {
  const { name, account, properties } = customer;
  return (
    <section className="-mt-2 flex flex-col gap-2 rounded border border-line bg-paper p-3 text-sm">
      <div className="flex items-center gap-2">
        <span className="truncate font-medium">
          {m.office_bookings_new_booking_chosen({ name: bidiIsolate(name) })}
        </span>
        {account && <Badge tone="done">{m.office_bookings_new_booking_account()}</Badge>}
        <button
          type="button"
          onClick={onClear}
          aria-label={m.office_bookings_new_booking_other()}
          className="ms-auto grid size-8 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      {properties.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: these are shortcuts to the address fields rather than fields.
        <div
          role="group"
          aria-label={m.office_bookings_new_booking_properties()}
          className="flex flex-col gap-1"
        >
          {properties.map(({ id, address }) => (
            <button
              key={id}
              type="button"
              onClick={() => onAddress(address)}
              className="min-h-8 truncate rounded px-2 text-start text-xs hover:bg-brass-soft"
            >
              {placeInReaderLanguage(flattenAddress(address))}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
