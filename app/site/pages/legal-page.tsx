import type { LegalText } from "~/features/website/content/legal/legal-text";
import { m } from "~/paraglide/messages";
import { bidiIsolate, languageAttributes } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import { useBusiness } from "../frame/business";
import { PageHero } from "../parts/page-hero";

/** Legal text with its table of contents. */
export function LegalPage({ text, path }: { text: LegalText; path: string }) {
  const business = useBusiness();
  const language = languageAttributes(text.language);
  return (
    <>
      <PageHero trail={[{ name: text.title, path }]} title={text.title} lead={text.lead} language={language}>
        <p className="text-sm text-muted">
          {m.content_legal_updated({ date: formatDay(text.updatedOn, "fullDate") })}
        </p>
      </PageHero>
      <div className="page-column grid items-start gap-8 py-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16 lg:py-16">
        <nav aria-labelledby="contents-title" className="lg:sticky lg:top-24">
          <h2 id="contents-title" className="text-sm font-semibold">
            {m.content_legal_contents()}
          </h2>
          <ol {...language} className="mt-2 flex flex-col border-s border-line text-sm">
            {text.sections.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="figures -ms-px flex gap-2 border-s border-transparent py-1.5 ps-4 text-muted hover:border-accent hover:text-link"
                >
                  <span aria-hidden>{`${index + 1}.`}</span>
                  <span>{title}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex flex-col gap-10">
          {text.sections.map(({ id, title, body }, index) => (
            <section
              key={id}
              {...language}
              id={id}
              tabIndex={-1}
              aria-labelledby={`${id}-title`}
              className="measure flex flex-col gap-3"
            >
              <h2 id={`${id}-title`} className="figures text-xl">
                {m.content_legal_heading({ number: index + 1, title: bidiIsolate(title) })}
              </h2>
              {body.map((block) =>
                typeof block === "string" ? (
                  <p key={block}>{block}</p>
                ) : (
                  <ul key={block[0]} className="flex list-disc flex-col gap-2 ps-5 marker:text-accent">
                    {block.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
          <p className="measure rounded-lg border border-line bg-surface p-5">
            <span>{m.content_legal_questions()}</span>
            {business.email && (
              <>
                <span> </span>
                <a href={`mailto:${business.email}`} className="text-link underline underline-offset-4">
                  {business.email}
                </a>
              </>
            )}
            {business.phone && (
              <>
                <span>{business.email ? " · " : " "}</span>
                <a href={callHref(business.phone)} className="figures text-link underline underline-offset-4">
                  {formatPhone(business.phone)}
                </a>
              </>
            )}
          </p>
        </div>
      </div>
    </>
  );
}
