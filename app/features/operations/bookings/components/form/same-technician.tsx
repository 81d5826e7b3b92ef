import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { useSignedIn } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { CheckLine } from "~/ui/form/check-line";
import { formerTechniciansOfBookingQuery, myFormerTechniciansQuery } from "../../request/client";
import type { FormerTechnician } from "../../request/views";
import { getRebookedReference } from "./rebooking";

export const SAME_TECHNICIAN = "sameTechnicianAs";

/** The technician of the repeated booking, otherwise the customer's last one, if trained for all skills. */
export function useFormerTechnician(skills: readonly string[]): FormerTechnician | null {
  const user = useSignedIn();
  const customerId = user && !may(user, "bookings.manage") ? user.id : null;
  const rebooked = getRebookedReference();
  const myTechnicians = useQuery(
    { ...myFormerTechniciansQuery(customerId ?? ""), enabled: customerId !== null },
    queryClient,
  );
  const rebookedTechnicians = useQuery(
    { ...formerTechniciansOfBookingQuery(rebooked ?? ""), enabled: rebooked !== null },
    queryClient,
  );
  return findTrainedTechnician([...(rebookedTechnicians.data ?? []), ...(myTechnicians.data ?? [])], skills);
}

export function findTrainedTechnician(
  technicians: readonly FormerTechnician[],
  skills: readonly string[],
): FormerTechnician | null {
  if (skills.length === 0) return null;
  return technicians.find(({ services }) => skills.every((skill) => services.includes(skill))) ?? null;
}

interface SameTechnicianProps {
  technician: FormerTechnician;
  /** Finished booking of the preferred technician; empty without a preference. */
  preferredReference: string;
  onPreferChange: (reference: string) => void;
}

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
        onChange={(checked) => onPreferChange(checked ? reference : "")}
        hint={m.preferred_technician_again_hint()}
        className="font-medium"
      >
        {m.preferred_technician_again({ name: bidiIsolate(name) })}
      </CheckLine>
    </div>
  );
}
