import { NavLink } from "react-router";
import type { PortfolioItem } from "~/features/website/content/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { useBusiness } from "../frame/business";
import { Comparison } from "../parts/before-after-comparison";
import { PageHero } from "../parts/page-hero";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/portfolio-page";

/** Finished work of one trade or all. */
export function PortfolioScreen({ loaderData }: Route.ComponentProps) {
  const { trail, trade, trades, items } = loaderData;
  const business = useBusiness();
  return (
    <>
      <PageHead
        title={
          trade
            ? m.content_portfolio_trade_page_title({ trade, business: bidiIsolate(business.name) })
            : m.content_portfolio_page_title({ business: bidiIsolate(business.name) })
        }
        description={
          trade ? m.content_portfolio_trade_description({ trade }) : m.content_portfolio_description()
        }
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={trail}
        about={trade ?? undefined}
        title={m.content_portfolio_title()}
        lead={m.content_portfolio_lead()}
      />
      <div className="page-column flex flex-col gap-8 py-8 lg:py-12">
        {trades.length > 1 && (
          <nav aria-label={m.content_portfolio_filter()}>
            <ul className="flex flex-wrap gap-2">
              {[["", m.content_portfolio_all()] as const, ...trades].map(([id, name]) => (
                <li key={id}>
                  <NavLink
                    to={id ? `/portfolio/${id}` : "/portfolio"}
                    end
                    prefetch="intent"
                    className="inline-flex min-h-10 items-center rounded-full border border-control bg-surface px-4 text-sm wrap-anywhere hover:border-accent aria-[current=page]:border-accent aria-[current=page]:bg-brass-soft aria-[current=page]:font-medium aria-[current=page]:text-brass-text"
                  >
                    {name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {items.length === 0 ? (
          <EmptyState title={m.content_portfolio_empty()} heading="h2">
            <ButtonLink to="/contact">{m.content_portfolio_ask()}</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="grid gap-6 lg:grid-cols-2">
            {items.map((item) => (
              <li key={item.id} className="group/work lg:only:col-span-full">
                <WorkArticle item={item} />
              </li>
            ))}
          </ul>
        )}
        <section className="flex flex-wrap items-center justify-between gap-6 rounded-lg border border-line bg-surface p-6 sm:p-8">
          <div className="flex flex-col gap-1.5">
            <h2 className="text-xl sm:text-2xl">{m.content_portfolio_next_title()}</h2>
            <p className="text-muted">{m.content_portfolio_next_lead()}</p>
          </div>
          <ButtonLink to="/free-assessment" size="large">
            {m.site_hero_assessment()}
          </ButtonLink>
        </section>
      </div>
    </>
  );
}

function WorkArticle({ item }: { item: PortfolioItem }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface lg:group-only/work:flex-row">
      <div className="shrink-0 lg:group-only/work:w-3/5">
        <Comparison item={item} />
      </div>
      <div className="flex flex-col gap-2 p-5 sm:p-6 lg:group-only/work:justify-center lg:group-only/work:p-10">
        <p className="text-sm text-link">{item.serviceName}</p>
        <h2 className="text-xl">{item.title}</h2>
        <p className="measure">
          <bdi>{item.summary}</bdi>
        </p>
        <p className="text-sm text-muted">
          {m.content_work_where({ area: bidiIsolate(item.area), duration: item.duration })}
        </p>
      </div>
    </article>
  );
}
