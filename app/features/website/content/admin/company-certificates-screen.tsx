import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { useContentChange } from "../admin-client";
import { CERTIFICATE_WARNING_DAYS_AHEAD, type CertificateKind, certificateKinds } from "../content-entry";
import { labelForCertificateKind } from "../labels";
import { certificateSchema } from "../schema";
import type { CertificateEntry } from "../views";
import { ContentSection } from "./content-section";
import { EntryList } from "./entry-list";
import { WebsiteCertificate } from "./website-file";

export function CompanyCertificatesScreen() {
  return (
    <SettingsFrame title={m.website_certificates()} hint={m.website_certificates_hint()}>
      <ContentSection>
        {({ companyCertificates }) => (
          <EntryList
            kind="company-certificate"
            rows={companyCertificates}
            nameOf={({ title, titleAr }) => readerText(title, titleAr)}
            add={m.website_certificate_add()}
            empty={m.website_certificates_empty()}
            line={(certificate) => <CertificateLine certificate={certificate} />}
            form={(row, onClose) => <CertificateForm row={row} onClose={onClose} />}
          />
        )}
      </ContentSection>
    </SettingsFrame>
  );
}

function CertificateLine({
  certificate: { kind, title, titleAr, issuer, issuerAr, number, expiresOn, daysLeft, file },
}: {
  certificate: CertificateEntry;
}) {
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{readerText(title, titleAr)}</bdi>
        <ArabicMissing texts={issuer ? [titleAr, issuerAr] : [titleAr]} />
        {expiresOn && daysLeft !== null && daysLeft <= CERTIFICATE_WARNING_DAYS_AHEAD && (
          <Badge tone="waiting">{labelForEnd(daysLeft, expiresOn)}</Badge>
        )}
      </p>
      <p className="text-xs text-muted">
        <span>
          {[labelForCertificateKind(kind), readerText(issuer, issuerAr), number]
            .map(bidiIsolate)
            .filter(Boolean)
            .join(" · ")}
        </span>
        {expiresOn && <span>{` · ${m.website_certificate_until({ day: formatDay(expiresOn) })}`}</span>}
      </p>
      {file && (
        <a
          href={`/api/files/${file.id}`}
          className="inline-flex min-h-6 self-start text-xs text-link underline underline-offset-4"
        >
          {m.website_certificate_open()}
        </a>
      )}
    </div>
  );
}

function labelForEnd(daysLeft: number, day: string): string {
  if (daysLeft < 0) return m.website_certificate_expired({ day: formatDay(day) });
  return daysLeft === 0
    ? m.website_certificate_expires_today()
    : m.website_certificate_expires_in({ count: daysLeft });
}

function CertificateForm({ row, onClose }: { row?: CertificateEntry; onClose: () => void }) {
  const add = useContentChange("/admin/content/company-certificates");
  const edit = useContentChange("/admin/content/company-certificates/{id}/edit");
  const form = useForm({
    initialValues: {
      kind: row?.kind ?? ("licence" as CertificateKind),
      title: row?.title ?? "",
      titleAr: row?.titleAr ?? "",
      issuer: row?.issuer ?? "",
      issuerAr: row?.issuerAr ?? "",
      number: row?.number ?? "",
      expiresOn: row?.expiresOn ?? "",
      fileId: row?.file?.id ?? null,
      isPicture: row?.file ? row.file.contentType.startsWith("image/") : true,
    },
    send: ({ isPicture: _, expiresOn, ...typed }) => {
      const entry = { ...typed, expiresOn: expiresOn || null };
      return row ? edit.mutateAsync({ ...entry, id: row.id, version: row.version }) : add.mutateAsync(entry);
    },
    check: ({ isPicture, ...typed }) => {
      const parsed = certificateSchema.safeParse({ ...typed, expiresOn: typed.expiresOn || null });
      if (parsed.success) return { ok: true, input: { ...typed, isPicture } };
      return {
        ok: false,
        errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message])),
      };
    },
    next: onClose,
  });
  return (
    <EditForm
      label={
        row
          ? m.website_edit_of({ name: bidiIsolate(readerText(row.title, row.titleAr)) })
          : m.website_certificate_add()
      }
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <Select label={m.website_certificate_kind()} {...form.field("kind")}>
        {certificateKinds.map((kind) => (
          <option key={kind} value={kind}>
            {labelForCertificateKind(kind)}
          </option>
        ))}
      </Select>
      <TwoLanguageField
        label={m.website_certificate_title()}
        maxLength={80}
        required
        autoFocus
        english={form.field("title")}
        arabic={form.field("titleAr")}
      />
      <TwoLanguageField
        label={m.website_certificate_issuer()}
        maxLength={80}
        english={form.field("issuer")}
        arabic={form.field("issuerAr")}
      />
      <TextField
        label={m.website_certificate_number()}
        optional={m.settings_optional()}
        maxLength={60}
        {...form.field("number")}
      />
      <DateField
        label={m.website_certificate_expires()}
        optional={m.settings_optional()}
        hint={m.website_certificate_expires_hint()}
        {...form.field("expiresOn")}
      />
      <WebsiteCertificate
        label={m.website_certificate_file()}
        name="fileId"
        value={form.values.fileId}
        isPicture={form.values.isPicture}
        error={form.errors.fileId}
        onChange={(fileId, isPicture) => form.set({ fileId, isPicture })}
      />
    </EditForm>
  );
}
