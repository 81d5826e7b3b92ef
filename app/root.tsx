import latinFont from "@fontsource-variable/alexandria/files/alexandria-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from "react-router";
import arabicFont from "~/ui/fonts/alexandria-arabic.woff2?url";
import type { Route } from "./+types/root";
import { getPhone } from "./features/core/business/queries.server";
import { deferredScriptsLoader } from "./platform/browser/deferred-scripts";
import { markRouterReady } from "./platform/browser/early-back";
import { guardPage } from "./platform/browser/page-guard";
import { iconPath, type Logo } from "./platform/files/logo";
import { catchErrors, reportClientError } from "./platform/incidents/catch-errors";
import { followDocumentLocale } from "./platform/locale/document-locale";
import { documentLanguageAttributes, textDirection } from "./platform/locale/locale";
import { pageCtx } from "./server/context.server";
import type { NavService, PublicBusiness } from "./site/frame/business";
import { SiteNav } from "./site/frame/site-nav";
import { clearOnPageHide } from "./ui/hooks/clear-on-page-hide";
import { ErrorScreen } from "./ui/screen/error-screen";
import { NotFoundScreen } from "./ui/screen/not-found-screen";
import "./app.css";

// A production build sets the locale at build time.
if (import.meta.env.DEV && !import.meta.env.SSR) followDocumentLocale();

// Installed before rendering, because rendering may fail.
if (!import.meta.env.SSR) catchErrors();

/** `phone`: of the error screen, null if the database is unreachable. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  return { ...ctx.browser, phone: await getPhone(ctx).catch(() => null) };
}

/** Configuration and phone do not change during a visit. */
export function shouldRevalidate() {
  return false;
}

/** Inlined in the page, so that client code need not include the loader. */
const DEFERRED_SCRIPTS_LOADER = import.meta.env.SSR || import.meta.env.DEV ? deferredScriptsLoader() : "";

type SiteFrame = { business: PublicBusiness; services: NavService[] };

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<SiteFrame>("site/frame/site-layout");
  return (
    <html {...documentLanguageAttributes()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f0e6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1a2b" />
        <Icons logo={site?.business.logo ?? null} />
        {/* Preloads of the server's page; the browser's code does not need them. */}
        {import.meta.env.SSR && <FontPreloads />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, and nothing in it comes from outside. */}
        <script dangerouslySetInnerHTML={{ __html: DEFERRED_SCRIPTS_LOADER }} />
      </body>
    </html>
  );
}

/** Arabic pages also contain Latin names, numbers and email addresses. */
function FontPreloads() {
  const fonts = textDirection() === "rtl" ? [latinFont, arabicFont] : [latinFont];
  return fonts.map((href) => (
    <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
  ));
}

/** Icons for the browser tab and the home screen. */
function Icons({ logo }: { logo: Logo | null }) {
  const icon = logo && iconPath(logo);
  return (
    <>
      <link rel="icon" type={icon ? "image/png" : "image/svg+xml"} href={icon ?? "/icon.svg"} />
      <link rel="apple-touch-icon" href={icon ?? "/apple-touch-icon.png"} />
    </>
  );
}

export default function Root({ loaderData: { blockDevtools } }: Route.ComponentProps) {
  useEffect(markRouterReady, []);
  useEffect(clearOnPageHide, []);
  useEffect(() => guardPage(blockDevtools), [blockDevtools]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!notFound) reportClientError(error);
  }, [error, notFound]);
  const site = useRouteLoaderData<SiteFrame>("site/frame/site-layout");
  return (
    <>
      {site && <SiteNav {...site} />}
      <main id="main">{notFound ? <NotFoundScreen /> : <ErrorScreen />}</main>
    </>
  );
}
