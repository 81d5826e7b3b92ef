import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { controlClass, FieldError } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { VisitLine } from "../../scheduling/admin/visit-line";
import { useHandOver, useLeave, visitsToGiveQuery } from "../admin-client";
import type { HandedOver } from "../schema";
import type { VisitToHandOver } from "../views";

interface HandOverProps {
  technicianId: string;
  from: string;
  to?: string;
  warning: string;
  /** The technician, as he was seen: no more work is offered to him once all are given away. */
  leaving?: { name: string; version: number };
  onDone?: () => void;
}

/** What is chosen for a visit that goes back to the waiting ones. */
const NOBODY = "nobody";

/** A technician's visits, each with somebody who could make it instead: all of them are given away at once. */
export function HandOver({ technicianId, from, to, warning, leaving, onDone }: HandOverProps) {
  const { data: visits, error } = useQuery(visitsToGiveQuery(technicianId, from, to));
  const handOver = useHandOver(technicianId);
  const leave = useLeave(technicianId);
  // What is not chosen is as proposed, also where a colleague's change makes it another proposal.
  const form = useForm({
    start: {} as Record<string, string>,
    check(chosen): Checked<HandedOver> {
      const open = (visits ?? []).filter((visit) => visit.open);
      const missing = open.filter((visit) => takerOf(visit, chosen) === "");
      if (missing.length > 0) {
        const errors = missing.map(({ id }) => [id, m.admin_hand_over_choose()]);
        return { ok: false, errors: Object.fromEntries(errors) };
      }
      const input = open.map((visit) => {
        const taker = takerOf(visit, chosen);
        return {
          visitId: visit.id,
          version: visit.version,
          technicianId: taker === NOBODY ? null : taker,
        };
      });
      return { ok: true, input };
    },
    async send(given: HandedOver) {
      if (ends) await leave.mutateAsync({ version: ends.version, visits: given });
      else await handOver.mutateAsync({ visits: given });
      const title = ends
        ? m.admin_leaving_done({ name: isolated(ends.name) })
        : m.admin_hand_over_done({ count: given.length });
      passingNotices.show({ title, tone: "success" });
    },
    next: onDone,
  });
  if (error) {
    return (
      <p role="alert" className="text-sm text-error">
        {m.admin_visits_failed()}
      </p>
    );
  }
  if (!visits || visits.length === 0) return null;
  // What is under way is finished by whoever began it: only then can he leave.
  const ends = visits.every(({ open }) => open) ? leaving : undefined;
  return (
    <form
      {...form.formProps}
      aria-label={warning}
      className="flex w-full flex-col gap-3 rounded bg-brass-soft px-3 py-2 text-sm text-brass-text"
    >
      <p className="flex items-start gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {warning}
      </p>
      <ul className="flex flex-col gap-3">
        {visits.map((visit) => (
          <li key={visit.id} className="flex flex-col gap-1 text-xs">
            <VisitLine visit={visit} about={[visit.serviceName, visit.area]} />
            {visit.open ? (
              <Taker
                visit={visit}
                taker={takerOf(visit, form.values)}
                onChoose={(id) => form.set({ [visit.id]: id })}
                error={form.errors[visit.id]}
              />
            ) : (
              <p>{m.admin_hand_over_under_way()}</p>
            )}
          </li>
        ))}
      </ul>
      <ChangeRefused error={form.refusal} />
      {visits.some(({ open }) => open) && (
        <Button type="submit" size="small" disabled={form.pending} className="self-start">
          {form.pending ? m.admin_working() : ends ? m.admin_leaving_all() : m.admin_hand_over_submit()}
        </Button>
      )}
    </form>
  );
}

/** Who makes a visit; empty where nobody is free and nothing is chosen. */
function takerOf({ id, choices, proposedId }: VisitToHandOver, chosen: Record<string, string>): string {
  const wanted = chosen[id];
  const isThere = wanted === NOBODY || choices.some((choice) => choice.id === wanted);
  return wanted && isThere ? wanted : (proposedId ?? "");
}

function Taker({
  visit,
  taker,
  onChoose,
  error,
}: {
  visit: VisitToHandOver;
  taker: string;
  onChoose: (technicianId: string) => void;
  error: string | undefined;
}) {
  const errorId = `${visit.id}-error`;
  const when = formatTime(visit.startsAt, "dateTime");
  return (
    <>
      <select
        name={visit.id}
        aria-label={m.admin_hand_over_who({ reference: visit.reference, when })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={taker}
        onChange={({ target }) => onChoose(target.value)}
        className={`${controlClass} select-arrow pe-10`}
      >
        {taker === "" && <option value="">{m.admin_hand_over_nobody_free()}</option>}
        {visit.choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NOBODY}>{m.admin_hand_over_nobody()}</option>
      </select>
      <FieldError id={errorId} error={error} />
    </>
  );
}
