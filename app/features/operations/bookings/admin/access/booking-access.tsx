import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatList } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Skeleton } from "~/ui/screen/skeleton";
import { Section, SectionAction } from "~/ui/section";
import { bookingAccessQuery, useChangeAccess } from "../../access/admin-client";
import { AccessForm, KnownAccess } from "./office-access";

/** Access details of a booking with missing permits, editable. */
export function BookingAccess({ bookingId }: { bookingId: string }) {
  const { data, error } = useQuery(bookingAccessQuery(bookingId));
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay("bookings.manage");
  const change = useChangeAccess();
  return (
    <Section
      title={m.access_title()}
      action={
        data &&
        mayEdit &&
        !editing && (
          <SectionAction label={m.access_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {error && (
        <p role="alert" className="text-sm text-error">
          {m.access_failed()}
        </p>
      )}
      {!data && !error && <Skeleton className="h-10" />}
      {data && data.missingOn.length > 0 && (
        <p className="mb-2 flex items-start gap-2 rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {m.access_permit_missing({ days: formatList(data.missingOn.map((day) => formatDay(day))) })}
          </span>
        </p>
      )}
      {data && editing && (
        <AccessForm
          access={data.access}
          own={data.own}
          send={(written) => {
            const version = written.onlyThisBooking ? data.versions.own : data.versions.property;
            return change.mutateAsync({ bookingId, version, ...written });
          }}
          onClose={() => setEditing(false)}
        />
      )}
      {data && !editing && (
        <>
          <KnownAccess access={data.access} />
          {data.own && <p className="mt-2 text-xs text-muted">{m.access_own()}</p>}
        </>
      )}
    </Section>
  );
}
