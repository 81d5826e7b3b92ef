import { useEffect, useRef, useState } from "react";
import { importWithRetry } from "~/platform/browser/import-with-retry";

interface LazyDrawingProps<Module> {
  /** Drawing code on the server; null in the browser. */
  serverModule: Module | null;
  loadModule: () => Promise<Module>;
  /** Returns SVG text. */
  draw: (module: Module) => string;
  className?: string;
}

/**
 * Picture drawn on the server. The browser keeps the SVG of the page and loads the drawing code only after
 * client-side navigation, when there is none.
 */
export function LazyDrawing<Module>({ serverModule, loadModule, draw, className }: LazyDrawingProps<Module>) {
  const container = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState(() => (serverModule ? draw(serverModule) : ""));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn picture never changes.
  useEffect(() => {
    if (container.current?.firstChild) return;
    // A page without its picture is complete.
    importWithRetry(loadModule).then(
      (module) => setPicture(draw(module)),
      () => {},
    );
  }, []);
  return (
    <div
      ref={container}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, with user text escaped.
      dangerouslySetInnerHTML={{ __html: picture }}
    />
  );
}
