import { hasTaxableLine, vatCategoryOf } from "../pricing/vat-treatment";
import {
  type BilledPeriod,
  type ECreditNote,
  type EInvoice,
  type EInvoiceLine,
  NON_NETWORK_ADDRESS,
} from "./e-invoice";
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
/** UNTDID 1001; documents without a taxable line have other codes (rule ibr-151-ae). */
const INVOICE = { taxable: "380", untaxed: "480" };
const CREDIT_NOTE = { taxable: "381", untaxed: "81" };
/** UNCL 4461. */
const BY_TRANSFER = "30";
const UNSPECIFIED = "1";
/** UNCL 5189. */
const DISCOUNT = "95";
/** Federal Decree-Law 8 of 2017, article 61. */
const SUPPLY_CANCELLED = "DL8.61.1.A";
const PRICE_ALTERED = "DL8.61.1.C";

/** Transaction type code (BTAE-02): the place of each flag is fixed. */
function transactionType(document: EInvoice | ECreditNote): string {
  return `0000${document.billedPeriod ? 1 : 0}00${isExport(document) ? 1 : 0}`;
}

const isExport = ({ lines }: EInvoice | ECreditNote) =>
  lines.some(({ vatTreatment }) => vatTreatment === "DL8.45.1");

const taxability = ({ lines }: EInvoice | ECreditNote) => (hasTaxableLine(lines) ? "taxable" : "untaxed");

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
      ["cbc:InvoiceTypeCode", INVOICE[taxability(document)]],
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
    ["cbc:CreditNoteTypeCode", CREDIT_NOTE[taxability(document)]],
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

/** Address of buyers outside the network who receive an export. */
const EXPORT_ADDRESS = "9900000099";

function parties(document: EInvoice | ECreditNote): XmlElement[] {
  const { seller, buyer } = document;
  const address =
    buyer.address === NON_NETWORK_ADDRESS && isExport(document) ? EXPORT_ADDRESS : buyer.address;
  return [
    ["cac:AccountingSupplierParty", [party(seller, { isBuyer: false })]],
    ["cac:AccountingCustomerParty", [party({ ...buyer, address }, { isBuyer: true })]],
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
      ["cac:PostalAddress", postalAddress({ street, city, region, country })],
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

type PostalAddress = Pick<EInvoice["buyer"], "street" | "city" | "region" | "country">;

function postalAddress({ street, city, region, country }: PostalAddress): XmlElement[] {
  return [
    ["cbc:StreetName", street],
    ["cbc:CityName", city],
    ["cbc:CountrySubentity", region],
    ["cac:Country", [["cbc:IdentificationCode", country]]],
  ];
}

function payment(document: EInvoice | ECreditNote): XmlElement[] {
  // An export is delivered to the buyer (rule ibr-152-ae).
  const destination: XmlElement = isExport(document)
    ? ["cac:DeliveryLocation", [["cac:Address", postalAddress(document.buyer)]]]
    : null;
  if (document.kind === "credit-note") return destination ? [["cac:Delivery", [destination]]] : [];
  const { supplyDate, iban } = document;
  return [
    ["cac:Delivery", [["cbc:ActualDeliveryDate", supplyDate], destination]],
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
  const taxes = Map.groupBy(lines, (line) => `${categoryCode(line)} ${line.vatPercent}`);
  return [
    [
      "cac:TaxTotal",
      [
        amount("cbc:TaxAmount", vat),
        ["cbc:TaxIncludedIndicator", "false"],
        ...[...taxes.values()].map((linesAtRate): XmlElement => {
          return [
            "cac:TaxSubtotal",
            [
              amount("cbc:TaxableAmount", sumOf(linesAtRate, netOf)),
              amount(
                "cbc:TaxAmount",
                sumOf(linesAtRate, ({ vatFils }) => vatFils),
              ),
              ["cac:TaxCategory", taxCategory(linesAtRate[0]!)],
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
    const { description, quantityHundredths, grossFils, vatFils, code } = line;
    const isExempt = categoryCode(line) === "E";
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
            ["cac:ClassifiedTaxCategory", taxCategory(line)],
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
          [
            amount("cbc:Amount", grossFils),
            // Rule ibr-163-ae.
            isExempt ? null : ["cac:TaxTotal", [amount("cbc:TaxAmount", vatFils)]],
          ],
        ],
      ],
    ];
  });
}

const AED = { currencyID: "AED" };
const taxScheme: XmlElement = ["cac:TaxScheme", [["cbc:ID", "VAT"]]];

/** A standard line has the rate zero if VAT is charged at 0%. */
function categoryCode({ vatTreatment, vatPercent }: EInvoiceLine): "S" | "Z" | "E" | "O" {
  switch (vatCategoryOf(vatTreatment)) {
    case "standard":
      return vatPercent > 0 ? "S" : "Z";
    case "zero":
      return "Z";
    case "exempt":
      return "E";
    case "out-of-scope":
      return "O";
  }
}

function taxCategory(line: EInvoiceLine): XmlElement[] {
  const code = categoryCode(line);
  return [
    ["cbc:ID", code],
    code === "S" || code === "Z" ? ["cbc:Percent", line.vatPercent] : null,
    code === "E" ? ["cbc:TaxExemptionReasonCode", line.vatTreatment] : null,
    taxScheme,
  ];
}

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
