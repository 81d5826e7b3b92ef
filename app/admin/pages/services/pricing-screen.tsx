import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { catalogueQuery, sendPriceList } from "~/features/core/catalogue/admin-client";
import { PackageSection } from "~/features/core/packages/admin/package-section";
import { packageBookQuery } from "~/features/core/packages/admin-client";
import { ServicePriceSection } from "~/features/core/pricing/admin/book-section";
import { PriceTable } from "~/features/core/pricing/admin/priced-row";
import { priceBookQuery } from "~/features/core/pricing/admin-client";
import {
  priceListColumns,
  priceListDateColumns,
  priceListOptionalColumns,
} from "~/features/core/pricing/price-list";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { localPath } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { Button } from "~/ui/button";
import { CsvImport } from "~/ui/form/csv-import";
import { DayInput } from "~/ui/form/day-input";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { TabPanel, TabStrip, Tabs } from "~/ui/tabs";

const views = ["services", "packages", "import"] as const;

type View = (typeof views)[number];

const viewLabels: Record<View, () => string> = {
  services: m.pricing_services,
  packages: m.pricing_packages,
  import: m.pricing_import,
};

/** /admin/pricing: prices on a chosen day, with past and planned ones. */
export function PricingScreen() {
  const [today] = useState(() => dubaiDate(new Date()));
  const [searchParams, setSearchParams] = useSearchParams();
  const mayManage = useMay("prices.manage");
  const shownViews = mayManage ? views : views.filter((view) => view !== "import");
  const view = shownViews.find((candidate) => candidate === searchParams.get("view")) ?? "services";
  const day = readDayParameter(searchParams, "day") ?? today;
  function updateAddress(part: { view?: View; day?: string }) {
    const next = { view, day, ...part };
    setSearchParams(
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== "services" && value !== today)),
      { replace: true },
    );
  }
  return (
    <Tabs
      chosen={view}
      onChange={(next: View) => updateAddress({ view: next })}
      className="flex min-h-0 flex-col lg:h-full"
    >
      <header className="px-4 pb-2 lg:px-6">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <h1 className="text-lg font-semibold">{m.pricing_title()}</h1>
          <TabStrip
            label={m.pricing_title()}
            tabs={shownViews.map((candidate) => ({ value: candidate, label: viewLabels[candidate]() }))}
          />
          {view !== "import" && (
            <div className="flex items-center gap-2 sm:ms-auto">
              <DayInput
                label={m.pricing_day()}
                day={day}
                isInline
                onChange={(day) => updateAddress({ day })}
              />
              {day !== today && (
                <Button size="small" tone="plain" onClick={() => updateAddress({ day: today })}>
                  {m.pricing_today()}
                </Button>
              )}
            </div>
          )}
        </div>
        <p className="flex min-h-9 items-center text-xs text-muted">{m.pricing_hint()}</p>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        <TabPanel value="services" className="px-4 pb-5 lg:px-6">
          <Services day={day} />
        </TabPanel>
        <TabPanel value="packages" className="px-4 pb-5 lg:px-6">
          <Packages day={day} />
        </TabPanel>
        <TabPanel value="import" className="max-w-3xl px-4 py-5 lg:px-6">
          <CsvImport
            hint={m.pricing_import_hint()}
            columns={priceListColumns}
            dateColumns={priceListDateColumns}
            optionalColumns={priceListOptionalColumns}
            templateHref={localPath("/api/admin/price-list")}
            send={sendPriceList}
            done={m.pricing_imported}
          />
        </TabPanel>
      </div>
    </Tabs>
  );
}

function Services({ day }: { day: string }) {
  const services = useQuery(catalogueQuery);
  const book = useQuery(priceBookQuery());
  return (
    <WhenLoaded queries={[services, book]}>
      <PriceTable label={m.pricing_services()} besideLabel={m.pricing_column_terms()}>
        {services.data?.map((service) => (
          <ServicePriceSection
            key={service.id}
            service={service}
            items={book.data?.items.filter(({ serviceId }) => serviceId === service.id) ?? []}
            day={day}
          />
        ))}
      </PriceTable>
    </WhenLoaded>
  );
}

function Packages({ day }: { day: string }) {
  const book = useQuery(packageBookQuery);
  return (
    <WhenLoaded queries={[book]}>
      <PriceTable label={m.pricing_packages()} besideLabel={m.pricing_column_planned()}>
        {book.data?.packages.map((offered) => (
          <PackageSection key={offered.id} offered={offered} day={day} />
        ))}
      </PriceTable>
    </WhenLoaded>
  );
}

interface QueryState {
  data: unknown;
  error: Error | null;
  refetch: () => void;
}

/** Shows its content once all queries have loaded. */
function WhenLoaded({ queries, children }: { queries: readonly QueryState[]; children: ReactNode }) {
  const failed = queries.find(({ data, error }) => !data && error);
  if (failed) return <ListFailed reason={failed.error!.message} onRetry={() => failed.refetch()} />;
  return queries.every(({ data }) => data) ? children : <ListLoading />;
}
