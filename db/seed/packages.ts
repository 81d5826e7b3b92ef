/**
 * Initial AMC packages (docs/domain.md, "Packages and contracts") with their yearly price: AED including VAT,
 * in fils.
 */
export const packages = [
  {
    id: "essential",
    name: "Essential",
    summary: "AC care all year, and help when you need it.",
    ac_visits: 2,
    checks: 1,
    call_outs: 5,
    call_out_hours: 1,
    handyman_hours: 0,
    emergency_fee: true,
    parts_discount: 0,
    parts_included_fils: null,
    recommended: false,
  },
  {
    id: "plus",
    name: "Plus",
    summary: "Unlimited call-outs. For families and older buildings.",
    ac_visits: 3,
    checks: 2,
    call_outs: null,
    call_out_hours: 1,
    handyman_hours: 0,
    emergency_fee: true,
    parts_discount: 10,
    parts_included_fils: null,
    recommended: true,
  },
  {
    id: "premium",
    name: "Premium",
    summary: "Everything included, parts and handyman too. Leave it all to us.",
    ac_visits: 4,
    checks: 2,
    call_outs: null,
    call_out_hours: 2,
    handyman_hours: 8,
    emergency_fee: false,
    parts_discount: 0,
    parts_included_fils: 250_00,
    recommended: false,
  },
];

const pricesOf = (package_id: string, aed: readonly [number, number, number, number]) =>
  (["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const).map((property_type, index) => ({
    package_id,
    property_type,
    price_fils: aed[index]! * 100,
  }));

export const packagePrices = [
  ...pricesOf("essential", [1_500, 2_200, 2_800, 3_800]),
  ...pricesOf("plus", [2_400, 3_400, 4_500, 6_500]),
  ...pricesOf("premium", [3_800, 5_500, 7_500, 10_500]),
];
