import { ImportScreen } from "~/features/operations/imports/admin/import-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.imports_title());

export default function ImportPage() {
  return <ImportScreen />;
}
