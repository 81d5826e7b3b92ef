import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { Skeleton } from "~/ui/screen/skeleton";
import { Section, SectionAction } from "~/ui/section";
import { catalogueQuery } from "../../../core/catalogue/admin-client";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { AffectedVisits, acceptedVisitIds } from "./days/affected-visits";
import { ReassignAffected } from "./reassign-affected";

/** Visits that need a removed skill are kept or reassigned. */
export function Skills({ technician }: { technician: TechnicianDetail }) {
  const [editing, setEditing] = useState(false);
  const [remainingSkills, setRemainingSkills] = useState<readonly string[] | null>(null);
  const { skills } = technician;
  const close = () => {
    setEditing(false);
    setRemainingSkills(null);
  };
  return (
    <Section
      title={m.scheduling_skills_title()}
      action={
        !editing && (
          <SectionAction label={m.scheduling_skills_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {remainingSkills ? (
        <ReassignAffected
          technician={technician}
          update={{ skills: [...remainingSkills] }}
          only={{ withoutSkills: skills.map(({ id }) => id).filter((id) => !remainingSkills.includes(id)) }}
          submit={m.scheduling_reassign_submit_skills()}
          done={m.scheduling_reassign_done_skills({ name: bidiIsolate(technician.name) })}
          onClose={close}
        />
      ) : editing ? (
        <SkillsForm technician={technician} onReassign={setRemainingSkills} onClose={close} />
      ) : skills.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map(({ id, name }) => (
            <li key={id}>
              <Badge tone="planned">
                <span className="wrap-anywhere whitespace-normal">{name}</span>
              </Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{m.scheduling_skills_none()}</p>
      )}
    </Section>
  );
}

function SkillsForm({
  technician,
  onReassign,
  onClose,
}: {
  technician: TechnicianDetail;
  /** Called with the remaining skills. */
  onReassign: (left: readonly string[]) => void;
  onClose: () => void;
}) {
  const services = useQuery(catalogueQuery);
  const change = useTechnicianChange(technician, "skills");
  const form = useForm({
    initialValues: { serviceIds: technician.skills.map(({ id }) => id) },
    send: (skills) => change.mutateAsync({ ...skills, acceptedVisitIds: acceptedVisitIds(change.error) }),
    next: onClose,
  });
  const { serviceIds } = form.values;

  function toggle(id: string) {
    const others = serviceIds.filter((other) => other !== id);
    form.set({ serviceIds: serviceIds.includes(id) ? others : [...others, id] });
  }

  return (
    <EditForm
      label={m.scheduling_skills_edit()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {services.isError && (
        <p role="alert" className="flex items-center justify-between gap-3 text-sm text-error">
          <span>{services.error.message}</span>
          <Button size="small" tone="quiet" onClick={() => services.refetch()}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
      {services.isLoading && <Skeleton className="h-40 w-full" />}
      <fieldset className="grid gap-x-3 sm:grid-cols-2">
        <legend className="sr-only">{m.scheduling_skills_title()}</legend>
        {services.data
          ?.filter(({ id, active }) => active || serviceIds.includes(id))
          .map(({ id, name }) => (
            <CheckLine key={id} checked={serviceIds.includes(id)} onChange={() => toggle(id)}>
              {name}
            </CheckLine>
          ))}
      </fieldset>
      <AffectedVisits error={form.refusal} onReassign={() => onReassign(serviceIds)} />
    </EditForm>
  );
}
