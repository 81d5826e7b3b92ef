import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useParams } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList, localPath } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { formatMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { type TextInput, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { EmptyState } from "~/ui/screen/empty-state";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { SectionAction } from "~/ui/section";
import { useContentChange } from "../admin-client";
import { labelForCategory } from "../labels";
import { faqSchema, servicePageSchema } from "../schema";
import { findUnknownAmounts } from "../text-amounts";
import { type FaqOfService, type JobPrice, type ServicePageEntry, serviceCategories } from "../views";
import { ContentSection } from "./content-section";
import { EntryList } from "./entry-list";
import { TypicalJobs } from "./typical-jobs";

/** Length of a list, one line per item, in characters. */
const MAX_LIST_LENGTH = 2_400;

/** Editor of a service page. */
export function ServiceTextScreen() {
  const { serviceId = "" } = useParams();
  return (
    <ContentSection>
      {(content) => {
        const { pages, faqs } = content;
        const page = pages.find((one) => one.serviceId === serviceId);
        if (!page) return <EmptyState title={m.website_services_unknown()} />;
        return (
          <SettingsFrame
            title={page.serviceName}
            action={
              <a
                href={localPath(`/services/${serviceId}`)}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-9 items-center text-sm text-link underline underline-offset-4"
              >
                {m.website_services_see()}
              </a>
            }
          >
            <p className="mb-4 max-w-prose text-sm text-muted">
              {m.website_book_hint({
                price: "{plumbing/drain}",
                time: "{plumbing/drain:time}",
                next: "{plumbing/call-out:next}",
              })}
            </p>
            <PageForm key={`${serviceId} ${page.version}`} page={page} book={content.jobPrices} />
            <section aria-labelledby="page-jobs" className="mt-6 flex flex-col gap-3">
              <div className="flex max-w-prose flex-col gap-1">
                <h3 id="page-jobs" className="text-sm font-semibold">
                  {m.website_typical_jobs()}
                </h3>
                <p className="text-sm text-muted">{m.website_typical_jobs_hint()}</p>
              </div>
              <TypicalJobs content={content} serviceId={serviceId} />
            </section>
            <section aria-labelledby="page-questions" className="mt-6 flex flex-col gap-3">
              <h3 id="page-questions" className="text-sm font-semibold">
                {m.website_questions()}
              </h3>
              <EntryList
                kind="faq"
                rows={faqs.filter((faq) => faq.serviceId === serviceId)}
                nameOf={({ question, questionAr }) => readerText(question, questionAr)}
                add={m.website_question_add()}
                empty={m.website_questions_empty()}
                line={({ question, questionAr, answer, answerAr }) => (
                  <div className="flex max-w-prose flex-col gap-0.5 text-sm">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      <bdi>{readerText(question, questionAr)}</bdi>
                      <ArabicMissing texts={[questionAr, answerAr]} />
                    </p>
                    <p className="text-muted">
                      <bdi>{readerText(answer, answerAr)}</bdi>
                    </p>
                    <UnknownAmounts
                      texts={[question, questionAr ?? "", answer, answerAr ?? ""]}
                      book={content.jobPrices}
                    />
                  </div>
                )}
                form={(row, onClose) => (
                  <FaqForm row={row} serviceId={serviceId} book={content.jobPrices} onClose={onClose} />
                )}
              />
            </section>
          </SettingsFrame>
        );
      }}
    </ContentSection>
  );
}

function PageForm({ page, book }: { page: ServicePageEntry; book: readonly JobPrice[] }) {
  const { serviceId, serviceName: _, version, steps: storedSteps, ...text } = page;
  const edit = useContentChange("/admin/content/pages/{id}/edit", { id: serviceId, version });
  const form = useForm({
    initialValues: {
      ...text,
      headlineAr: text.headlineAr ?? "",
      introductionAr: text.introductionAr ?? "",
      descriptionAr: text.descriptionAr ?? "",
      durationAr: text.durationAr ?? "",
      warrantyAr: text.warrantyAr ?? "",
      // One line per list item.
      included: text.included.join("\n"),
      includedAr: (text.includedAr ?? []).join("\n"),
      notIncluded: text.notIncluded.join("\n"),
      notIncludedAr: (text.notIncludedAr ?? []).join("\n"),
      steps: storedSteps.map((step) => ({
        ...step,
        titleAr: step.titleAr ?? "",
        bodyAr: step.bodyAr ?? "",
      })),
    },
    check: (typed) => {
      const parsed = servicePageSchema.safeParse({
        ...typed,
        included: typed.included.split("\n"),
        includedAr: typed.includedAr.split("\n"),
        notIncluded: typed.notIncluded.split("\n"),
        notIncludedAr: typed.notIncludedAr.split("\n"),
      });
      if (parsed.success) return { ok: true, input: parsed.data };
      // Errors of a line appear at its list.
      const nameOf = ([first, at, ...rest]: readonly PropertyKey[]) =>
        first === "steps" && at !== undefined ? [first, at, ...rest].join(".") : String(first);
      return {
        ok: false,
        errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [nameOf(path), message])),
      };
    },
    send: (written) => edit.mutateAsync(written),
    onDone: () => passingNotices.show({ title: m.website_saved(), tone: "success" }),
  });
  const { steps, ...typed } = form.values;
  const setStep = (at: number, part: Partial<(typeof steps)[number]>) =>
    form.set({ steps: steps.map((step, index) => (index === at ? { ...step, ...part } : step)) });
  const stepField = (at: number, name: keyof (typeof steps)[number]): TextInput => ({
    name: `steps.${at}.${name}`,
    value: steps[at]![name],
    error: form.errors[`steps.${at}.${name}`],
    onChange: ({ target }) => setStep(at, { [name]: target.value }),
  });
  return (
    <form {...form.formProps} aria-label={m.website_page_texts()} className="flex max-w-4xl flex-col gap-4">
      <TwoLanguageField
        label={m.website_page_headline()}
        maxLength={80}
        required
        english={form.field("headline")}
        arabic={form.field("headlineAr")}
      />
      <TwoLanguageField
        label={m.website_page_lead()}
        maxLength={400}
        rows={4}
        required
        english={form.field("introduction")}
        arabic={form.field("introductionAr")}
      />
      <TwoLanguageField
        label={m.website_page_description()}
        hint={m.website_page_description_hint()}
        maxLength={170}
        rows={3}
        required
        english={form.field("description")}
        arabic={form.field("descriptionAr")}
      />
      <TwoLanguageField
        label={m.website_page_duration()}
        maxLength={80}
        rows={2}
        required
        english={form.field("duration")}
        arabic={form.field("durationAr")}
      />
      <div className="max-w-sm">
        <Select label={m.website_page_category()} {...form.field("category")}>
          {serviceCategories.map((category) => (
            <option key={category} value={category}>
              {labelForCategory(category)}
            </option>
          ))}
        </Select>
      </div>
      <TwoLanguageField
        label={m.website_page_warranty()}
        maxLength={80}
        required
        english={form.field("warranty")}
        arabic={form.field("warrantyAr")}
      />
      <TwoLanguageField
        label={m.website_page_included()}
        hint={m.website_page_lines_hint()}
        maxLength={MAX_LIST_LENGTH}
        rows={6}
        required
        english={form.field("included")}
        arabic={form.field("includedAr")}
      />
      <TwoLanguageField
        label={m.website_page_not_included()}
        hint={m.website_page_lines_hint()}
        maxLength={MAX_LIST_LENGTH}
        rows={3}
        english={form.field("notIncluded")}
        arabic={form.field("notIncludedAr")}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{m.website_page_steps()}</legend>
        {steps.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by position.
          <div key={at} className="flex flex-col gap-2 rounded border border-line p-3">
            <TwoLanguageField
              label={m.website_page_step({ number: at + 1 })}
              maxLength={60}
              english={stepField(at, "title")}
              arabic={stepField(at, "titleAr")}
            />
            <TwoLanguageField
              label={m.website_page_step_body({ number: at + 1 })}
              maxLength={300}
              rows={3}
              english={stepField(at, "body")}
              arabic={stepField(at, "bodyAr")}
            />
            <div>
              <SectionAction onClick={() => form.set({ steps: steps.toSpliced(at, 1) })}>
                {m.website_page_step_remove({ number: at + 1 })}
              </SectionAction>
            </div>
          </div>
        ))}
        {steps.length < 8 && (
          <Button
            size="small"
            tone="quiet"
            className="self-start"
            onClick={() => form.set({ steps: [...steps, { title: "", titleAr: "", body: "", bodyAr: "" }] })}
          >
            <Plus aria-hidden />
            {m.website_page_step_add()}
          </Button>
        )}
      </fieldset>
      <UnknownAmounts
        texts={[...Object.values(typed), ...steps.flatMap((step) => Object.values(step))]}
        book={book}
      />
      <ChangeRefused error={form.refusal} />
      <Button type="submit" size="small" className="self-start" disabled={form.pending || !form.dirty}>
        {form.pending ? m.admin_working() : m.admin_save()}
      </Button>
    </form>
  );
}

interface FaqFormProps {
  row: FaqOfService | undefined;
  serviceId: string;
  book: readonly JobPrice[];
  onClose: () => void;
}

function FaqForm({ row, serviceId, book, onClose }: FaqFormProps) {
  const add = useContentChange("/admin/content/faqs");
  const edit = useContentChange("/admin/content/faqs/{id}/edit");
  const form = useForm({
    initialValues: {
      serviceId,
      question: row?.question ?? "",
      questionAr: row?.questionAr ?? "",
      answer: row?.answer ?? "",
      answerAr: row?.answerAr ?? "",
    },
    schema: faqSchema,
    send: (entry) =>
      row ? edit.mutateAsync({ ...entry, id: row.id, version: row.version }) : add.mutateAsync(entry),
    next: onClose,
  });
  return (
    <EditForm
      label={
        row
          ? m.website_edit_of({ name: bidiIsolate(readerText(row.question, row.questionAr)) })
          : m.website_question_add()
      }
      submit={row ? m.website_save() : m.website_add()}
      form={form}
      onClose={onClose}
    >
      <TwoLanguageField
        label={m.website_question()}
        maxLength={160}
        required
        autoFocus
        english={form.field("question")}
        arabic={form.field("questionAr")}
      />
      <TwoLanguageField
        label={m.website_answer()}
        maxLength={800}
        rows={5}
        required
        english={form.field("answer")}
        arabic={form.field("answerAr")}
      />
      <UnknownAmounts texts={Object.values(form.values)} book={book} />
    </EditForm>
  );
}

/** Warns of amounts in texts that differ from the price book; shown prices follow the book only by reference. */
function UnknownAmounts({ texts, book }: { texts: readonly string[]; book: readonly JobPrice[] }) {
  const amounts = findUnknownAmounts(texts.join("\n"), book);
  if (amounts.length === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-brass-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {m.website_unknown_amounts({ amounts: formatList(amounts.map((fils) => formatMoney(fils))) })}
      </span>
    </p>
  );
}
