import { data } from "react-router";
import { sharedNotFoundPage } from "~/platform/pages/shared-page";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";
import { NotFoundSuggestions } from "../parts/not-found-suggestions";

export const handle = sharedNotFoundPage;

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
