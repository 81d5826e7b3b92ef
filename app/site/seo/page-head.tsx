import { useLocation } from "react-router";
import { localPath, openGraphLocale } from "~/platform/locale/locale";
import { useBusiness, usePublicUrl } from "../frame/business";

interface PageHeadProps {
  /** As search results show it, some 60 characters; the business's name belongs in it. */
  title: string;
  /** As search results show it, up to 160 characters. */
  description: string;
  /** What `structuredData` (structured-data.server.ts) made of the page in its loader. */
  structuredData?: string;
}

/**
 * What search engines and link previews are told of a page. Each page that is meant to be found renders it once and
 * stands in `listSitePages` (site-pages.server.ts), from where its picture has its headline.
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, which structuredData() made safe.
          dangerouslySetInnerHTML={{ __html: structuredData }}
        />
      )}
    </>
  );
}

/** Where the picture of a page is (open-graph-picture.ts). */
function pictureOf(path: string): string {
  return `/og${path === "/" ? "/home" : path}.png`;
}
