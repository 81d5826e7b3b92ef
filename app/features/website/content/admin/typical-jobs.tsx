import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { priceOf } from "../../../core/pricing/price";
import { amountText } from "../../../core/pricing/price-text";
import { useContentChange } from "../admin-client";
import { jobExtentText } from "../job-extent-text";
import { typicalJobSchema } from "../schema";
import type { JobPrice, OfficeContent, TypicalJobEntry } from "../views";
import { EntryList } from "./entry-list";

/** Typical jobs of a service page. Their prices come from the price book. */
export function TypicalJobs({ content, serviceId }: { content: OfficeContent; serviceId: string }) {
  const jobs = content.jobs.filter((job) => job.serviceId === serviceId);
  const prices = content.jobPrices.filter((price) => price.serviceId === serviceId);
  return (
    <EntryList
      kind="typical-job"
      rows={jobs}
      nameOf={({ title, titleAr }) => readerText(title, titleAr)}
      add={m.website_typical_job_add()}
      empty={m.website_typical_jobs_empty()}
      line={(job) => <JobLine job={job} price={prices.find(({ item }) => item === job.priceItem)} />}
      form={(row, onClose) => <JobForm row={row} serviceId={serviceId} prices={prices} onClose={onClose} />}
    />
  );
}

function JobLine({ job: { title, titleAr, quantity }, price }: { job: TypicalJobEntry; price?: JobPrice }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-sm">
      <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
        <bdi>{readerText(title, titleAr)}</bdi>
        <ArabicMissing texts={[titleAr]} />
      </p>
      {price && <p className="figures font-medium">{costOf(price, quantity)}</p>}
      <p className="basis-full text-xs text-muted">
        {price
          ? `${price.name} · ${jobExtentText({ ...price, quantity })}`
          : m.website_typical_job_unpriced()}
      </p>
    </div>
  );
}

/** Price as shown on the page. */
function costOf(price: JobPrice, quantity: number): string {
  return amountText(price.mode, priceOf(price, quantity));
}

interface JobFormProps {
  row: TypicalJobEntry | undefined;
  serviceId: string;
  prices: readonly JobPrice[];
  onClose: () => void;
}

function JobForm({ row, serviceId, prices, onClose }: JobFormProps) {
  const add = useContentChange("/admin/content/typical-jobs");
  const edit = useContentChange("/admin/content/typical-jobs/{id}/edit");
  const form = useForm({
    initialValues: {
      serviceId,
      title: row?.title ?? "",
      titleAr: row?.titleAr ?? "",
      // Falls back to the first item if the chosen one no longer exists.
      priceItem: prices.some(({ item }) => item === row?.priceItem)
        ? row!.priceItem
        : (prices[0]?.item ?? ""),
      quantity: row?.quantity ?? 1,
    },
    schema: typicalJobSchema,
    send: (entry) =>
      row ? edit.mutateAsync({ ...entry, id: row.id, version: row.version }) : add.mutateAsync(entry),
    next: onClose,
  });
  const { priceItem, quantity } = form.values;
  const price = prices.find(({ item }) => item === priceItem);
  const isCounted = price !== undefined && price.mode !== "survey";
  return (
    <EditForm
      label={
        row
          ? m.website_edit_of({ name: bidiIsolate(readerText(row.title, row.titleAr)) })
          : m.website_typical_job_add()
      }
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <TwoLanguageField
        label={m.website_typical_job_title()}
        hint={m.website_typical_job_title_hint()}
        maxLength={80}
        required
        autoFocus
        english={form.field("title")}
        arabic={form.field("titleAr")}
      />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Select label={m.website_typical_job_price()} {...form.field("priceItem")}>
          {prices.map(({ item, name }) => (
            <option key={item} value={item}>
              {name}
            </option>
          ))}
        </Select>
        {isCounted && (
          <TextField
            label={
              price.mode === "hourly"
                ? m.website_typical_job_hours()
                : m.website_typical_job_units({ unit: price.unit })
            }
            required
            {...form.number("quantity")}
          />
        )}
      </div>
      <p className="text-sm text-muted" role="status">
        {price && quantity >= 1 && (
          <span>{m.website_typical_job_shown({ price: costOf(price, quantity) })}</span>
        )}
        {prices.length === 0 && <span>{m.website_typical_job_no_prices()}</span>}
      </p>
    </EditForm>
  );
}
