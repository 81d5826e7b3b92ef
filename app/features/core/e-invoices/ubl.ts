import type { BilledPeriod, ECreditNote, EInvoice, EInvoiceLine } from "./e-invoice";
import { toXml, type XmlElement } from "./xml";

/** UBL 2.1 by PINT AE. Uses the sums and VAT of the issued lines, so that XML and PDF agree. */
export function toUbl(document: EInvoice | ECreditNote): string {
  return toXml([
    document.kind === "invoice" ? "Invoice" : "CreditNote",
    [...head(document), ...parties(document), ...payment(document), ...sums(document), ...lines(document)],
    namespacesOf(document.kind === "invoice" ? "Invoice-2" : "CreditNote-2"),
  ]);
}

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";

const namespacesOf = (root: string) => ({
  xmlns: `${UBL}:${root}`,
  "xmlns:cac": `${UBL}:CommonAggregateComponents-2`,
  "xmlns:cbc": `${UBL}:CommonBasicComponents-2`,
});

const UAE_TIN = "0235";
/** UNTDID 1001. */
const INVOICE = "380";
const CREDIT_NOTE = "381";
/** UNCL 4461. */
const BY_TRANSFER = "30";
const UNSPECIFIED = "1";
/** UNCL 5189. */
const DISCOUNT = "95";
/** Federal Decree-Law 8 of 2017, article 61. */
const SUPPLY_CANCELLED = "DL8.61.1.A";
const PRICE_ALTERED = "DL8.61.1.C";

/** Transaction type code (BTAE-02): the place of each flag is fixed. */
function transactionType({ billedPeriod }: EInvoice | ECreditNote): string {
  return billedPeriod ? "00001000" : "00000000";
}

/** Frequency of billing (BTAE-06) by months. */
const frequencyCodes: Record<number, string> = { 1: "MTH", 2: "Q60", 3: "QTR", 6: "HYR", 12: "YRL" };
const OTHER_FREQUENCY = "OTH";

function frequencyCode({ everyMonths }: BilledPeriod): string {
  return frequencyCodes[everyMonths] ?? OTHER_FREQUENCY;
}

/** Another frequency is described in the note (rule ibr-160-ae). */
function frequencyNote(period: BilledPeriod | null): string {
  return period && frequencyCode(period) === OTHER_FREQUENCY
    ? `Billed every ${period.everyMonths} months`
    : "";
}

function periodElement(period: BilledPeriod | null): XmlElement {
  return (
    period && [
      "cac:InvoicePeriod",
      [
        ["cbc:StartDate", period.from],
        ["cbc:EndDate", period.to],
        ["cbc:Description", frequencyCode(period)],
      ],
    ]
  );
}

/** Contract reference, and the contract's value (BTAE-05). */
function contractElement(period: BilledPeriod | null): XmlElement {
  return (
    period && [
      "cac:ContractDocumentReference",
      [
        ["cbc:ID", period.contract.reference],
        ["cbc:DocumentDescription", `AED ${(period.contract.fils / 100).toFixed(2)}`],
      ],
    ]
  );
}

function head(document: EInvoice | ECreditNote): XmlElement[] {
  const { id, reference, issueDate, billedPeriod } = document;
  const named: XmlElement[] = [
    ["cbc:CustomizationID", "urn:peppol:pint:billing-1@ae-1"],
    ["cbc:ProfileID", "urn:peppol:bis:billing"],
    ["cbc:ProfileExecutionID", transactionType(document)],
    ["cbc:ID", reference],
    ["cbc:UUID", id],
    ["cbc:IssueDate", issueDate],
  ];
  if (document.kind === "invoice")
    return [
      ...named,
      ["cbc:DueDate", document.dueDate],
      ["cbc:InvoiceTypeCode", INVOICE],
      elementUnlessEmpty("cbc:Note", frequencyNote(billedPeriod)),
      // Rule ibr-141-ae: only if it differs from the issue date.
      document.taxPoint < issueDate ? ["cbc:TaxPointDate", document.taxPoint] : null,
      ["cbc:DocumentCurrencyCode", "AED"],
      periodElement(billedPeriod),
      contractElement(billedPeriod),
    ];
  const { corrects, whole, reason } = document;
  return [
    ...named,
    ["cbc:CreditNoteTypeCode", CREDIT_NOTE],
    elementUnlessEmpty("cbc:Note", [reason, frequencyNote(billedPeriod)].filter(Boolean).join("\n")),
    ["cbc:DocumentCurrencyCode", "AED"],
    periodElement(billedPeriod),
    ["cac:DiscrepancyResponse", [["cbc:ResponseCode", whole ? SUPPLY_CANCELLED : PRICE_ALTERED]]],
    [
      "cac:BillingReference",
      [
        [
          "cac:InvoiceDocumentReference",
          [
            ["cbc:ID", corrects.reference],
            ["cbc:IssueDate", corrects.issueDate],
          ],
        ],
      ],
    ],
    contractElement(billedPeriod),
  ];
}

function parties({ seller, buyer }: EInvoice | ECreditNote): XmlElement[] {
  return [
    ["cac:AccountingSupplierParty", [party(seller, { isBuyer: false })]],
    ["cac:AccountingCustomerParty", [party(buyer, { isBuyer: true })]],
  ];
}

function party(
  {
    name,
    taxNumber,
    address,
    street,
    city,
    region,
    country,
    licence,
    licenceAuthority,
    email,
  }: EInvoice["buyer"],
  { isBuyer }: { isBuyer: boolean },
): XmlElement {
  return [
    "cac:Party",
    [
      ["cbc:EndpointID", address, { schemeID: UAE_TIN }],
      // Rule ibr-135-ae.
      isBuyer && licence ? ["cac:PartyIdentification", [["cbc:ID", licence]]] : null,
      [
        "cac:PostalAddress",
        [
          ["cbc:StreetName", street],
          ["cbc:CityName", city],
          ["cbc:CountrySubentity", region],
          ["cac:Country", [["cbc:IdentificationCode", country]]],
        ],
      ],
      taxNumber === null ? null : ["cac:PartyTaxScheme", [["cbc:CompanyID", taxNumber], taxScheme]],
      [
        "cac:PartyLegalEntity",
        [
          ["cbc:RegistrationName", name],
          licence && licenceAuthority
            ? ["cbc:CompanyID", licence, { schemeAgencyID: "TL", schemeAgencyName: licenceAuthority }]
            : null,
        ],
      ],
      email ? ["cac:Contact", [["cbc:ElectronicMail", email]]] : null,
    ],
  ];
}

function payment(document: EInvoice | ECreditNote): XmlElement[] {
  if (document.kind === "credit-note") return [];
  const { supplyDate, iban } = document;
  return [
    ["cac:Delivery", [["cbc:ActualDeliveryDate", supplyDate]]],
    [
      "cac:PaymentMeans",
      iban
        ? [
            ["cbc:PaymentMeansCode", BY_TRANSFER],
            ["cac:PayeeFinancialAccount", [["cbc:ID", iban]]],
          ]
        : [["cbc:PaymentMeansCode", UNSPECIFIED]],
    ],
  ];
}

function sums(document: EInvoice | ECreditNote): XmlElement[] {
  const { lines } = document;
  const gross = sumOf(lines, ({ grossFils }) => grossFils);
  const vat = sumOf(lines, ({ vatFils }) => vatFils);
  const paid = document.kind === "invoice" ? document.paidFils : 0;
  const percents = [...new Set(lines.map(({ vatPercent }) => vatPercent))];
  return [
    [
      "cac:TaxTotal",
      [
        amount("cbc:TaxAmount", vat),
        ["cbc:TaxIncludedIndicator", "false"],
        ...percents.map((percent): XmlElement => {
          const linesAtRate = lines.filter(({ vatPercent }) => vatPercent === percent);
          return [
            "cac:TaxSubtotal",
            [
              amount("cbc:TaxableAmount", sumOf(linesAtRate, netOf)),
              amount(
                "cbc:TaxAmount",
                sumOf(linesAtRate, ({ vatFils }) => vatFils),
              ),
              ["cac:TaxCategory", taxCategory(percent)],
            ],
          ];
        }),
      ],
    ],
    [
      "cac:LegalMonetaryTotal",
      [
        amount("cbc:LineExtensionAmount", gross - vat),
        amount("cbc:TaxExclusiveAmount", gross - vat),
        amount("cbc:TaxInclusiveAmount", gross),
        paid > 0 ? amount("cbc:PrepaidAmount", paid) : null,
        amount("cbc:PayableAmount", gross - paid),
      ],
    ],
  ];
}

function lines({ kind, lines }: EInvoice | ECreditNote): XmlElement[] {
  const [element, quantityName] =
    kind === "invoice"
      ? ["cac:InvoiceLine", "cbc:InvoicedQuantity"]
      : ["cac:CreditNoteLine", "cbc:CreditedQuantity"];
  return lines.map((line, at) => {
    const { description, quantityHundredths, grossFils, vatFils, code, vatPercent } = line;
    const unitCode = unitCodeOf(line.unit);
    const discount = netDiscount(line);
    // Eight decimals, so that quantity × price equals the net amount to the fil (rule ibr-147-ae).
    const price = toDecimal((netOf(line) + discount) / quantityHundredths);
    return [
      element,
      [
        ["cbc:ID", at + 1],
        [quantityName, toDecimal(quantityHundredths / 100), { unitCode }],
        amount("cbc:LineExtensionAmount", netOf(line)),
        discount === 0
          ? null
          : [
              "cac:AllowanceCharge",
              [
                ["cbc:ChargeIndicator", "false"],
                ["cbc:AllowanceChargeReasonCode", DISCOUNT],
                amount("cbc:Amount", discount),
              ],
            ],
        [
          "cac:Item",
          [
            ["cbc:Description", description],
            ["cbc:Name", shortName(description)],
            ["cac:AdditionalItemIdentification", [["cbc:ID", code, { schemeID: "SAC" }]]],
            ["cac:CommodityClassification", [["cbc:CommodityCode", "S"]]],
            ["cac:ClassifiedTaxCategory", taxCategory(vatPercent)],
          ],
        ],
        [
          "cac:Price",
          [
            ["cbc:PriceAmount", price, AED],
            ["cbc:BaseQuantity", "1", { unitCode }],
            [
              "cac:AllowanceCharge",
              [
                ["cbc:ChargeIndicator", "false"],
                ["cbc:Amount", "0", AED],
                ["cbc:BaseAmount", price, AED],
              ],
            ],
          ],
        ],
        [
          "cac:ItemPriceExtension",
          [amount("cbc:Amount", grossFils), ["cac:TaxTotal", [amount("cbc:TaxAmount", vatFils)]]],
        ],
      ],
    ];
  });
}

const AED = { currencyID: "AED" };
const taxScheme: XmlElement = ["cac:TaxScheme", [["cbc:ID", "VAT"]]];

const taxCategory = (percent: number): XmlElement[] => [
  ["cbc:ID", percent > 0 ? "S" : "Z"],
  ["cbc:Percent", percent],
  taxScheme,
];

/** Discounts include VAT; the document needs the net amount. */
function netDiscount({ discountFils, vatPercent }: EInvoiceLine): number {
  return Math.round((discountFils * 100) / (100 + vatPercent));
}

const netOf = ({ grossFils, vatFils }: EInvoiceLine) => grossFils - vatFils;

/** UN/ECE Recommendation 20. */
const unitCodes: Record<string, string> = {
  h: "HUR",
  hour: "HUR",
  hours: "HUR",
  day: "DAY",
  days: "DAY",
  m: "MTR",
  "m²": "MTK",
  m2: "MTK",
  sqm: "MTK",
  kg: "KGM",
  l: "LTR",
};
const ONE = "C62";

const unitCodeOf = (unit: string) => unitCodes[unit.trim().toLowerCase()] ?? ONE;

function shortName(description: string): string {
  const [line = ""] = description.trim().split("\n");
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}

function amount(name: string, fils: number): NonNullable<XmlElement> {
  return [name, (fils / 100).toFixed(2), AED];
}

function toDecimal(value: number): string {
  return value.toFixed(8).replace(/\.?0+$/, "");
}

function elementUnlessEmpty(name: string, text: string): XmlElement {
  return text.trim() ? [name, text] : null;
}

function sumOf<Item>(items: readonly Item[], fils: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + fils(item), 0);
}
