import { useQuery } from "@tanstack/react-query";
import { may } from "~/platform/auth/permissions";
import { useSignedIn } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { dubaiDate } from "~/platform/time";
import { type FormRef, useFieldValue } from "../../../forms/components/form-fields";
import { myEntitlementsQuery } from "../../../packages/client";
import type { OwnCover } from "../../../packages/entitlements/cover";

/** The contract of a signed-in customer that the home in the form is under on its day; null: there is none, or nobody knows who it is. */
export function useOwnCover(
  form: FormRef,
  { begun, date }: { begun: boolean; date: string },
): OwnCover | null {
  const user = useSignedIn();
  const customerId = user && !may(user, "bookings.manage") ? user.id : null;
  const { data } = useQuery(
    { ...myEntitlementsQuery(customerId ?? ""), enabled: begun && customerId !== null },
    queryClient,
  );
  return useCoverAt(form, data?.covers, date);
}

/** Which of these contracts the home in the form is under on its day; null: none. */
export function useCoverAt(
  form: FormRef,
  covers: readonly OwnCover[] | undefined,
  date: string,
): OwnCover | null {
  const typed = {
    street: useFieldValue(form, "street").trim(),
    buildingName: useFieldValue(form, "buildingName").trim(),
    unitNumber: useFieldValue(form, "unitNumber").trim(),
    area: useFieldValue(form, "area").trim(),
  };
  const day = date || dubaiDate(new Date());
  const isHere = ({ address }: OwnCover) =>
    (["street", "buildingName", "unitNumber", "area"] as const).every(
      (part) => address[part] === typed[part],
    );
  return covers?.find((cover) => isHere(cover) && cover.startsOn <= day && day <= cover.endsOn) ?? null;
}
