import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/edit-form";
import { Section, SectionAction } from "~/ui/section";
import { Skeleton } from "~/ui/skeleton";
import { catalogueQuery } from "../../catalogue/admin-client";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";

export function Skills({ technician }: { technician: TechnicianDetail }) {
  const [editing, setEditing] = useState(false);
  const { skills } = technician;
  const close = () => setEditing(false);
  return (
    <Section
      title={m.admin_skills_title()}
      action={
        !editing && (
          <SectionAction label={m.admin_skills_edit()} onClick={() => setEditing(true)}>
            {m.admin_edit()}
          </SectionAction>
        )
      }
    >
      {editing ? (
        <SkillsForm technician={technician} onClose={close} />
      ) : skills.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map(({ id, name }) => (
            <li key={id}>
              <Badge tone="planned">{name}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{m.admin_skills_none()}</p>
      )}
    </Section>
  );
}

function SkillsForm({ technician, onClose }: { technician: TechnicianDetail; onClose: () => void }) {
  const services = useQuery(catalogueQuery);
  const [chosen, setChosen] = useState(() => new Set(technician.skills.map(({ id }) => id)));
  const change = useTechnicianChange(technician, "skills");

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  return (
    <EditForm
      label={m.admin_skills_edit()}
      submit={m.admin_save()}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ serviceIds: [...chosen] }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {services.isError && (
        <p role="alert" className="flex items-center justify-between gap-3 text-sm text-error">
          {services.error.message}
          <Button size="small" tone="quiet" onClick={() => services.refetch()}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
      {services.isLoading && <Skeleton className="h-40 w-full" />}
      <fieldset className="grid gap-x-3 sm:grid-cols-2">
        <legend className="sr-only">{m.admin_skills_title()}</legend>
        {services.data
          ?.filter(({ id, active }) => active || chosen.has(id))
          .map(({ id, name }) => (
            <label key={id} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                className="size-4 shrink-0 accent-action"
              />
              {name}
            </label>
          ))}
      </fieldset>
    </EditForm>
  );
}
