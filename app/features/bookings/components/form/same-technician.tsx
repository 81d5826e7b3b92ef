import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { useSignedIn } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { CheckLine } from "~/ui/form/check-line";
import { formerTechniciansOfBookingQuery, myFormerTechniciansQuery } from "../../client";
import type { FormerTechnician } from "../../views";
import { rebookedReference } from "./rebooking";

/** The field that tells by which booking somebody is asked for. */
export const SAME_TECHNICIAN = "sameTechnicianAs";

/**
 * Who came before and is trained for all of this: of the booking that is booked again, else the last who came to whoever is signed in. Null:
 * there is nobody, or nobody knows who it is.
 */
export function useFormerTechnician(skills: readonly string[]): FormerTechnician | null {
  const user = useSignedIn();
  const customerId = user && !may(user, "bookings.manage") ? user.id : null;
  const again = rebookedReference();
  const own = useQuery(
    { ...myFormerTechniciansQuery(customerId ?? ""), enabled: customerId !== null },
    queryClient,
  );
  const ofAgain = useQuery(
    { ...formerTechniciansOfBookingQuery(again ?? ""), enabled: again !== null },
    queryClient,
  );
  return firstTrained([...(ofAgain.data ?? []), ...(own.data ?? [])], skills);
}

export function firstTrained(
  technicians: readonly FormerTechnician[],
  skills: readonly string[],
): FormerTechnician | null {
  if (skills.length === 0) return null;
  return technicians.find(({ services }) => skills.every((skill) => services.includes(skill))) ?? null;
}

interface SameTechnicianProps {
  technician: FormerTechnician;
  /** The booking by which somebody is asked for; empty: nobody is. */
  preferredReference: string;
  onPreferChange: (reference: string) => void;
}

/** Asks for somebody who came before. */
export function SameTechnician({
  technician: { name, reference },
  preferredReference,
  onPreferChange,
}: SameTechnicianProps) {
  const isPreferred = preferredReference === reference;
  return (
    <div className="flex flex-col text-sm">
      <input type="hidden" name={SAME_TECHNICIAN} value={isPreferred ? reference : ""} />
      <CheckLine
        checked={isPreferred}
        onChange={(again) => onPreferChange(again ? reference : "")}
        hint={m.preferred_technician_again_hint()}
        className="font-medium"
      >
        {m.preferred_technician_again({ name: bidiIsolate(name) })}
      </CheckLine>
    </div>
  );
}
