import { expect, it } from "vitest";
import { mailboxOf, registeredDomainOf } from "./mailbox";

it.each([
  ["Al.I+x@Example.com", "al.i@example.com"],
  ["A.B+c@googlemail.com", "ab@gmail.com"],
  ["a+b+c@gmail.com", "a@gmail.com"],
  ["a+@example.com", "a@example.com"],
  ["A.+.B@GMAIL.com", "a@gmail.com"],
  ["a...b+x@googlemail.com", "ab@gmail.com"],
  // Dots are part of a name elsewhere.
  ["a.b@gmail.com.example", "a.b@gmail.com.example"],
])("mailboxOf maps %s to %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

it.each([
  ["a@Catch-All.example", "catch-all.example"],
  ["a@x1.mail.catch-all.com", "catch-all.com"],
  ["a@villa.company.co.ae", "company.co.ae"],
  ["a@company.ae", "company.ae"],
  ["a@gmail.com", null],
  ["a@Outlook.com", null],
])("registeredDomainOf maps %s to %s", (email, domain) => {
  expect(registeredDomainOf(email)).toBe(domain);
});
