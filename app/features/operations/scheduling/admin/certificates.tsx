import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section, SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import { certificateSchema } from "../schema";
import type { TechnicianDetail } from "../views";
import { AffectedVisits, acceptedVisitIds } from "./days/affected-visits";
import { type Affected, ReassignAffected } from "./reassign-affected";

type Certificate = TechnicianDetail["certificates"][number];
type Draft = Pick<Certificate, "name" | "number" | "expiresOn"> & { id?: string };

const blank: Draft = { name: "", number: "", expiresOn: "" };

/** Licences and permits, earliest expiry first. */
export function Certificates({ technician }: { technician: TechnicianDetail }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [reassigning, setReassigning] = useState<Affected | null>(null);
  const remove = useTechnicianChange(technician, "certificates/remove");
  const close = () => {
    setDraft(null);
    setReassigning(null);
  };
  const form = (draft: Draft) =>
    reassigning ? (
      <ReassignAffected technician={technician} {...reassigning} onClose={close} />
    ) : (
      <CertificateForm technician={technician} draft={draft} onReassign={setReassigning} onClose={close} />
    );
  return (
    <Section
      title={m.scheduling_certificates_title()}
      action={
        !draft && (
          <SectionAction label={m.scheduling_certificates_add()} onClick={() => setDraft(blank)}>
            <Plus aria-hidden />
            {m.scheduling_add()}
          </SectionAction>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {draft && !draft.id && form(draft)}
        {technician.certificates.length === 0 && !draft && (
          <p className="text-muted">{m.scheduling_certificates_none()}</p>
        )}
        <ul className="flex flex-col gap-2 empty:hidden">
          {technician.certificates.map((certificate) =>
            certificate.id === draft?.id ? (
              <li key={certificate.id}>{form(draft)}</li>
            ) : (
              <li key={certificate.id} className="flex items-start justify-between gap-3">
                <span className="min-w-0">
                  <span className="block font-medium">
                    <bdi>{certificate.name}</bdi>
                  </span>
                  <span className="figures block text-xs text-muted">
                    {[
                      certificate.number,
                      m.scheduling_certificate_until({ day: formatDay(certificate.expiresOn) }),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <span className="flex shrink-0 items-center gap-1">
                  <Validity certificate={certificate} />
                  <SectionAction
                    label={m.scheduling_certificate_edit({ name: bidiIsolate(certificate.name) })}
                    onClick={() => setDraft(certificate)}
                  >
                    {m.admin_edit()}
                  </SectionAction>
                  <SectionAction
                    label={m.scheduling_certificate_remove({ name: bidiIsolate(certificate.name) })}
                    onClick={() => remove.mutate({ certificateId: certificate.id })}
                  >
                    {m.scheduling_remove()}
                  </SectionAction>
                </span>
              </li>
            ),
          )}
        </ul>
        <ChangeRefused error={remove.error} />
      </div>
    </Section>
  );
}

function Validity({ certificate: { state } }: { certificate: Certificate }) {
  if (state === "valid") return null;
  return (
    <Badge tone="waiting">
      {state === "expired" ? m.scheduling_certificate_expired() : m.scheduling_certificate_expiring()}
    </Badge>
  );
}

interface CertificateFormProps {
  technician: TechnicianDetail;
  draft: Draft;
  onReassign: (affected: Affected) => void;
  onClose: () => void;
}

function CertificateForm({ technician, draft, onReassign, onClose }: CertificateFormProps) {
  const { id, name, number, expiresOn } = draft;
  const change = useTechnicianChange(technician, "certificates");
  const form = useForm({
    initialValues: { name, number, expiresOn },
    schema: certificateSchema,
    send: (certificate) =>
      change.mutateAsync({ id, ...certificate, acceptedVisitIds: acceptedVisitIds(change.error) }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.scheduling_certificates_add()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={m.scheduling_certificate_name()}
        maxLength={80}
        required
        autoFocus
        {...form.field("name")}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={m.scheduling_certificate_number()}
          optional={m.scheduling_optional()}
          maxLength={40}
          {...form.field("number")}
        />
        <DateField label={m.scheduling_certificate_expires()} required {...form.field("expiresOn")} />
      </div>
      <AffectedVisits
        error={form.refusal}
        onReassign={(visitIds) =>
          onReassign({ only: { visitIds }, update: { certificate: { id, ...form.values } } })
        }
      />
    </EditForm>
  );
}
