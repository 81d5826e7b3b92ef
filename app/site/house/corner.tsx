import { Drawn } from "./drawn";

const fetchPen = () => import("./drawing");
const serverPen = import.meta.env.SSR ? await fetchPen() : null;

/** Enlarged corner of the house with its systems lit, by service id. Decorative. */
export function Corner({ name }: { name: string }) {
  return (
    <Drawn
      key={name}
      serverPen={serverPen}
      fetchPen={fetchPen}
      draw={({ drawCorner }) => drawCorner(name)}
      className="[&_.still]:brightness-75 [&_.still]:saturate-90 size-full [&_svg]:block [&_svg]:size-full"
    />
  );
}
