import { type ComponentType, createElement, use } from "react";
import { useLocation } from "react-router";
import { checkForNewVersion } from "./page-version";

const RETRY_MS = 1_000;
/** About seven seconds, after which the visitor gets a message with a button. */
const MAX_ATTEMPTS = 4;

/**
 * Retries an import that the network or a content blocker refused, and throws the error of the last attempt. A new
 * version of the server does not have the file.
 */
export async function importWithRetry<Loaded>(
  load: () => Promise<Loaded>,
  attempts = MAX_ATTEMPTS,
  retryMs = RETRY_MS,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR || attempts <= 1 || (await checkForNewVersion())) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return importWithRetry(load, attempts - 1, 2 * retryMs);
  }
}

interface PageModule {
  default: ComponentType;
}

/**
 * Stands in for a page whose code failed, because the router never loads a page again. Loads the code again at each
 * navigation to the page, such as by the button of the error screen, and waits for it. After a deployment the browser
 * opens the page in the new version.
 */
export function failedPage(load: () => Promise<PageModule>): PageModule {
  const loads: Record<string, Promise<PageModule>> = {};
  return {
    default() {
      // biome-ignore lint/correctness/useHookAtTopLevel: the router renders it as a component.
      const { key } = useLocation();
      loads[key] ??= load().catch(reloadIfOutdated);
      return createElement(use(loads[key]).default);
    },
  };
}

async function reloadIfOutdated(error: unknown): Promise<never> {
  if (!(await checkForNewVersion())) throw error;
  location.reload();
  return new Promise(() => {});
}
