import { TestimonialsScreen } from "~/features/website/content/admin/testimonials-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.website_testimonials());

export default function TestimonialsPage() {
  return <TestimonialsScreen />;
}
