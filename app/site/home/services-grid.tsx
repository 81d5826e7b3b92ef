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
  hvac: "sm:col-span-2 lg:row-span-2",
  "general-maintenance": "sm:col-span-2",
};

export function ServicesGrid({ services }: { services: ServiceView[] }) {
  const shown = trades.flatMap((id) => services.find((service) => service.id === id) ?? []);
  return (
    <section aria-labelledby="services-title" className="page-column py-8 sm:py-16 lg:py-28">
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h2 id="services-title" className="text-2xl sm:text-4xl">
          {m.site_services_title()}
        </h2>
        <p className="text-muted max-sm:text-sm lg:pb-1">{m.site_services_lead()}</p>
      </div>
      <ul className="mt-6 grid grid-cols-2 gap-2.5 sm:gap-4 lg:mt-12 lg:grid-cols-4">
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

/** All cards are alike on phones. */
const onPhones = "max-sm:h-16 max-sm:self-start";

const cardClass =
  "trade-card group relative flex w-full overflow-hidden rounded-lg border border-line transition-colors hover:border-accent focus-visible:border-accent";

function Card({ service }: { service: ServiceView }) {
  return (
    <Link to="/services" className={`${cardClass} flex-col bg-surface p-3 sm:p-5`}>
      <Vignette trade={service.id} className={`aspect-5/4 sm:-mx-1 ${onPhones}`} />
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
      className={`${cardClass} bg-paper p-3 text-ink max-sm:flex-col sm:gap-4 sm:p-7 sm:max-lg:items-center lg:flex-col`}
    >
      <Vignette
        trade={service.id}
        className={`aspect-5/4 shrink-0 sm:max-lg:order-1 sm:max-lg:-me-3 sm:max-lg:w-1/2 lg:my-auto ${onPhones}`}
      />
      <Words service={service} large className="max-sm:mt-1 max-sm:grow" />
    </Link>
  );
}

function WideCard({ service }: { service: ServiceView }) {
  return (
    <Link
      to="/services"
      className={`${cardClass} bg-calm-soft p-3 max-sm:flex-col sm:items-center sm:gap-4 sm:p-7`}
    >
      <Vignette
        trade={service.id}
        className={`aspect-5/4 shrink-0 sm:order-1 sm:-my-4 sm:-me-4 sm:w-3/5 ${onPhones}`}
      />
      <Words service={service} className="max-sm:mt-1 max-sm:grow" />
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
      <h3 className={classNames("leading-tight", large ? "sm:text-2xl" : "sm:text-lg")}>{service.name}</h3>
      <p className={classNames("text-sm text-muted max-sm:hidden", large && "lg:text-base")}>
        <bdi>{service.summary}</bdi>
      </p>
      <p className="figures mt-auto flex items-center pt-1 justify-between gap-2 text-xs font-medium text-link sm:text-sm">
        <span>{headlinePriceText(service.price)}</span>
        <ArrowRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-hover:[transform:translateX(2px)] rtl:-scale-x-100"
        />
      </p>
    </div>
  );
}
