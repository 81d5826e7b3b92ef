import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { TwoLanguageField } from "~/ui/form/two-language-field";
import { type FieldErrors, useForm } from "~/ui/form/use-form";
import { useContentChange } from "../admin-client";
import { type Drawing, drawings } from "../content-entry";
import { labelForDrawing } from "../labels";
import { type PortfolioItem, portfolioItemSchema } from "../schema";
import type { OfficeContent, PortfolioEntry } from "../views";
import { JobPhotosField } from "./job-photos-field";
import { WebsitePicture } from "./website-file";

interface PortfolioItemFormProps {
  row: PortfolioEntry | undefined;
  services: OfficeContent["services"];
  onClose: () => void;
}

const blank = {
  serviceId: "",
  title: "",
  titleAr: "",
  area: "",
  areaAr: "",
  summary: "",
  summaryAr: "",
  duration: "",
  durationAr: "",
  shownBy: "photos" as "photos" | "drawing",
  drawing: drawings[0] as Drawing,
  beforeId: null as string | null,
  afterId: null as string | null,
  /** Job from which photos were chosen. */
  job: null as { bookingId: string; reference: string } | null,
  consent: "",
};

type Typed = typeof blank;

function typedOf({ drawing, job, ...row }: PortfolioEntry): Typed {
  const { serviceId, title, area, summary, duration, beforeId, afterId } = row;
  return {
    ...{ serviceId, title, area, summary, duration, beforeId, afterId },
    titleAr: row.titleAr ?? "",
    areaAr: row.areaAr ?? "",
    summaryAr: row.summaryAr ?? "",
    durationAr: row.durationAr ?? "",
    shownBy: drawing ? "drawing" : "photos",
    drawing: drawing ?? drawings[0],
    job: job && { bookingId: job.bookingId, reference: job.reference },
    consent: job?.consent ?? "",
  };
}

/** Input for the API: a drawing or photos, and the consent for photos of a job. */
function toPortfolioItem({ shownBy, job, consent, drawing, ...typed }: Typed): PortfolioItem {
  const { beforeId, afterId, ...text } = typed;
  return shownBy === "drawing"
    ? { ...text, drawing, beforeId: null, afterId: null, job: null }
    : { ...text, drawing: null, beforeId, afterId, job: job && { bookingId: job.bookingId, consent } };
}

/** Form of finished work with before and after pictures. */
export function PortfolioItemForm({ row, services, onClose }: PortfolioItemFormProps) {
  const add = useContentChange("/admin/content/portfolio-items");
  const edit = useContentChange("/admin/content/portfolio-items/{id}/edit");
  const form = useForm({
    initialValues: row ? typedOf(row) : { ...blank, serviceId: services[0]?.id ?? "" },
    check: (typed) => {
      const parsed = portfolioItemSchema.safeParse(toPortfolioItem(typed));
      if (parsed.success) return { ok: true, input: parsed.data };
      const errors: FieldErrors = {};
      for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
      return { ok: false, errors };
    },
    send: (item: PortfolioItem) =>
      row ? edit.mutateAsync({ ...item, id: row.id, version: row.version }) : add.mutateAsync(item),
    next: onClose,
  });
  const { values, errors } = form;
  return (
    <EditForm
      label={
        row
          ? m.website_edit_of({ name: bidiIsolate(readerText(row.title, row.titleAr)) })
          : m.website_portfolio_item_add()
      }
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <TwoLanguageField
        label={m.website_portfolio_item_title()}
        maxLength={80}
        required
        autoFocus
        english={form.field("title")}
        arabic={form.field("titleAr")}
      />
      <Select label={m.website_portfolio_item_service()} {...form.field("serviceId")}>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TwoLanguageField
        label={m.website_portfolio_item_area()}
        maxLength={50}
        required
        english={form.field("area")}
        arabic={form.field("areaAr")}
      />
      <TwoLanguageField
        label={m.website_portfolio_item_duration()}
        maxLength={40}
        required
        english={form.field("duration")}
        arabic={form.field("durationAr")}
      />
      <TwoLanguageField
        label={m.website_portfolio_item_summary()}
        maxLength={400}
        rows={4}
        required
        english={form.field("summary")}
        arabic={form.field("summaryAr")}
      />
      <Select label={m.website_portfolio_item_shown()} {...form.field("shownBy")}>
        <option value="photos">{m.website_portfolio_item_by_photos()}</option>
        <option value="drawing">{m.website_portfolio_item_by_drawing()}</option>
      </Select>
      {values.shownBy === "drawing" ? (
        <Select label={m.website_portfolio_item_drawing()} {...form.field("drawing")}>
          {drawings.map((drawing) => (
            <option key={drawing} value={drawing}>
              {labelForDrawing(drawing)}
            </option>
          ))}
        </Select>
      ) : (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <WebsitePicture
              label={m.website_photo_before()}
              name="beforeId"
              value={values.beforeId}
              error={errors.beforeId}
              onChange={(beforeId) => form.set({ beforeId })}
            />
            <WebsitePicture
              label={m.website_photo_after()}
              name="afterId"
              value={values.afterId}
              error={errors.afterId}
              onChange={(afterId) => form.set({ afterId })}
            />
          </div>
          <JobPhotosField
            job={values.job}
            onChoose={(job, place, id) => form.set({ job, [place]: id })}
            onCancel={() => form.set({ job: null, consent: "", beforeId: null, afterId: null })}
          />
          {values.job && (
            <TextField
              label={m.website_job_consent()}
              hint={m.website_job_consent_hint()}
              maxLength={200}
              required
              {...form.field("consent")}
              error={errors["job.consent"]}
            />
          )}
        </>
      )}
    </EditForm>
  );
}
