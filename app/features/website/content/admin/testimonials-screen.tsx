import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { EditForm } from "~/ui/form/edit-form";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { useContentChange } from "../admin-client";
import { testimonialSchema } from "../schema";
import type { TestimonialEntry } from "../views";
import { ContentSection } from "./content-section";
import { EntryList } from "./entry-list";
import { WebsitePicture } from "./website-file";

export function TestimonialsScreen() {
  return (
    <SettingsFrame title={m.website_testimonials()} hint={m.website_testimonials_hint()}>
      <ContentSection>
        {({ testimonials }) => (
          <EntryList
            kind="testimonial"
            rows={testimonials}
            nameOf={({ clientName, clientNameAr }) => readerText(clientName, clientNameAr)}
            add={m.website_testimonial_add()}
            empty={m.website_testimonials_empty()}
            line={({ quote, quoteAr, clientName, clientNameAr, role, roleAr }) => (
              <div className="flex flex-col gap-0.5 text-sm">
                <p className="max-w-prose">
                  <bdi>{readerText(quote, quoteAr)}</bdi>
                </p>
                <p className="text-xs text-muted">
                  <bdi className="font-medium text-ink">{readerText(clientName, clientNameAr)}</bdi> ·{" "}
                  <bdi>{readerText(role, roleAr)}</bdi>
                </p>
                <ArabicMissing texts={[quoteAr, clientNameAr, roleAr]} />
              </div>
            )}
            form={(row, onClose) => <TestimonialForm row={row} onClose={onClose} />}
          />
        )}
      </ContentSection>
    </SettingsFrame>
  );
}

function TestimonialForm({ row, onClose }: { row?: TestimonialEntry; onClose: () => void }) {
  const add = useContentChange("/admin/content/testimonials");
  const edit = useContentChange("/admin/content/testimonials/{id}/edit");
  const form = useForm({
    initialValues: {
      quote: row?.quote ?? "",
      quoteAr: row?.quoteAr ?? "",
      clientName: row?.clientName ?? "",
      clientNameAr: row?.clientNameAr ?? "",
      role: row?.role ?? "",
      roleAr: row?.roleAr ?? "",
      photoId: row?.photoId ?? null,
    },
    schema: testimonialSchema,
    send: (entry) =>
      row ? edit.mutateAsync({ ...entry, id: row.id, version: row.version }) : add.mutateAsync(entry),
    next: onClose,
  });
  return (
    <EditForm
      label={
        row
          ? m.website_edit_of({ name: bidiIsolate(readerText(row.clientName, row.clientNameAr)) })
          : m.website_testimonial_add()
      }
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <TwoLanguageField
        label={m.website_testimonial_quote()}
        maxLength={400}
        rows={4}
        required
        autoFocus
        english={form.field("quote")}
        arabic={form.field("quoteAr")}
      />
      <TwoLanguageField
        label={m.website_testimonial_name()}
        maxLength={60}
        required
        english={form.field("clientName")}
        arabic={form.field("clientNameAr")}
      />
      <TwoLanguageField
        label={m.website_testimonial_role()}
        hint={m.website_testimonial_role_hint()}
        maxLength={80}
        required
        english={form.field("role")}
        arabic={form.field("roleAr")}
      />
      <WebsitePicture
        label={m.website_testimonial_photo()}
        name="photoId"
        value={form.values.photoId}
        error={form.errors.photoId}
        onChange={(photoId) => form.set({ photoId })}
      />
    </EditForm>
  );
}
