import { isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";

const WaysOn = lazyIsland(() => import("../parts/ways-on").then(({ WaysOn }) => WaysOn), { fallback: null });

/** What a page of the site shows in its place when it could not be made; navigation and footer stay. */
export function SiteError({ error }: { error: unknown }) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  if (!notFound) return <ErrorScreen />;
  return (
    <NotFoundScreen>
      <WaysOn />
    </NotFoundScreen>
  );
}
