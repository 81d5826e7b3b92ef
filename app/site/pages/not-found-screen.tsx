import { NotFoundScreen } from "~/ui/screen/not-found-screen";
import { NotFoundSuggestions } from "../parts/not-found-suggestions";

export function SiteNotFoundScreen() {
  return (
    <NotFoundScreen>
      <NotFoundSuggestions />
    </NotFoundScreen>
  );
}
