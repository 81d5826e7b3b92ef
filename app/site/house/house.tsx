import type { ServiceView } from "~/features/core/catalogue/views";
import { m } from "~/paraglide/messages";
import { LazyDrawing } from "./lazy-drawing";

const serverModule = import.meta.env.SSR ? await import("./drawing") : null;

/** Trades with a place in the picture and a caption in house.css. */
const drawnTrades = [
  "hvac",
  "electrical",
  "plumbing",
  "painting",
  "tiling",
  "carpentry",
  "general-maintenance",
  "handyman",
];

/** Cutaway house: every trade is a link with a caption. */
export function House({ services }: { services: ServiceView[] }) {
  const trades = services.filter(({ id }) => drawnTrades.includes(id));
  return (
    <figure className="house flex flex-col gap-3">
      <LazyDrawing
        serverModule={serverModule}
        loadModule={() => import("./drawing")}
        draw={(module) => module.drawHouse(trades, m.site_house_label())}
      />
      <figcaption className="grid min-h-18 text-center text-sm text-balance">
        <p data-caption="" className="text-muted">
          {m.site_house_hint()}
        </p>
        {trades.map(({ id, name, summary }) => (
          // Screen readers already read this as the link's name.
          <p key={id} data-caption={id} aria-hidden>
            <strong className="block text-base font-semibold text-link">{name}</strong>
            <span>{summary}</span>
          </p>
        ))}
      </figcaption>
    </figure>
  );
}
