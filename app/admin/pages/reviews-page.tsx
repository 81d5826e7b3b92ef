import { ReviewsScreen } from "~/features/operations/reviews/admin/reviews-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.website_reviews());

export default function ReviewsPage() {
  return <ReviewsScreen />;
}
