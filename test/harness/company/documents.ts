import type {
  CreditNoteData,
  DocumentLine,
  InvoiceData,
  Party,
  PaymentInstructions,
  QuoteData,
  ReceiptData,
  StatementData,
} from "~/features/core/documents/document-data";

/** Realistic document data for tests. */

export const seller: Party = {
  name: "Rukn Building Maintenance LLC",
  nameArabic: "ركن لصيانة المباني ذ.م.م",
  address: "Office 1204, Al Salam Tower\nSheikh Zayed Road, Dubai, UAE",
  phone: "+97145550100",
  email: "accounts@rukn.example",
  trn: "100123456700003",
};

export const buyer: Party = {
  name: "Gulf Palm Trading LLC شركة نخيل الخليج",
  address: "Warehouse 7, Street 12\nالقوز الصناعية 3\nDubai, UAE",
  trn: "100987654300003",
};

const pay: PaymentInstructions = {
  bank: {
    name: "Emirates NBD",
    accountName: "Rukn Building Maintenance LLC",
    iban: "AE070331234567890123456",
  },
  link: "https://rukn.example/pay/3f9c1a7e5b2d4c68a0e1",
  otherMethods:
    "Cash and cheques to “Rukn Building Maintenance LLC” are taken by our technicians and at the office.",
};

export function line(over: Partial<DocumentLine> & { grossFils: number }): DocumentLine {
  return {
    section: "",
    description: "AC service per unit",
    quantityHundredths: 100,
    unit: "",
    unitFils: over.grossFils,
    discountFils: 0,
    vatPercent: 5,
    vatFils: Math.round((over.grossFils * 5) / 105),
    ...over,
  };
}

export const lines = (count: number): DocumentLine[] =>
  Array.from({ length: count }, (_, at) =>
    line({
      grossFils: 250_00,
      description: at % 2 ? `تنظيف مكيف ${at}` : `AC service, unit ${at}`,
      section: `Floor ${Math.floor(at / 12)}`,
    }),
  );

export const invoice = (over: Partial<InvoiceData> = {}): InvoiceData => ({
  title: "tax-invoice",
  reference: "INV-2026-000123",
  issueDate: "2026-11-22",
  supplyDate: "2026-11-20",
  dueDate: "2026-12-06",
  seller,
  logo: null,
  buyer,
  place: "Villa 12, Street 4, Al Mamzar, Dubai",
  note: "Warranty on workmanship: 90 days.",
  lines: [
    line({
      section: "Air conditioning",
      description: "AC service per unit",
      quantityHundredths: 300,
      unit: "unit",
      unitFils: 250_00,
      grossFils: 700_00,
      discountFils: 50_00,
    }),
    line({
      section: "Air conditioning",
      description: "Capacitor 45 µF, supplied and fitted\n(شامل القطع)",
      grossFils: 180_00,
    }),
    line({
      section: "Electrical",
      description: "Electrical call-out, first hour then by the hour",
      quantityHundredths: 150,
      unit: "h",
      unitFils: 150_00,
      grossFils: 225_00,
    }),
    line({ section: "Electrical", description: "Start outside opening hours, 25%", grossFils: 56_25 }),
    line({
      section: "Less deposits",
      description: "Deposit, tax invoice INV-2026-000101 of 3 November 2026",
      quantityHundredths: -100,
      unitFils: 300_00,
      grossFils: -300_00,
      vatFils: -14_29,
    }),
  ],
  paidFils: 200_00,
  paymentInstructions: pay,
  ...over,
});

export const creditNote = (over: Partial<CreditNoteData> = {}): CreditNoteData => ({
  title: "tax-credit-note",
  reference: "CN-2026-000004",
  issueDate: "2026-11-25",
  seller,
  logo: null,
  buyer,
  note: "",
  invoice: { reference: "INV-2026-000123", issueDate: "2026-11-22", netFils: 714_30, creditedNetFils: 0 },
  reason: "One of three AC units was not serviced: no access to the roof.",
  lines: [line({ grossFils: 250_00 })],
  ...over,
});

export const quote = (over: Partial<QuoteData> = {}): QuoteData => ({
  reference: "QT-2026-000031",
  subject: "Repaint the living room and two bedrooms",
  revision: 2,
  issueDate: "2026-11-22",
  validUntil: "2026-12-22",
  seller,
  logo: null,
  buyer: {
    name: "Layla Haddad ليلى حداد",
    address: "Apartment 804, Marina Heights\nDubai Marina",
    trn: null,
    phone: "+971501234567",
  },
  place: null,
  introduction:
    "We found hairline cracks above two windows and damp behind the wardrobe.\nThe damp has to dry for three days before painting.",
  lines: [
    {
      ...line({ section: "Preparation", description: "Fill cracks and sand the walls", grossFils: 450_00 }),
      optional: false,
    },
    {
      ...line({ section: "Preparation", description: "Treat damp, anti-fungal primer", grossFils: 380_00 }),
      optional: false,
    },
    {
      ...line({
        section: "Painting",
        description: "Two coats, washable matt, 2 bedrooms",
        quantityHundredths: 200,
        unit: "room",
        unitFils: 500_00,
        grossFils: 1_000_00,
      }),
      optional: false,
    },
    { ...line({ description: "Ceilings as well", grossFils: 600_00 }), optional: true },
    { ...line({ description: "Move and cover the furniture", grossFils: 250_00 }), optional: true },
  ],
  state: "",
  approval: null,
  depositPercent: 30,
  depositFils: 549_00,
  depositRule: "The deposit is given back if you cancel more than 48 hours before the work begins.",
  terms: "Payment within 7 days of the work. Colours are chosen before the work begins.",
  note: "",
  link: "https://rukn.example/q/5b2d4c68a0e13f9c1a7e",
  ...over,
});

export const receipt = (over: Partial<ReceiptData> = {}): ReceiptData => ({
  kind: "payment",
  reference: "PAY-2026-000087",
  issueDate: "2026-11-23",
  seller,
  logo: null,
  buyer,
  note: "",
  amountFils: 1_000_00,
  method: "Bank transfer, FT26327XYZ1",
  refundedPayment: null,
  allocations: [
    { reference: "INV-2026-000123", amountFils: 661_25, leftFils: 0 },
    { reference: "INV-2026-000110", amountFils: 250_00, leftFils: 125_50 },
  ],
  creditFils: 88_75,
  ...over,
});

export const statement = (over: Partial<StatementData> = {}): StatementData => ({
  issueDate: "2026-11-22",
  seller,
  logo: null,
  buyer,
  note: "",
  from: "2026-09-01",
  until: "2026-11-22",
  openingFils: 1_250_00,
  entries: [
    {
      date: "2026-09-03",
      what: "Payment by bank transfer",
      reference: "PAY-2026-000041",
      amountFils: -1_250_00,
    },
    { date: "2026-10-10", what: "Tax invoice", reference: "INV-2026-000110", amountFils: 375_50 },
    { date: "2026-11-22", what: "Tax invoice", reference: "INV-2026-000123", amountFils: 861_25 },
    { date: "2026-11-23", what: "Payment by card", reference: "PAY-2026-000086", amountFils: -200_00 },
    { date: "2026-11-25", what: "Tax credit note", reference: "CN-2026-000004", amountFils: -250_00 },
  ],
  ageing: { notDueFils: 411_25, to30Fils: 375_50, to60Fils: 0, to90Fils: 0, olderFils: 0 },
  paymentInstructions: pay,
  ...over,
});
