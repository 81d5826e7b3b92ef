import { useQuery } from "@tanstack/react-query";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { callHref, directionsHref } from "~/platform/text/contact-links";
import { addMinutes, formatTime } from "~/platform/time";
import { Button, buttonClass } from "~/ui/button";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { EMERGENCY_ARRIVAL_MIN } from "../../bookings/booking";
import type { emergencyCallApi } from "../calls-api.server";
import type { EmergencyCalls as Calls } from "../views";

/** Refreshed by the same live topic as the technician's visits. */
const calls = topicClient<typeof emergencyCallApi>("visit");

/** Polls as well and bypasses the cache, because another technician may accept at any time. */
const REFRESH_MS = 30_000;

const emergencyCallsQuery = {
  ...calls.query("/technician/emergencies", {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always" as const,
};

const useAccept = () => calls.useChange("/technician/emergencies/{bookingId}/accept");
const usePassOn = () => calls.useChange("/technician/emergencies/{bookingId}/decline");

/** Answers need a connection, because another technician may accept first. */
export function EmergencyCalls() {
  const { data } = useQuery(emergencyCallsQuery);
  const [search] = useSearchParams();
  const opened = search.get("emergency");
  if (!data) return null;
  const { emergencies } = data;
  return (
    <>
      {opened && !emergencies.some(({ id }) => id === opened) && (
        <p role="status" className="rounded-lg border border-line bg-sunken p-4">
          {m.technician_emergency_over()}
        </p>
      )}
      {emergencies.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">{m.technician_emergencies()}</h2>
          {emergencies.map((emergency) => (
            <EmergencyCall key={emergency.id} emergency={emergency} />
          ))}
        </section>
      )}
    </>
  );
}

function EmergencyCall({ emergency }: { emergency: Calls["emergencies"][number] }) {
  const { id, reference, requestedAt, serviceName, customerName, phone, address, message, offered } =
    emergency;
  const navigate = useNavigate();
  const [passing, setPassing] = useState(false);
  const accept = useAccept();
  const passOn = usePassOn();
  const form = useForm({
    initialValues: { reason: "" },
    send: ({ reason }: { reason: string }) => passOn.mutateAsync({ bookingId: id, reason }),
    onDone() {
      navigate("?", { replace: true });
      passingNotices.show({ title: m.technician_emergency_declined(), tone: "success" });
    },
  });
  const error = accept.error ?? form.refusal;
  const pending = accept.isPending || form.pending;
  const dueBy = formatTime(addMinutes(new Date(requestedAt), EMERGENCY_ARRIVAL_MIN), "time");

  async function acceptAndOpen() {
    const { visitId } = await accept.mutateAsync({ bookingId: id });
    if (visitId) navigate(`?visit=${visitId}`, { replace: true });
  }

  return (
    <article aria-label={reference} className="flex flex-col gap-3 rounded-lg border-2 border-signal p-4">
      <p className="flex items-center gap-2 text-lg font-semibold text-signal-text">
        <Siren aria-hidden className="size-6 shrink-0" />
        <span>{serviceName}</span>
      </p>
      <p className="figures font-medium">{m.technician_emergency_arrive_by({ time: dueBy })}</p>
      {message && (
        <p className="text-lg whitespace-pre-line" dir="auto">
          {message}
        </p>
      )}
      <a
        href={directionsHref(address)}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center gap-2"
      >
        <MapPin aria-hidden className="size-5 shrink-0" />
        <bdi>{address}</bdi>
      </a>
      <a href={callHref(phone)} className={buttonClass({ tone: "quiet" }, "min-h-14 text-lg!")}>
        <Phone aria-hidden />
        <bdi>{customerName}</bdi>
      </a>
      {passing ? (
        <form className="flex flex-col gap-3" {...form.formProps}>
          <p className="font-medium">{m.technician_emergency_decline_hint()}</p>
          <TextArea
            {...form.field("reason")}
            label={m.technician_reason()}
            optional={m.common_optional()}
            maxLength={500}
            rows={2}
          />
          <Button type="submit" disabled={pending} className="min-h-14 text-lg!">
            {m.technician_emergency_decline()}
          </Button>
          <Button tone="quiet" className="min-h-14 text-lg!" onClick={() => setPassing(false)}>
            {m.technician_back()}
          </Button>
        </form>
      ) : (
        <>
          {offered ? (
            <p role="status" className="font-medium">
              {m.technician_emergency_offered()}
            </p>
          ) : (
            <Button
              tone="signal"
              disabled={pending}
              className="min-h-18 text-xl! font-semibold"
              onClick={() => void acceptAndOpen().catch(() => {})}
            >
              {m.technician_emergency_accept()}
            </Button>
          )}
          <Button tone="quiet" className="min-h-14 text-lg!" onClick={() => setPassing(true)}>
            {m.technician_emergency_decline()}
          </Button>
        </>
      )}
      {error && (
        <p role="alert" className="text-error">
          {error.message}
        </p>
      )}
    </article>
  );
}
