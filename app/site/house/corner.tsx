import { LazyDrawing } from "./lazy-drawing";

const loadModule = () => import("./drawing");
const serverModule = import.meta.env.SSR ? await loadModule() : null;

/** Enlarged corner of the house with its systems lit, by service id. Decorative. */
export function Corner({ name }: { name: string }) {
  return (
    <LazyDrawing
      key={name}
      serverModule={serverModule}
      loadModule={loadModule}
      draw={({ drawCorner }) => drawCorner(name)}
      className="[&_.still]:brightness-75 [&_.still]:saturate-90 size-full [&_svg]:block [&_svg]:size-full"
    />
  );
}
