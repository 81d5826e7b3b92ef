import ArrowRight from "lucide-react/icons/arrow-right";
import { Link } from "react-router";
import type { ServiceView } from "~/features/core/catalogue/views";
import { headlinePriceText } from "~/features/core/pricing/price-text";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { Vignette } from "../house/vignette";

/** In the client's order (docs/domain.md, "Screens"). */
const trades = [
  "hvac",
  "electrical",
  "tiling",
  "painting",
  "plumbing",
  "general-maintenance",
  "carpentry",
  "handyman",
];

/** Two wide cards, one of them tall, to break the rhythm of the grid. */
const shapes: Record<string, string> = {
  hvac: "col-span-2 lg:row-span-2",
  "general-maintenance": "col-span-2",
};

export function ServicesGrid({ services }: { services: ServiceView[] }) {
  const shown = trades.flatMap((id) => services.find((service) => service.id === id) ?? []);
  return (
    <section aria-labelledby="services-title" className="page-column py-16 lg:py-28">
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h2 id="services-title" className="text-3xl sm:text-4xl">
          {m.site_services_title()}
        </h2>
        <p className="text-muted lg:pb-1">{m.site_services_lead()}</p>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:mt-12 lg:grid-cols-4">
        {shown.map((service) => (
          <li key={service.id} className={classNames("flex", shapes[service.id])}>
            {service.id === "hvac" ? (
              <TallCard service={service} />
            ) : service.id === "general-maintenance" ? (
              <WideCard service={service} />
            ) : (
              <Card service={service} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const cardClass =
  "trade-card group relative flex w-full overflow-hidden rounded-lg border border-line transition-colors hover:border-accent focus-visible:border-accent";

function Card({ service }: { service: ServiceView }) {
  return (
    <Link to="/services" className={`${cardClass} flex-col bg-surface p-4 sm:p-5`}>
      <Vignette trade={service.id} className="aspect-5/4 sm:-mx-1" />
      <Words service={service} className="mt-1 grow" />
    </Link>
  );
}

/** Dark in both themes, like the hero. */
function TallCard({ service }: { service: ServiceView }) {
  return (
    <Link
      to="/services"
      data-theme="dark"
      className={`${cardClass} bg-paper p-5 text-ink max-sm:flex-col sm:gap-4 sm:p-7 sm:max-lg:items-center lg:flex-col`}
    >
      <Vignette
        trade={service.id}
        className="aspect-5/4 shrink-0 max-sm:mx-auto max-sm:w-4/5 sm:max-lg:order-1 sm:max-lg:-me-3 sm:max-lg:w-1/2 lg:my-auto"
      />
      <Words service={service} large />
    </Link>
  );
}

function WideCard({ service }: { service: ServiceView }) {
  return (
    <Link to="/services" className={`${cardClass} items-center gap-4 bg-calm-soft p-5 sm:p-7`}>
      <Vignette trade={service.id} className="order-1 -my-4 -me-4 aspect-5/4 w-1/2 shrink-0 sm:w-3/5" />
      <Words service={service} />
    </Link>
  );
}

interface WordsProps {
  service: ServiceView;
  large?: boolean;
  className?: string;
}

function Words({ service, large = false, className }: WordsProps) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <h3 className={large ? "text-xl sm:text-2xl" : "leading-tight sm:text-lg"}>{service.name}</h3>
      <p className={large ? "text-sm text-muted lg:text-base" : "text-sm text-muted max-sm:hidden"}>
        {service.summary}
      </p>
      <p className="figures mt-auto flex items-center pt-1 justify-between gap-2 text-xs font-medium text-link sm:text-sm">
        <span>{headlinePriceText(service.price)}</span>
        <ArrowRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100"
        />
      </p>
    </div>
  );
}
