/**
 * Column headings of exports from other programs, in lower case, by the field or fields that they hold. The first
 * known heading of a field is suggested. `name.first` and `name.last` are joined to a name; `balance` is what is open
 * of an invoice. Read from help pages and from programs that read such exports; a user can assign every other column.
 */

interface ProgramHeadings {
  name: string;
  headings: Readonly<Record<string, string | readonly string[]>>;
}

export const programHeadings = {
  // Client list: fields of help.getjobber.com, "Import your Clients"; jobs: "Import your Jobs" (articles/25782525960215);
  // reports "One-off jobs", "Recurring jobs" and "Invoices", which Jobber sends as CSV.
  jobber: {
    name: "Jobber",
    headings: {
      "display name": "name",
      "client name": "name",
      "first name": "name.first",
      "last name": "name.last",
      "company name": "company",
      "main phone #s": "phone",
      "main phone": "phone",
      "mobile phone #s": "phone",
      "mobile phone": "phone",
      "work phone #s": "phone",
      "home phone #s": "phone",
      "other phone #s": "phone",
      "text message enabled phone #": "phone",
      "client phone": "phone",
      "client phone number": "phone",
      "e-mails": "email",
      "client email": "email",
      "service street 1": "street",
      "street 1": "street",
      "service street": "street",
      "service property street 1": "street",
      "billing street 1": "street",
      "billing street": "street",
      "service street 2": "building",
      "street 2": "building",
      "service property name": "building",
      "service property street 2": "building",
      "billing street 2": "building",
      "service city": "area",
      city: "area",
      "service property city": "area",
      "billing city": "area",
      "job #": "reference",
      "job title": "notes",
      title: "notes",
      "job status": "status",
      "scheduled start date": "date",
      "schedule start date": "date",
      "start date": "date",
      "start time": "time",
      "visits assigned to": "technician",
      "total revenue ($)": "price",
      "total ($)": ["price", "total"],
      "balance ($)": "balance",
      status: "status",
      "invoice #": "reference",
      "issued date": "issued",
      "due date": "due",
      "unit price": "price",
    },
  },
  // help.housecallpro.com, "Exported Report Breakdown" (articles/2999685), "Customer Profile" (articles/9764383) and
  // "Invoices Reporting" (articles/9834481); customers.xlsx numbers the addresses. Lists of jobs and invoices have the
  // customer's contact under "Customer mobile number" and the like.
  "housecall-pro": {
    name: "Housecall Pro",
    headings: {
      customer: "name",
      "customer name": "name",
      "display name": "name",
      "first name": "name.first",
      "last name": "name.last",
      "mobile phone": "phone",
      "mobile number": "phone",
      "home phone": "phone",
      "home number": "phone",
      "work number": "phone",
      "customer mobile number": "phone",
      "customer home number": "phone",
      "customer work number": "phone",
      "customer email": "email",
      company: "company",
      street: "street",
      "address_1 street line 1": "street",
      address: "street",
      "street line 2": "building",
      "street 2": "building",
      "address_1 street line 2": "building",
      "address_1 city": "area",
      city: "area",
      "invoice number": "reference",
      "job number": "reference",
      "job #": "reference",
      "invoice #": "reference",
      "job description": "notes",
      date: "date",
      "scheduled date": "date",
      "job scheduled start date": "date",
      employee: "technician",
      "assigned employees": "technician",
      "job amount": "price",
      "job status": "status",
      "work status": "status",
      "invoice status": "status",
      status: "status",
      "due amount": "balance",
      "amount due": "balance",
      "invoice amount": "total",
      "paid amount": "paid",
      "invoice date": "issued",
      "due date": "due",
      price: "price",
    },
  },
  // community.intuit.com/articles/1583081 and the customer list of QuickBooks Online; desktop: Customer & Job List;
  // reports "Open Invoices", "Invoice List" and "A/R Aging Detail", and the list of sales transactions.
  quickbooks: {
    name: "QuickBooks",
    headings: {
      "full name": "name",
      "customer full name": "name",
      "client full name": "name",
      customer: "name",
      name: "name",
      "first name": "name.first",
      "last name": "name.last",
      company: "company",
      "company name": "company",
      phone: "phone",
      "phone numbers": "phone",
      "phone number": "phone",
      mobile: "phone",
      "mobile number": "phone",
      "main phone": "phone",
      email: "email",
      "main email": "email",
      street: "street",
      "billing street": "street",
      "billing address": "street",
      "bill address 1": "street",
      "billing address line 1": "street",
      city: "area",
      "billing city": "area",
      "bill city": "area",
      "billing address city": "area",
      "tax id": "trn",
      "tax registration no.": "trn",
      num: "reference",
      "no.": "reference",
      "invoice no": "reference",
      "invoice no.": "reference",
      "invoice number": "reference",
      "transaction date": "issued",
      "invoice date": "issued",
      date: "issued",
      "due date": "due",
      // Before `balance`, which is a running sum in some reports.
      "open balance": "balance",
      balance: "balance",
      amount: "total",
      status: "status",
      "product/service name": "name",
      "sales price / rate": "price",
      "sales price/rate": "price",
    },
  },
  // Exports named Contacts.csv, Invoice.csv and Item.csv of Zoho Books. Invoice.csv has a row per line of an invoice.
  zoho: {
    name: "Zoho Books",
    headings: {
      "display name": "name",
      "contact name": "name",
      "customer name": "name",
      "first name": "name.first",
      "last name": "name.last",
      "company name": "company",
      mobilephone: "phone",
      "mobile phone": "phone",
      mobile: "phone",
      phone: "phone",
      emailid: "email",
      "email id": "email",
      "primary email": "email",
      "primary contact emailid": "email",
      "primary contact mobile": "phone",
      "primary contact phone": "phone",
      "tax registration number": "trn",
      trn: "trn",
      "billing address": "street",
      "billing street": "street",
      "billing street2": "building",
      "billing city": "area",
      "invoice number": "reference",
      "invoice date": "issued",
      "due date": "due",
      "invoice status": "status",
      balance: "balance",
      total: "total",
      "item name": "name",
      rate: "price",
      "item price": "price",
      "usage unit": "unit",
      "unit name": "unit",
    },
  },
  // Labels of res.partner (odoo/addons/base/models/res_partner.py), account.move and product.template. "Signed" amounts
  // are in the currency of the company. Headings with underscores are of exports that Odoo can import again.
  odoo: {
    name: "Odoo",
    headings: {
      invoice_partner_display_name: "name",
      "partner_id/name": "name",
      partner_id: "name",
      customer: "name",
      partner: "name",
      complete_name: "name",
      "complete name": "name",
      display_name: "name",
      "display name": "name",
      name: "name",
      "invoice partner display name": "name",
      "company name": "company",
      "related company": "company",
      company_name: "company",
      "parent_id/name": "company",
      parent_id: "company",
      mobile: "phone",
      phone: "phone",
      email: "email",
      "tax id": "trn",
      vat: "trn",
      street: "street",
      street2: "building",
      city: "area",
      number: "reference",
      invoice_date: "issued",
      invoice_date_due: "due",
      amount_residual_signed: "balance",
      amount_residual: "balance",
      amount_total_signed: "total",
      amount_total: "total",
      status_in_payment: "status",
      payment_state: "status",
      list_price: "price",
      "uom_id/name": "unit",
      uom_id: "unit",
      "invoice/bill date": "issued",
      "invoice date": "issued",
      "due date": "due",
      "amount due signed": "balance",
      "amount due": "balance",
      "total signed": "total",
      total: "total",
      "total in currency": "total",
      "status in payment": "status",
      "payment status": "status",
      status: "status",
      "sales price": "price",
      "unit of measure": "unit",
    },
  },
} as const satisfies Record<string, ProgramHeadings>;

export type Program = keyof typeof programHeadings;

/** Columns of lists whose field has another name in the tables above. What is open of an invoice comes before its total. */
const fields: Readonly<Record<string, readonly string[]>> = {
  customer: ["name"],
  total: ["balance", "total"],
};

/** Fields that a column of a list may hold, the preferred one first. */
export function fieldsOf(column: string): readonly string[] {
  return fields[column] ?? [column];
}

/** True if a heading of the program holds the field. */
export function holdsField(program: Program, heading: string, field: string): boolean {
  const known = (programHeadings[program].headings as ProgramHeadings["headings"])[heading];
  return known === field || (Array.isArray(known) && known.includes(field));
}

/** Program with most of these headings; null if none has at least three of them. */
export function detectProgram(headings: readonly string[]): Program | null {
  const counts = Object.entries(programHeadings).map(([program, { headings: known }]) => ({
    program: program as Program,
    count: headings.filter((heading) => heading in known).length,
  }));
  const best = counts.toSorted((a, b) => b.count - a.count)[0]!;
  return best.count >= 3 ? best.program : null;
}
