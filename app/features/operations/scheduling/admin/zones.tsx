import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { compareWords } from "~/platform/locale/compare-words";
import { bidiIsolate } from "~/platform/locale/locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { controlClass, Field } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { pressedKey } from "~/ui/hooks/latin-key";
import { Section, SectionAction } from "~/ui/section";
import { placeInReaderLanguage, storedArea } from "../../../core/geography/community-names";
import {
  CommunityList,
  useCommunitySuggestions,
} from "../../../core/properties/components/address/community-suggestions";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { AffectedVisits, acceptedVisitIds } from "./days/affected-visits";
import { type Affected, ReassignAffected } from "./reassign-affected";

/** Home areas. */
export function Zones({ technician }: { technician: TechnicianDetail }) {
  const [editing, setEditing] = useState(false);
  const [reassigning, setReassigning] = useState<Affected | null>(null);
  const { zones } = technician;
  const close = () => {
    setEditing(false);
    setReassigning(null);
  };
  return (
    <Section
      title={m.scheduling_zones_title()}
      action={
        !editing && (
          <SectionAction label={m.scheduling_zones_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {reassigning ? (
        <ReassignAffected technician={technician} {...reassigning} onClose={close} />
      ) : editing ? (
        <ZonesForm technician={technician} onReassign={setReassigning} onClose={close} />
      ) : zones.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {zones.map((area) => (
            <li key={area}>
              <Badge tone="planned">
                <span className="wrap-anywhere whitespace-normal">{placeInReaderLanguage(area)}</span>
              </Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{m.scheduling_zones_anywhere()}</p>
      )}
    </Section>
  );
}

function ZonesForm({
  technician,
  onReassign,
  onClose,
}: {
  technician: TechnicianDetail;
  onReassign: (affected: Affected) => void;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const communities = useCommunitySuggestions();
  const change = useTechnicianChange(technician, "zones");
  const form = useForm({
    initialValues: { areas: technician.zones, typed: "" },
    send: (zones) =>
      change.mutateAsync({ areas: withTyped(zones), acceptedVisitIds: acceptedVisitIds(change.error) }),
    next: onClose,
  });
  const { areas, typed } = form.values;

  function write(areas: string[]) {
    form.set({ areas, typed: "" });
    input.current?.focus();
  }

  return (
    <EditForm
      label={m.scheduling_zones_edit()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {areas.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {areas.map((area) => (
            <li key={area}>
              <Badge tone="planned" className="pe-1">
                <span className="wrap-anywhere whitespace-normal">{placeInReaderLanguage(area)}</span>
                <button
                  type="button"
                  onClick={() => write(areas.filter((other) => other !== area))}
                  aria-label={m.scheduling_zones_remove({ area: bidiIsolate(placeInReaderLanguage(area)) })}
                  className="grid size-6 place-items-center rounded-full hover:bg-sunken"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <Field label={m.scheduling_zones_area()} hint={m.scheduling_zones_hint()}>
        {(wiring) => (
          <div className="flex gap-2">
            <div className="relative min-w-0 grow">
              <input
                {...wiring}
                ref={input}
                value={typed}
                maxLength={50}
                autoComplete="off"
                // biome-ignore lint/a11y/noAutofocus: the form was opened in order to type.
                autoFocus
                onChange={(event) => form.set({ typed: event.target.value })}
                {...communities.inputProps}
                onKeyDown={(event) => {
                  communities.inputProps.onKeyDown(event);
                  // Enter adds the typed area; an empty field submits the form.
                  if (event.defaultPrevented || pressedKey(event) !== "Enter" || !typed.trim()) return;
                  event.preventDefault();
                  write(withTyped(form.values));
                }}
                className={controlClass}
              />
              <CommunityList {...communities.list} />
            </div>
            <Button tone="quiet" disabled={!typed.trim()} onClick={() => write(withTyped(form.values))}>
              {m.scheduling_zones_add()}
            </Button>
          </div>
        )}
      </Field>
      <AffectedVisits
        error={form.refusal}
        onReassign={(visitIds) =>
          onReassign({ only: { visitIds }, update: { zones: withTyped(form.values) } })
        }
      />
    </EditForm>
  );
}

function withTyped({ areas, typed }: { areas: string[]; typed: string }): string[] {
  const area = storedArea(typed.trim());
  return area && !areas.includes(area) ? [...areas, area].sort(compareWords) : areas;
}
