import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { SCRIPTS_FAILED } from "~/platform/browser/deferred-scripts";
import { buttonClass } from "../button";

/**
 * Part of a server-rendered waiting screen: a notice without JavaScript, and a reload button that
 * app/platform/browser/deferred-scripts.ts shows after a script failed.
 */
export function NeedsScripts({ children = <p>{m.common_needs_scripts()}</p> }: { children?: ReactNode }) {
  return (
    <>
      <noscript>{children}</noscript>
      <div hidden {...{ [SCRIPTS_FAILED]: "" }} role="alert">
        <p className="measure">{m.common_scripts_failed()}</p>
        <p className="mt-4">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself, and works without scripts. */}
          <a href="" className={buttonClass({})}>
            {m.common_refresh_page()}
          </a>
        </p>
      </div>
    </>
  );
}
