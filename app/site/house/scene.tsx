import { Drawn } from "./drawn";

const fetchPen = () => import("./scenes");
const atHand = import.meta.env.SSR ? await fetchPen() : null;

interface SceneProps {
  name: string;
  when: "before" | "after";
}

/** A piece of finished work, before or after. What it shows is said beside it. */
export function Scene({ name, when }: SceneProps) {
  return (
    <Drawn
      key={name}
      atHand={atHand}
      fetchPen={fetchPen}
      draw={({ drawScene }) => drawScene(name, when)}
      className="[&_svg]:block [&_svg]:h-auto [&_svg]:w-full"
    />
  );
}
