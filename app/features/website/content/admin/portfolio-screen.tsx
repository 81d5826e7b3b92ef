import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { ArabicMissing } from "~/ui/form/two-language-field";
import { LazyImage } from "~/ui/lazy-image";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { labelForDrawing } from "../labels";
import type { PortfolioEntry } from "../views";
import { ContentSection } from "./content-section";
import { EntryList } from "./entry-list";
import { PortfolioItemForm } from "./portfolio-item-form";

export function PortfolioScreen() {
  return (
    <SettingsFrame title={m.website_portfolio()} hint={m.website_portfolio_hint()}>
      <ContentSection>
        {({ portfolioItems, services }) => (
          <EntryList
            kind="portfolio-item"
            rows={portfolioItems}
            nameOf={({ title, titleAr }) => readerText(title, titleAr)}
            add={m.website_portfolio_item_add()}
            empty={m.website_portfolio_empty()}
            line={(work) => (
              <PortfolioItemSummary
                work={work}
                service={services.find(({ id }) => id === work.serviceId)?.name}
              />
            )}
            form={(row, onClose) => <PortfolioItemForm row={row} services={services} onClose={onClose} />}
          />
        )}
      </ContentSection>
    </SettingsFrame>
  );
}

function PortfolioItemSummary({ work, service }: { work: PortfolioEntry; service: string | undefined }) {
  const { title, titleAr, areaAr, summaryAr, durationAr, drawing, beforeId, afterId, job } = work;
  const area = bidiIsolate(readerText(work.area, areaAr));
  const duration = bidiIsolate(readerText(work.duration, durationAr));
  const photos = [
    { id: beforeId, alt: m.website_photo_before() },
    { id: afterId, alt: m.website_photo_after() },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {drawing === null && (
        <div className="flex shrink-0 gap-1">
          {photos.map(
            ({ id, alt }) =>
              id && (
                <LazyImage
                  key={id}
                  src={`/api/files/${id}`}
                  alt={alt}
                  width={64}
                  height={48}
                  className="h-12 w-16 rounded-sm"
                />
              ),
          )}
        </div>
      )}
      <div className="flex min-w-48 grow basis-0 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{readerText(title, titleAr)}</bdi>
          <ArabicMissing texts={[titleAr, areaAr, summaryAr, durationAr]} />
        </p>
        <p className="text-xs text-muted">
          <span>
            {[service, m.website_portfolio_item_where({ area, duration })].filter(Boolean).join(" · ")}
          </span>
          {drawing && (
            <span>{` · ${m.website_portfolio_item_by_drawing()}: ${labelForDrawing(drawing)}`}</span>
          )}
        </p>
        {job && (
          <p className="text-xs text-muted">
            {m.website_portfolio_item_from_job({ reference: job.reference })}
          </p>
        )}
      </div>
    </div>
  );
}
