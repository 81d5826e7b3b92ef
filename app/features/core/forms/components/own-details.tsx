import { useQuery } from "@tanstack/react-query";
import House from "lucide-react/icons/house";
import { useEffect } from "react";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { useSignedIn } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { flattenAddress } from "../../properties/property";
import { ownDetailsQuery } from "../client";
import type { OwnDetails } from "../views";
import { type FormRef, fillEmpty, setFieldValue } from "./form-fields";

/** Excludes office users, because they book for other people. */
function useOwnDetails(): OwnDetails | undefined {
  const user = useSignedIn();
  const customerId = user && !may(user, "bookings.manage") ? user.id : null;
  const { data } = useQuery(
    { ...ownDetailsQuery(customerId ?? ""), enabled: customerId !== null },
    queryClient,
  );
  return data;
}

export function useKnownCustomer(form: FormRef): void {
  const known = useOwnDetails();
  useEffect(() => {
    if (!known) return;
    const { customerName, email, phone, messageChannel } = known;
    const fields = { customerName, name: customerName, email, phone: phone ? formatPhone(phone) : "" };
    for (const [name, value] of Object.entries(fields)) {
      if (value) fillEmpty(form.current, name, value);
    }
    if (messageChannel) setFieldValue(form.current, "messageChannel", messageChannel);
  }, [form, known]);
}

export function OwnAddresses({ onChoose }: { onChoose: (address: OwnDetails["addresses"][number]) => void }) {
  const addresses = useOwnDetails()?.addresses ?? [];
  if (addresses.length === 0) return null;
  return (
    <fieldset data-saved-addresses="" className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{m.booking_own_addresses()}</legend>
      {addresses.map((address) => (
        <Button
          key={Object.values(address).join()}
          tone="quiet"
          className="justify-start text-start"
          onClick={() => onChoose(address)}
        >
          <House aria-hidden />
          <span>{flattenAddress(address)}</span>
        </Button>
      ))}
    </fieldset>
  );
}
