import { isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";

const NotFoundSuggestions = lazyIsland(
  () => import("../parts/not-found-suggestions").then(({ NotFoundSuggestions }) => NotFoundSuggestions),
  { fallback: null },
);

/** Error content of a site page; navigation and footer stay. */
export function SiteError({ error }: { error: unknown }) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  if (!notFound) return <ErrorScreen />;
  return (
    <NotFoundScreen>
      <NotFoundSuggestions />
    </NotFoundScreen>
  );
}
