import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { m } from "~/paraglide/messages";
import { importWithRetry } from "~/platform/browser/import-with-retry";
import { isPageOutdated } from "~/platform/browser/page-version";
import { LoadError } from "./load-error";

type LoadState = "loading" | "loaded" | "failed";

/**
 * Component whose code loads when it is first shown. Unlike `React.lazy`, a failed import shows a message with a
 * button in its place and leaves the page as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  renderFallback: (props: Props) => ReactNode = () => null,
  initialState: LoadState = "loading",
  FailureFrame: ComponentType<Props & { children: ReactNode }> = InPlace,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [state, setState] = useState<LoadState>(loaded ? "loaded" : initialState);
    useEffect(() => {
      if (state !== "loading") return;
      let left = false;
      importWithRetry(load).then(
        (part) => {
          loaded = part;
          if (!left) setState("loaded");
        },
        () => left || setState("failed"),
      );
      return () => {
        left = true;
      };
    }, [state]);
    if (state === "failed") {
      return (
        <FailureFrame {...props}>
          <LoadError
            error={new Error(isPageOutdated() ? m.common_new_version() : m.common_part_failed())}
            onRetry={() => setState("loading")}
          />
        </FailureFrame>
      );
    }
    const Part = loaded;
    return Part ? <Part {...props} /> : renderFallback(props);
  };
}

function InPlace({ children }: { children: ReactNode }) {
  return children;
}
