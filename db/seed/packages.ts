/**
 * Initial AMC packages (docs/domain.md, "Packages and contracts") with their yearly price: AED including VAT,
 * in fils.
 */
export const packages = [
  {
    id: "essential",
    name: "Essential",
    summary: "AC care all year, and help when you need it.",
    acVisits: 2,
    checks: 1,
    callOuts: 5,
    callOutHours: 1,
    handymanHours: 0,
    emergencyFee: true,
    partsDiscount: 0,
    partsIncludedFils: null,
    recommended: false,
  },
  {
    id: "plus",
    name: "Plus",
    summary: "Unlimited call-outs. For families and older buildings.",
    acVisits: 3,
    checks: 2,
    callOuts: null,
    callOutHours: 1,
    handymanHours: 0,
    emergencyFee: true,
    partsDiscount: 10,
    partsIncludedFils: null,
    recommended: true,
  },
  {
    id: "premium",
    name: "Premium",
    summary: "Everything included, parts and handyman too. Leave it all to us.",
    acVisits: 4,
    checks: 2,
    callOuts: null,
    callOutHours: 2,
    handymanHours: 8,
    emergencyFee: false,
    partsDiscount: 0,
    partsIncludedFils: 250_00,
    recommended: false,
  },
];

const pricesOf = (packageId: string, aed: readonly [number, number, number, number]) =>
  (["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const).map((propertyType, index) => ({
    packageId,
    propertyType,
    priceFils: aed[index]! * 100,
  }));

export const packagePrices = [
  ...pricesOf("essential", [1_500, 2_200, 2_800, 3_800]),
  ...pricesOf("plus", [2_400, 3_400, 4_500, 6_500]),
  ...pricesOf("premium", [3_800, 5_500, 7_500, 10_500]),
];
