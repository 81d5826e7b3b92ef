import { useQuery } from "@tanstack/react-query";
import MapPin from "lucide-react/icons/map-pin";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { SectionAction } from "~/ui/section";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { flattenAddress } from "../../../../core/properties/property";
import type { Address } from "../../../../core/properties/schema";
import type { AccessView } from "../../../access/views";
import { customerAccessQuery, useChangePropertyAccess } from "../../access/admin-client";
import { AccessForm, KnownAccess } from "./office-access";

interface Property {
  id: string;
  address: Address;
}

/** Properties of a customer with editable access details. */
export function PropertiesAccess({
  customerId,
  properties,
}: {
  customerId: string;
  properties: readonly Property[];
}) {
  const { data, error } = useQuery(customerAccessQuery(customerId));
  return (
    <>
      {error && (
        <p role="alert" className="mb-2 text-sm text-error">
          {m.access_failed()}
        </p>
      )}
      <ul className="flex flex-col gap-3 text-sm">
        {properties.map(({ id, address }) => (
          <li key={id}>
            <OneProperty
              {...{ id, address }}
              access={data?.properties.find((one) => one.id === id)?.access}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** `access`: undefined while loading. */
function OneProperty({ id, address, access }: Property & { access: AccessView | undefined }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay("bookings.manage");
  const change = useChangePropertyAccess();
  const line = placeInReaderLanguage(flattenAddress(address));
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(line)}`}
          target="_blank"
          rel="noreferrer"
          className="flex min-w-0 items-start gap-2 rounded-sm hover:text-link hover:underline"
        >
          <MapPin aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <bdi>{line}</bdi>
          </span>
        </a>
        {access && mayEdit && !editing && (
          <SectionAction
            label={m.access_edit_of({ address: bidiIsolate(line) })}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden />
            {m.access_title()}
          </SectionAction>
        )}
      </div>
      {access && !editing && access.version > 0 && (
        <div className="mt-1.5 ms-6">
          <KnownAccess access={access} />
        </div>
      )}
      {access && editing && (
        <div className="mt-2">
          <AccessForm
            access={access}
            own={null}
            send={({ onlyThisBooking: _, ...written }) =>
              change.mutateAsync({ propertyId: id, version: access.version, ...written })
            }
            onClose={() => setEditing(false)}
          />
        </div>
      )}
    </>
  );
}
