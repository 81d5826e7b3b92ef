import Plus from "lucide-react/icons/plus";
import { m } from "~/paraglide/messages";
import { Badge } from "~/ui/badge";
import { ArabicMissing } from "~/ui/form/two-language-field";
import { formatMinutes } from "~/ui/hooks/duration";
import { allRows, officeList } from "~/ui/list/office-list";
import { priceText } from "../../pricing/price-text";
import { catalogueQuery, useReorderServices } from "../admin-client";
import type { ServiceRecord } from "../views";
import { ServiceIcon } from "./service-icon";

/** Catalogue in the public order, followed by archived services. */
export const serviceList = officeList<ServiceRecord>({
  path: "/admin/services",
  title: m.admin_services_title,
  hint: m.catalogue_hint,
  add: { label: m.catalogue_add, Icon: Plus, may: "services.manage" },
  useRows: allRows(() => catalogueQuery),
  layout: {
    nameOf: ({ name }) => name,
    order: {
      may: "services.manage",
      isOrdered: ({ active }) => active,
      unorderedTitle: m.catalogue_archived,
      useReorder: useReorderServices,
    },
    line: ({ icon, name, texts, outdoor, summary, durationMin, bufferMin, price }) => (
      <>
        <ServiceIcon name={icon} className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="truncate text-sm font-medium">{name}</span>
            {outdoor && <Badge>{m.catalogue_outdoor()}</Badge>}
            <ArabicMissing texts={[texts.nameAr, texts.summaryAr]} />
          </span>
          <span className="block truncate text-xs text-muted">{summary}</span>
        </span>
        <span className="figures w-24 shrink-0 text-end text-xs max-sm:hidden">
          <span>{formatMinutes(durationMin)}</span>
          {bufferMin > 0 && (
            <span className="block text-muted">{m.catalogue_buffer({ time: formatMinutes(bufferMin) })}</span>
          )}
        </span>
        <span className="figures hidden w-56 shrink-0 truncate text-end text-xs text-muted @3xl:block">
          {priceText(price)}
        </span>
      </>
    ),
  },
});
