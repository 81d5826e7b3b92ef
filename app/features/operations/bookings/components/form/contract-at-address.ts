import { useQuery } from "@tanstack/react-query";
import { may } from "~/platform/auth/permissions";
import { useSignedIn } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { dubaiDate } from "~/platform/time";
import { type FormRef, useFieldValue } from "../../../../core/forms/components/form-fields";
import { myEntitlementsQuery } from "../../../../core/packages/client";
import type { CoveredProperty } from "../../../../core/packages/entitlements/apply-entitlements";

export function useMyContract(
  form: FormRef,
  { isStarted, date }: { isStarted: boolean; date: string },
): CoveredProperty | null {
  const user = useSignedIn();
  const customerId = user && !may(user, "bookings.manage") ? user.id : null;
  const { data } = useQuery(
    { ...myEntitlementsQuery(customerId ?? ""), enabled: isStarted && customerId !== null },
    queryClient,
  );
  return useContractAtAddress(form, data?.properties, date);
}

/** The contract that covers the typed address on the chosen day, otherwise today; null without one. */
export function useContractAtAddress(
  form: FormRef,
  contracts: readonly CoveredProperty[] | undefined,
  date: string,
): CoveredProperty | null {
  const typedAddress = {
    street: useFieldValue(form, "street").trim(),
    buildingName: useFieldValue(form, "buildingName").trim(),
    unitNumber: useFieldValue(form, "unitNumber").trim(),
  };
  const area = useFieldValue(form, "area").trim();
  const day = date || dubaiDate(new Date());
  const matchesAddress = ({ address }: CoveredProperty) =>
    (["street", "buildingName", "unitNumber"] as const).every(
      (part) => address[part] === typedAddress[part],
    ) && address.areaNames.includes(area);
  return (
    contracts?.find(
      (contract) => matchesAddress(contract) && contract.startsOn <= day && day <= contract.endsOn,
    ) ?? null
  );
}
