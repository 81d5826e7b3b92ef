import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox";

it.each([
  ["Al.I+x@Example.com", "al.i@example.com"],
  ["A.B+c@googlemail.com", "ab@gmail.com"],
  ["a+b+c@gmail.com", "a@gmail.com"],
])("%s leads to the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
