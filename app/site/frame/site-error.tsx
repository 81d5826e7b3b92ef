import { isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";

/** What a page of the site shows in its place when it could not be made; navigation and footer stay. */
export function SiteError({ error }: { error: unknown }) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return notFound ? <NotFoundScreen /> : <ErrorScreen />;
}
