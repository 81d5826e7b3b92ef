import { Drawn } from "./drawn";

const fetchPen = () => import("./scenes");
const serverPen = import.meta.env.SSR ? await fetchPen() : null;

interface SceneProps {
  name: string;
  when: "before" | "after";
}

/** Drawing of finished work, before or after. The text beside it describes it. */
export function Scene({ name, when }: SceneProps) {
  return (
    <Drawn
      key={name}
      serverPen={serverPen}
      fetchPen={fetchPen}
      draw={({ drawScene }) => drawScene(name, when)}
      className="[&_svg]:block [&_svg]:h-auto [&_svg]:w-full"
    />
  );
}
