import { data } from "react-router";
import { pageOfUnknown } from "~/platform/pages/shared-page";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";
import { NotFoundSuggestions } from "../parts/not-found-suggestions";

export const handle = pageOfUnknown;

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return (
    <NotFoundScreen>
      <NotFoundSuggestions />
    </NotFoundScreen>
  );
}
