import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import { plannedKinds, remainingAmount } from "../../../core/packages/contract";
import {
  applyEntitlements,
  type EntitlementTerms,
  isCovered,
  type OnDemandKind,
  withoutEntitlements,
} from "../../../core/packages/entitlements/apply-entitlements";
import { useCorrectBooking } from "../../../operations/bookings/admin-client";
import { canCorrectWork } from "../../../operations/bookings/booking";
import type { BookingDetail } from "../../../operations/bookings/office/views";
import { coverQuery } from "../admin-client";
import { labelForEntitlement, labelForVisit } from "../labels";
import { labelForTerms } from "../terms";
import type { Cover } from "../views";

/** Contract that covers a booking's property and its effect on the price; hidden without one. */
export function ContractOfBooking({ booking }: { booking: BookingDetail }) {
  const { data } = useQuery(coverQuery(booking.id));
  const contract = data?.contract;
  if (!contract) return null;
  const { id, reference, packageName, entitlementKind, balances } = contract;
  const isPlanned = entitlementKind !== null && plannedKinds.some((kind) => kind === entitlementKind);
  return (
    <Section title={m.contract_covers()}>
      <div className="flex flex-col gap-1 text-sm">
        <p>
          <Link to={`/admin/contracts/${id}`} className="figures text-link underline">
            {m.contract_covers_by({ reference, name: bidiIsolate(packageName) })}
          </Link>
        </p>
        <p className="text-muted">
          {isPlanned
            ? m.contract_covers_visit({ what: labelForVisit(entitlementKind) })
            : labelForTerms(contract)}
        </p>
        {!isPlanned && (
          <>
            <p className="figures text-muted">
              {balances
                .map((balance) => {
                  const what = labelForEntitlement(balance.kind);
                  const left = remainingAmount(balance);
                  return left === null
                    ? m.contract_covers_no_limit({ what })
                    : m.contract_covers_left({ what, left: String(left) });
                })
                .join(" · ")}
            </p>
            <PayerChoice booking={booking} contract={contract} />
          </>
        )}
      </div>
    </Section>
  );
}

/** Choice between the contract and the customer as payer. */
function PayerChoice({ booking, contract }: { booking: BookingDetail; contract: Cover }) {
  const correct = useCorrectBooking();
  const mayCorrect = useMay("bookings.manage");
  if (!mayCorrect || !canCorrectWork(booking.state)) return null;
  const paid = isCovered(booking.lines);
  const whole = { ...withoutEntitlements({ ...NO_TIME, lines: booking.lines, totalFils: null }) };
  const offered = paid ? whole : applyEntitlements(whole, termsOf(contract));
  if (!paid && !isCovered(offered.lines)) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1">
      <Button
        size="small"
        tone="quiet"
        disabled={correct.isPending}
        onClick={() => correct.mutate({ id: booking.id, version: booking.version, contract: !paid })}
      >
        {paid
          ? m.contract_charge_all({ price: formatMoney(offered.totalFils ?? 0) })
          : m.contract_have_paid({ price: formatMoney(offered.totalFils ?? 0) })}
      </Button>
      <ChangeRefused error={correct.error} />
    </div>
  );
}

const NO_TIME = { minutes: 0, minutesKnown: false, bufferMin: 0 };

function termsOf({ id, reference, callOutHours, emergencyFee, balances }: Cover): EntitlementTerms {
  const left = (kind: OnDemandKind) => {
    const balance = balances.find((one) => one.kind === kind);
    return balance ? remainingAmount(balance) : 0;
  };
  return {
    ...{ contractId: id, reference, callOutHours, emergencyFee },
    remaining: { "call-out": left("call-out"), "handyman-hour": left("handyman-hour") },
  };
}
