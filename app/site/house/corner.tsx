import { Drawn } from "./drawn";

const fetchPen = () => import("./drawing");
const atHand = import.meta.env.SSR ? await fetchPen() : null;

/** A service's own corner of the house, enlarged, with its system lit. Says nothing that the page does not. */
export function Corner({ serviceId }: { serviceId: string }) {
  return (
    <Drawn
      key={serviceId}
      atHand={atHand}
      fetchPen={fetchPen}
      draw={({ drawCorner }) => drawCorner(serviceId)}
      className="[&_.still]:brightness-75 [&_.still]:saturate-90 [&_svg]:block [&_svg]:h-auto [&_svg]:w-full"
    />
  );
}
