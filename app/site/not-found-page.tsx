import { data } from "react-router";
import { NotFoundScreen } from "~/ui/not-found-screen";

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path. */
export default function NotFoundPage() {
  return <NotFoundScreen />;
}
