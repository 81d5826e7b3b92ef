import { Drawn } from "./drawn";

const fetchPen = () => import("./drawing");
const atHand = import.meta.env.SSR ? await fetchPen() : null;

/** A corner of the house, enlarged, with its systems lit: a service's own by its id. Says nothing that the page does not. */
export function Corner({ name }: { name: string }) {
  return (
    <Drawn
      key={name}
      atHand={atHand}
      fetchPen={fetchPen}
      draw={({ drawCorner }) => drawCorner(name)}
      className="[&_.still]:brightness-75 [&_.still]:saturate-90 size-full [&_svg]:block [&_svg]:size-full"
    />
  );
}
