import { LazyDrawing } from "./lazy-drawing";

const loadModule = () => import("./scenes");
const serverModule = import.meta.env.SSR ? await loadModule() : null;

interface SceneProps {
  name: string;
  when: "before" | "after";
}

/** Drawing of finished work, before or after. The text beside it describes it. */
export function Scene({ name, when }: SceneProps) {
  return (
    <LazyDrawing
      key={name}
      serverModule={serverModule}
      loadModule={loadModule}
      draw={({ drawScene }) => drawScene(name, when)}
      className="[&_svg]:block [&_svg]:h-auto [&_svg]:w-full"
    />
  );
}
