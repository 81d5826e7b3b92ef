import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { Fact, Section, SectionAction } from "~/ui/section";
import { bookingAccessQuery, useChangeAccess } from "../client";
import { accessFacts } from "../components/access-facts";
import { AccessFields, checkAccess, type TypedAccess, typedOf } from "../components/access-form";
import { PermitFile } from "../components/permit-file";
import type { AccessInput } from "../schema";
import type { BookingAccess as Known } from "../views";

/** How to get in where a booking is, what its visits lack, and the way to write it down. */
export function BookingAccess({ bookingId }: { bookingId: string }) {
  const { data, error } = useQuery(bookingAccessQuery(bookingId));
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay("bookings.manage");
  const facts = data ? accessFacts(data.access, { permitHref: (fileId) => `/api/files/${fileId}` }) : [];
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
          {m.access_permit_missing({ days: data.missingOn.map((day) => formatDay(day)).join(", ") })}
        </p>
      )}
      {data && editing && <AccessForm bookingId={bookingId} known={data} onClose={() => setEditing(false)} />}
      {data && !editing && (
        <>
          {facts.length === 0 ? (
            <p className="text-sm text-muted">{m.access_nothing()}</p>
          ) : (
            <dl className="flex flex-col gap-1.5 text-sm">
              {facts.map(({ name, what }) => (
                <Fact key={name} name={name}>
                  {what}
                </Fact>
              ))}
            </dl>
          )}
          {data.own && <p className="mt-2 text-xs text-muted">{m.access_own()}</p>}
        </>
      )}
    </Section>
  );
}

interface Typed extends TypedAccess {
  permitFileId: string | null;
  onlyThisBooking: boolean;
}

function AccessForm({ bookingId, known, onClose }: { bookingId: string; known: Known; onClose: () => void }) {
  const change = useChangeAccess();
  const form: Form<Typed> = useForm({
    start: { ...typedOf(known.access), permitFileId: known.access.permitFileId, onlyThisBooking: known.own },
    check(typed: Typed): Checked<AccessInput & Pick<Typed, "permitFileId" | "onlyThisBooking">> {
      const checked = checkAccess(typed);
      if (!checked.ok) return checked;
      const { onlyThisBooking } = typed;
      const permitFileId = typed.permitNeeded ? typed.permitFileId : null;
      return { ok: true, input: { ...checked.input, permitFileId, onlyThisBooking } };
    },
    send: (input) =>
      change.mutateAsync({
        bookingId,
        version: input.onlyThisBooking ? known.versions.own : known.versions.property,
        ...input,
      }),
    onDone: () => passingNotices.show({ title: m.access_saved(), tone: "success" }),
    next: onClose,
  });
  const { values } = form;
  return (
    <EditForm label={m.access_edit()} submit={m.admin_save()} form={form} onClose={onClose}>
      <AccessFields form={form} />
      {values.permitNeeded && (
        <PermitFile
          value={values.permitFileId}
          onChange={(permitFileId) => form.set({ permitFileId })}
          error={form.errors.permitFileId}
        />
      )}
      <CheckLine
        checked={values.onlyThisBooking}
        onChange={(onlyThisBooking) => form.set({ onlyThisBooking })}
      >
        {m.access_only_this()}
      </CheckLine>
    </EditForm>
  );
}
