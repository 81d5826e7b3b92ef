import { m } from "~/paraglide/messages";
import { Select } from "~/ui/form/field";
import type { ServiceView } from "../../../../core/catalogue/views";

export const TRADE_FIELD_GROUP = "group/booking";

/** Hidden by CSS alone, so that it works without JavaScript and hydration causes no layout shift. */
export function TradeField({ services, error }: { services: readonly ServiceView[]; error?: string }) {
  return (
    <Select
      name="trade"
      label={m.booking_trade()}
      error={error}
      className="group-[:not(:has(option[data-asks-trade]:checked))]/booking:hidden"
    >
      <option value="">{m.booking_trade_unsure()}</option>
      <TradeOptions services={services} />
    </Select>
  );
}

export function TradeOptions({ services }: { services: readonly ServiceView[] }) {
  return services
    .filter(({ page, emergency }) => page && !emergency)
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
}

export function ServiceOptions({ services }: { services: readonly ServiceView[] }) {
  return (
    <>
      <option value="">{m.booking_service_choose()}</option>
      {services.map(({ id, name, emergency }) => (
        <option key={id} value={id} data-asks-trade={emergency || undefined}>
          {name}
        </option>
      ))}
    </>
  );
}
