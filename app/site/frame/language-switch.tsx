import { useEffect, useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { currentLocale, type PageLanguage } from "~/platform/locale/locale";
import { prefixPath } from "~/platform/locale/page-languages";
import { classNames } from "~/ui/class-names";

/** Links to the current page in the other languages. Renders nothing if only one language is offered. */
export function LanguageSwitch({ className }: { className: string }) {
  const { languages = [] } =
    useRouteLoaderData<{ languages: PageLanguage[] }>("site/frame/site-layout") ?? {};
  const { pathname, search, hash } = useLocation();
  // The server's page is cached without its query, and hydration does not correct attributes.
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(search + hash), [search, hash]);
  const locale = currentLocale();
  return languages
    .filter((language) => language.locale !== locale)
    .map(({ locale, name, direction, prefix }) => (
      // A page load, because each language has its own scripts.
      <a
        key={locale}
        href={prefixPath(prefix, pathname) + query}
        hrefLang={locale}
        lang={locale}
        dir={direction}
        // The font of the other script is a file of its own.
        className={classNames("font-[family-name:system-ui]", className)}
      >
        {name}
      </a>
    ));
}
