import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { apiClient } from "~/platform/browser/api-client";
import { queryClient } from "~/platform/browser/query-client";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { PermitFile } from "../../access/components/permit-file";
import type { SentPermit } from "../../access/schema";
import type { OwnPermit as Permit } from "../../access/views";
import type { accessApi } from "../access/api.server";

const access = apiClient<typeof accessApi>();

const ownPermitQuery = (reference: string) =>
  access.query(["booking", "permit", reference], "/bookings/{reference}/permit", { reference });

const sendPermit = (reference: string, permit: SentPermit) =>
  access.send("/bookings/{reference}/permit", { reference, ...permit });

/** Permit of a booking: upload, or a note that it has arrived. Hidden if none is needed. */
export function OwnPermit({ reference }: { reference: string }) {
  const query = ownPermitQuery(reference);
  const { data: permit } = useQuery(query, queryClient);
  if (!permit?.needed) return null;
  return (
    <section aria-labelledby="permit" className="flex flex-col gap-3">
      <h2 id="permit" className="text-xl">
        {m.access_permit()}
      </h2>
      {permit.missing ? (
        <SendPermit
          by={permit.applicant}
          send={(sent) => sendPermit(reference, sent)}
          onDone={(now) => queryClient.setQueryData(query.queryKey, now)}
        />
      ) : (
        <p className="measure">
          {permit.until
            ? m.access_permit_received_until({ day: formatDay(permit.until) })
            : m.access_permit_received()}
        </p>
      )}
    </section>
  );
}

interface SendPermitProps {
  by: Permit["applicant"];
  send: (sent: SentPermit) => Promise<Permit>;
  onDone: (now: Permit) => void;
}

function SendPermit({ by, send, onDone }: SendPermitProps) {
  const form = useForm({
    initialValues: { permitFileId: null as string | null, permitUntil: "" },
    check: ({ permitFileId, permitUntil }) =>
      permitFileId
        ? { ok: true, input: { permitFileId, permitUntil: permitUntil || null } }
        : { ok: false, errors: { permitFileId: m.access_permit_choose_first() } },
    send,
    onDone(now) {
      onDone(now);
      passingNotices.show({ title: m.access_permit_sent(), tone: "success" });
    },
  });
  return (
    <form
      {...form.formProps}
      aria-labelledby="permit"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 noscript:hidden"
    >
      <p className="measure">
        {by === "office" ? m.access_permit_send_office() : m.access_permit_send_customer()}
      </p>
      <PermitFile
        value={form.values.permitFileId}
        onChange={(permitFileId) => form.set({ permitFileId })}
        error={form.errors.permitFileId}
      />
      <TextField
        className="max-w-60"
        label={m.access_permit_last_day()}
        optional={m.common_optional()}
        type="date"
        {...form.field("permitUntil")}
      />
      {form.refusal && (
        <p role="alert" className="text-sm text-error">
          {form.refusal.message}
        </p>
      )}
      <Button type="submit" disabled={form.pending} className="self-start">
        {m.access_permit_send()}
      </Button>
    </form>
  );
}
