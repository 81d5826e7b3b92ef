import { describe, expect, it } from "vitest";
import { cellOf, findDateOrder, readColumns, withDayFirst } from "./csv-mapping";

const customerColumns = ["name", "phone", "email", "company", "trn", "street", "building", "unit", "area"];
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
  ])("recognises open invoices of %s", (program, header, reference, issued) => {
    const read = readColumns(`${header}\n`, invoiceColumns);
    expect(read).toMatchObject({ program, mapping: { reference: [reference], issued: [issued] } });
    expect(Object.values(read.mapping)).not.toContainEqual([]);
  });

  it("suggests the list's own columns in any order and case, and leaves others open", () => {
    expect(readColumns("Email;NAME\n", ["name", "email", "phone"])).toMatchObject({
      ...{ program: null, isOwn: false },
      mapping: { name: ["NAME"], email: ["Email"], phone: [] },
    });
    expect(readColumns("email,name\n", ["name", "email"]).isOwn).toBe(true);
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
    [["2026-04-03", "3 April 2026", "", "05/05/2026"], { kind: "none" }],
  ])("reads the order of %j", (cells, finding) => {
    expect(findDateOrder(cells)).toEqual(finding);
  });
});

describe("withDayFirst", () => {
  it.each([
    ["03/25/2026", "month-first", "25/03/2026"],
    ["03/25/2026 08:00", "month-first", "25/03/2026 08:00"],
    ["25/03/2026", "day-first", "25/03/2026"],
    ["2026-03-25", "month-first", "2026-03-25"],
    ["25 March 2026", "month-first", "25 March 2026"],
  ] as const)("reads %s as %s", (cell, order, expected) => {
    expect(withDayFirst(cell, order)).toBe(expected);
  });
});
