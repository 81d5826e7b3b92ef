import { describe, expect, it } from "vitest";
import { findWeakness } from "./password-strength.server";

const names = ["Rukn", "Maryam O'Neil", "maryam.oneil@example.com"];

describe("findWeakness", () => {
  it.each([
    "Password123",
    "P@ssw0rd123",
    "p4$$w0rd2026!",
    "Passw0rd!!!!",
    "Welcome@2026",
    "Admin@123456",
    "@dm1n2026!!",
    "Qwerty@12345",
    "1lov3you2026",
    "1111111111111",
    "1q2w3e4r5t",
  ])("finds %s common", (password) => {
    expect(findWeakness(password, names)).toBe("common");
  });

  it.each([
    "rukn-dubai-2026",
    "Rukn@Dubai2026",
    "RUKN2026rukn",
    "Dubai@2025",
    "dubai123456",
    "Duba1-2026-Sh4rjah",
    "abudhabi2026",
    "Abu Dhabi 2026!",
    "Emirates#2026",
    "Maryam-ONeil1",
    "M@ry4m.2026!",
    "maryam83920174",
    "rukn-password-2026",
    "example.com-1",
  ])("finds %s made of known names", (password) => {
    expect(findWeakness(password, names)).toBe("of-names");
  });

  it.each([
    "correct horse battery",
    "maryam rides horses",
    "dubai taxi under rain",
    "83920174650192837465",
    "x7Kq-29fb-Ls4w",
    "four green lamps",
    "gRasp4k2xZ",
    "a good long password",
    "the plumber sings at 5",
  ])("accepts %s", (password) => {
    expect(findWeakness(password, names)).toBeNull();
  });
});
