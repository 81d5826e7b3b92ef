import { data } from "react-router";
import { pageOfUnknown } from "~/platform/shared-page";
import { NotFoundScreen } from "~/ui/not-found-screen";

export const handle = pageOfUnknown;

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path. */
export default function NotFoundPage() {
  return <NotFoundScreen />;
}
