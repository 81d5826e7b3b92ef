import { data } from "react-router";
import { pageOfUnknown } from "~/platform/pages/shared-page";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";
import { WaysOn } from "../parts/ways-on";

export const handle = pageOfUnknown;

export function loader() {
  return data(null, { status: 404 });
}

/** Any other path. */
export default function NotFoundPage() {
  return (
    <NotFoundScreen>
      <WaysOn />
    </NotFoundScreen>
  );
}
