import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { useContentChange } from "../admin-client";
import { CERTIFICATE_WARNING_DAYS_AHEAD, type PaperKind, paperKinds } from "../entry";
import { labelForPaper } from "../labels";
import { paperSchema } from "../schema";
import type { PaperEntry } from "../views";
import { ContentSection } from "./content-section";
import { EntryList } from "./entry-list";
import { WebsitePaper } from "./website-file";

export function CompanyCertificatesScreen() {
  return (
    <SettingsFrame title={m.website_papers()} hint={m.website_papers_hint()}>
      <ContentSection>
        {({ papers }) => (
          <EntryList
            kind="paper"
            rows={papers}
            nameOf={({ title }) => title}
            add={m.website_paper_add()}
            empty={m.website_papers_empty()}
            line={(paper) => <PaperLine paper={paper} />}
            form={(row, onClose) => <PaperForm row={row} onClose={onClose} />}
          />
        )}
      </ContentSection>
    </SettingsFrame>
  );
}

function PaperLine({
  paper: { kind, title, issuer, number, expiresOn, daysLeft, file },
}: {
  paper: PaperEntry;
}) {
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        {expiresOn && daysLeft !== null && daysLeft <= CERTIFICATE_WARNING_DAYS_AHEAD && (
          <Badge tone="waiting">{labelForEnd(daysLeft, expiresOn)}</Badge>
        )}
      </p>
      <p className="text-xs text-muted">
        {[labelForPaper(kind), issuer, number].filter(Boolean).join(" · ")}
        {expiresOn && ` · ${m.website_paper_until({ day: formatDay(expiresOn) })}`}
      </p>
      {file && (
        <a
          href={`/api/files/${file.id}`}
          className="inline-flex min-h-6 self-start text-xs text-link underline underline-offset-4"
        >
          {m.website_paper_open()}
        </a>
      )}
    </div>
  );
}

function labelForEnd(daysLeft: number, day: string): string {
  if (daysLeft < 0) return m.website_paper_ended({ day: formatDay(day) });
  return daysLeft === 0 ? m.website_paper_ends_today() : m.website_paper_ends({ count: daysLeft });
}

function PaperForm({ row, onClose }: { row?: PaperEntry; onClose: () => void }) {
  const add = useContentChange("/admin/content/papers");
  const edit = useContentChange("/admin/content/papers/{id}/edit");
  const form = useForm({
    initialValues: {
      kind: row?.kind ?? ("licence" as PaperKind),
      title: row?.title ?? "",
      issuer: row?.issuer ?? "",
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
      const parsed = paperSchema.safeParse({ ...typed, expiresOn: typed.expiresOn || null });
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
      label={row ? m.website_edit_of({ name: bidiIsolate(row.title) }) : m.website_paper_add()}
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <Select label={m.website_paper_kind()} {...form.field("kind")}>
        {paperKinds.map((kind) => (
          <option key={kind} value={kind}>
            {labelForPaper(kind)}
          </option>
        ))}
      </Select>
      <TextField label={m.website_paper_title()} maxLength={80} required autoFocus {...form.field("title")} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.website_paper_issuer()}
          optional={m.settings_optional()}
          maxLength={80}
          {...form.field("issuer")}
        />
        <TextField
          label={m.website_paper_number()}
          optional={m.settings_optional()}
          maxLength={60}
          {...form.field("number")}
        />
      </div>
      <TextField
        label={m.website_paper_expires()}
        optional={m.settings_optional()}
        hint={m.website_paper_expires_hint()}
        type="date"
        {...form.field("expiresOn")}
      />
      <WebsitePaper
        label={m.website_paper_file()}
        name="fileId"
        value={form.values.fileId}
        isPicture={form.values.isPicture}
        error={form.errors.fileId}
        onChange={(fileId, isPicture) => form.set({ fileId, isPicture })}
      />
    </EditForm>
  );
}
