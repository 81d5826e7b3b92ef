import type { ServiceView } from "~/features/catalogue/views";
import { m } from "~/paraglide/messages";
import { Drawn } from "./drawn";

const penAtHand = import.meta.env.SSR ? await import("./drawing") : null;

/** Trades that have their place in the picture, and a caption of their own in house.css. */
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

/** The house cut open: every trade in it is a link that says what is done there. */
export function House({ services }: { services: ServiceView[] }) {
  const trades = services.filter(({ id }) => drawnTrades.includes(id));
  return (
    <figure className="house flex flex-col gap-3">
      <Drawn
        atHand={penAtHand}
        fetchPen={() => import("./drawing")}
        draw={(pen) => pen.drawHouse(trades, m.site_house_label())}
      />
      <figcaption className="grid min-h-18 text-center text-sm text-balance">
        <p data-caption="" className="text-muted">
          {m.site_house_hint()}
        </p>
        {trades.map(({ id, name, summary }) => (
          // Read out as the name of its link already.
          <p key={id} data-caption={id} aria-hidden>
            <strong className="block text-base font-semibold text-link">{name}</strong>
            {summary}
          </p>
        ))}
      </figcaption>
    </figure>
  );
}
