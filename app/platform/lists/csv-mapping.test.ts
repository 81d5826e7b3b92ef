import { describe, expect, it } from "vitest";
import { cellOf, findDateOrder, mappedCell, readColumns, withDayFirst } from "./csv-mapping";

const customerColumns = ["name", "phone", "email", "company", "trn", "street", "building", "unit", "area"];
const bookingColumns = [
  "reference",
  "status",
  "date",
  "technician",
  "name",
  "email",
  "street",
  "price",
  "notes",
];
const invoiceColumns = ["customer", "reference", "issued", "due", "total"];

describe("readColumns", () => {
  it.each([
    [
      "jobber",
      "J-ID,Display Name,Company Name,First Name,Last Name,Main Phone #s,E-mails,Service Street 1,Service City",
      { name: ["Display Name"], phone: ["Main Phone #s"], email: ["E-mails"], street: ["Service Street 1"] },
    ],
    [
      "housecall-pro",
      "First Name,Last Name,Email,Company,Mobile Phone,Home Phone,Street,Street Line 2,City",
      { name: ["First Name", "Last Name"], phone: ["Mobile Phone"], building: ["Street Line 2"] },
    ],
    [
      "quickbooks",
      "Full name,Phone numbers,Email,Company,Billing street,Billing city",
      { name: ["Full name"], phone: ["Phone numbers"], street: ["Billing street"], area: ["Billing city"] },
    ],
    [
      "quickbooks",
      "Customer,Company,First Name,Last Name,Alt. Phone,Main Email,Street1,Street2,City",
      { name: ["Customer"], phone: ["Alt. Phone"], street: ["Street1"], building: ["Street2"] },
    ],
    [
      "zoho",
      "Contact Name,Company Name,EmailID,MobilePhone,Billing Address,Billing Street2,Tax Registration Number",
      {
        name: ["Contact Name"],
        trn: ["Tax Registration Number"],
        phone: ["MobilePhone"],
        email: ["EmailID"],
      },
    ],
    [
      "odoo",
      "Complete Name,Phone,Email,Street,Street2,City,Tax ID",
      { name: ["Complete Name"], trn: ["Tax ID"], building: ["Street2"], area: ["City"] },
    ],
    [
      "jobber",
      "J-ID,Display Name,Company Name,First Name,Last Name,Home Phone #s,Work Phone #s,E-mails,Billing Street 1,Billing City",
      { phone: ["Work Phone #s"], street: ["Billing Street 1"], area: ["Billing City"] },
    ],
    [
      "housecall-pro",
      "First Name,Last Name,Display Name,Mobile Number,Email,Address_1 Street Line 1,Address_1 Street Line 2,Address_1 City",
      {
        street: ["Address_1 Street Line 1"],
        building: ["Address_1 Street Line 2"],
        area: ["Address_1 City"],
      },
    ],
    [
      "zoho",
      "Contact Name,Company Name,Primary Contact EmailID,Primary Contact Mobile,Billing Address,Billing City,Tax Registration Number",
      { phone: ["Primary Contact Mobile"], email: ["Primary Contact EmailID"] },
    ],
    [
      "odoo",
      "id,complete_name,parent_id/name,phone,email,street,street2,city,vat",
      { name: ["complete_name"], company: ["parent_id/name"], trn: ["vat"] },
    ],
  ])("recognises a customer export of %s", (program, header, mapping) => {
    const read = readColumns(`${header}\n`, customerColumns);
    expect(read).toMatchObject({ program, isOwn: false, mapping });
  });

  it.each([
    ["zoho", "Invoice Date,Invoice Number,Customer Name,Due Date,Total", "Invoice Number", "Invoice Date"],
    [
      "odoo",
      "Number,Invoice Partner Display Name,Invoice/Bill Date,Due Date,Total",
      "Number",
      "Invoice/Bill Date",
    ],
    ["quickbooks", "Transaction date,Num,Customer full name,Due date,Amount", "Num", "Transaction date"],
    [
      "quickbooks",
      "Invoice No,Customer,Invoice Date,Due Date,Billing Address Line 1,Amount",
      "Invoice No",
      "Invoice Date",
    ],
  ])("recognises open invoices of %s", (program, header, reference, issued) => {
    const read = readColumns(`${header}\n`, invoiceColumns);
    expect(read).toMatchObject({ program, mapping: { reference: [reference], issued: [issued] } });
    expect(Object.values(read.mapping)).not.toContainEqual([]);
  });

  it.each([
    [
      "jobber",
      "Job #,Client name,Client email,Client phone,Billing street,Service property name,Service street,Service city,Title,Created date,Schedule start date,Closed date,Visits assigned to,Invoice #s,Total revenue ($),Job status",
      {
        ...{ reference: ["Job #"], status: ["Job status"], date: ["Schedule start date"], notes: ["Title"] },
        ...{ technician: ["Visits assigned to"], name: ["Client name"], email: ["Client email"] },
        ...{ street: ["Service street"], building: ["Service property name"], price: ["Total revenue ($)"] },
      },
    ],
    [
      "housecall-pro",
      "Invoice Number,Created At,Date,End Time,Customer,First Name,Last Name,Email,Company,Mobile Phone,Home Phone,Street,Street Line 2,City,Job Status,Job Amount",
      { reference: ["Invoice Number"], status: ["Job Status"], date: ["Date"], price: ["Job Amount"] },
    ],
    [
      "housecall-pro",
      "Job #,Customer name,Job description,Job status,Job amount,Job scheduled start date,Assigned employees,Customer email,Customer mobile number,Street,Street 2,City",
      {
        ...{
          reference: ["Job #"],
          status: ["Job status"],
          date: ["Job scheduled start date"],
          price: ["Job amount"],
        },
        ...{ technician: ["Assigned employees"], email: ["Customer email"], building: ["Street 2"] },
      },
    ],
  ])("recognises a job export of %s", (program, header, mapping) => {
    const columns = [...bookingColumns, "building"];
    expect(readColumns(`${header}\n`, columns)).toMatchObject({ program, mapping });
  });

  it.each([
    [
      "jobber",
      "Invoice #,Client name,Created date,Issued date,Due date,Late by,Marked paid date,Job #s,Status,Total ($),Balance ($)",
      { total: ["Balance ($)"], status: ["Status"], reference: ["Invoice #"], issued: ["Issued date"] },
    ],
    [
      "housecall-pro",
      "Invoice Number,Customer Name,Invoice Date,Due Date,Invoice Status,Invoice Amount,Paid Amount,Due Amount",
      { total: ["Due Amount"], status: ["Invoice Status"] },
    ],
    [
      "quickbooks",
      "Date,Transaction type,Num,Name,Memo,Due date,Amount,Open balance,Balance",
      { total: ["Open balance"], customer: ["Name"], issued: ["Date"] },
    ],
    [
      "zoho",
      "Invoice Date,Invoice ID,Invoice Number,Invoice Status,Customer Name,Due Date,Item Name,SubTotal,Total,Balance",
      { total: ["Balance"], status: ["Invoice Status"] },
    ],
    [
      "odoo",
      "Number,Invoice Partner Display Name,Invoice/Bill Date,Due Date,Total Signed,Amount Due Signed,Payment Status",
      { total: ["Amount Due Signed"], status: ["Payment Status"] },
    ],
    [
      "odoo",
      "id,number,invoice_partner_display_name,invoice_date,invoice_date_due,amount_total_signed,amount_residual_signed,payment_state",
      {
        customer: ["invoice_partner_display_name"],
        total: ["amount_residual_signed"],
        status: ["payment_state"],
      },
    ],
  ])(
    "takes the open balance of an invoice export of %s, without what was paid",
    (program, header, mapping) => {
      const read = readColumns(`${header}\n`, [...invoiceColumns, "paid"], ["status"]);
      expect(read).toMatchObject({ program, mapping: { paid: [], ...mapping } });
    },
  );

  it("suggests total and paid amount without a balance", () => {
    const header = "Invoice Number,Customer Name,Invoice Date,Due Date,Invoice Amount,Paid Amount";
    expect(readColumns(`${header}\n`, [...invoiceColumns, "paid"]).mapping).toMatchObject({
      total: ["Invoice Amount"],
      paid: ["Paid Amount"],
    });
  });

  it("suggests the list's own columns in any order and case, and leaves others open", () => {
    expect(readColumns("Email;NAME\n", ["name", "email", "phone"])).toMatchObject({
      ...{ program: null, isOwn: false },
      mapping: { name: ["NAME"], email: ["Email"], phone: [] },
    });
    expect(readColumns("email,name\n", ["name", "email"]).isOwn).toBe(true);
  });
});

describe("mappedCell", () => {
  const row = { "customer full name": "Palm Towers:Tower B:Lobby", "bill address 2": "" };

  it("reads a sub-customer of QuickBooks as the building of its customer", () => {
    const mapping = { name: ["Customer full name"], building: ["Bill Address 2"] };
    expect(mappedCell(row, mapping, "name")).toBe("Palm Towers");
    expect(mappedCell(row, mapping, "building")).toBe("Tower B, Lobby");
    const known = { ...row, "bill address 2": "Palm Tower 2" };
    expect(mappedCell(known, mapping, "building")).toBe("Palm Tower 2");
    expect(mappedCell(row, { customer: ["Customer full name"] }, "customer")).toBe("Palm Towers");
  });

  it.each([
    ["Phone:050 123 4567", "050 123 4567"],
    ["Phone: 050 123 4567 Mobile: 055 765 4321", "050 123 4567"],
    ["+971 50 123 4567", "+971 50 123 4567"],
    ["0501234567, 0557654321", "0501234567, 0557654321"],
  ])("reads the phone %s as %s", (cell, phone) => {
    expect(mappedCell({ "phone numbers": cell }, { phone: ["Phone numbers"] }, "phone")).toBe(phone);
  });

  it("keeps the category of a price item", () => {
    const item = { "product/service name": "AC:Split unit service" };
    expect(mappedCell(item, { name: ["Product/Service Name"] }, "name")).toBe("AC:Split unit service");
  });
});

describe("cellOf", () => {
  it("joins the cells of several columns and skips empty ones", () => {
    const row = { "first name": "Aisha", "middle name": "", "last name": "Khan" };
    expect(cellOf(row, ["First Name", "Middle Name", "Last Name"])).toBe("Aisha Khan");
  });
});

describe("findDateOrder", () => {
  it.each([
    [["03/04/2026", "25/03/2026"], { kind: "decided", order: "day-first", cell: "25/03/2026" }],
    [["03/04/2026", "03/25/2026 08:00"], { kind: "decided", order: "month-first", cell: "03/25/2026 08:00" }],
    [["2026-04-03", "03/04/2026", "05.06.2026"], { kind: "open", cell: "03/04/2026" }],
    [["25/03/2026", "03/25/2026", "01/02/2026"], { kind: "open", cell: "01/02/2026" }],
    [["03/04/26", "03/25/26"], { kind: "decided", order: "month-first", cell: "03/25/26" }],
    [["03/04/26 08:00"], { kind: "open", cell: "03/04/26 08:00" }],
    [["2026-04-03", "3 April 2026", "", "05/05/2026"], { kind: "none" }],
  ])("reads the order of %j", (cells, finding) => {
    expect(findDateOrder(cells)).toEqual(finding);
  });
});

describe("withDayFirst", () => {
  it.each([
    ["03/25/2026", "month-first", "25/03/2026"],
    ["03/25/2026 08:00", "month-first", "25/03/2026 08:00"],
    ["03/25/26", "month-first", "25/03/26"],
    ["03/25/2026, 08:00", "month-first", "25/03/2026, 08:00"],
    ["25/03/2026", "day-first", "25/03/2026"],
    ["2026-03-25", "month-first", "2026-03-25"],
    ["25 March 2026", "month-first", "25 March 2026"],
  ] as const)("reads %s as %s", (cell, order, expected) => {
    expect(withDayFirst(cell, order)).toBe(expected);
  });
});
