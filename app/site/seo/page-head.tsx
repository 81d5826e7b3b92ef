import { useLocation, useRouteLoaderData } from "react-router";
import { localPath, openGraphLocale, type PageLanguage } from "~/platform/locale/locale";
import { prefixPath } from "~/platform/locale/page-languages";
import { useBusiness, usePublicUrl } from "../frame/business";

interface PageHeadProps {
  /** Title in search results, about 60 characters including the business name. */
  title: string;
  /** Description in search results, up to 160 characters. */
  description: string;
  /** JSON from `structuredData` (structured-data.server.ts). */
  structuredData?: string;
}

/**
 * Metadata for search engines and link previews. Every indexed page renders it once and is listed in
 * `listSitePages` (site-pages.server.ts), which provides the headline of its preview.
 */
export function PageHead({ title, description, structuredData }: PageHeadProps) {
  const business = useBusiness();
  const publicUrl = usePublicUrl();
  const { pathname } = useLocation();
  const url = publicUrl + localPath(pathname);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {import.meta.env.SSR && <Alternates path={pathname} publicUrl={publicUrl} />}
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={openGraphLocale()} />
      <meta property="og:site_name" content={business.name} />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={publicUrl + localPath(pictureOf(pathname))} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {structuredData && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: structuredData() escapes the data.
          dangerouslySetInnerHTML={{ __html: structuredData }}
        />
      )}
    </>
  );
}

/** Links to the page in each language, for search engines, which read the server's page. */
function Alternates({ path, publicUrl }: { path: string; publicUrl: string }) {
  const { languages = [] } =
    useRouteLoaderData<{ languages?: PageLanguage[] }>("site/frame/site-layout") ?? {};
  return languages.flatMap(({ locale, prefix }) => {
    const href = publicUrl + prefixPath(prefix, path);
    return [
      <link key={locale} rel="alternate" hrefLang={locale} href={href} />,
      ...(prefix ? [] : [<link key="x-default" rel="alternate" hrefLang="x-default" href={href} />]),
    ];
  });
}

/** Path of the link preview of a page (link-preview-image.ts). */
function pictureOf(path: string): string {
  return `/og${path === "/" ? "/home" : path}.png`;
}
