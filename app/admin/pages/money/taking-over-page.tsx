import { TakingOverScreen } from "~/features/invoices/admin/taking-over-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.taking_over_title());

/** /admin/taking-over */
export default function TakingOverPage() {
  return <TakingOverScreen />;
}
