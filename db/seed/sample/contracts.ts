import type { PropertyType } from "~/features/core/packages/contract";
import { exampleCustomer } from "./people";

export interface SampleContract {
  person: { name: string; email: string; phone: string };
  /** Null for the address of the person's bookings. */
  home: { street: string; buildingName: string; unitNumber: string; area: string; landmark: string } | null;
  packageId: string;
  propertyType: PropertyType;
  message: string;
  /** Days of the request before the first start. */
  requestedDaysAgo: number;
  became: "asked" | "cheques-ahead" | "active";
}

/**
 * Properties with a contract or a request for one: a contract near its end, one in the middle of its term,
 * one paid by cheques, and a new request.
 */
export const sampleContracts: readonly SampleContract[] = [
  {
    person: person("Thomas Keller", 341),
    home: home("Al Marsa Street", "Marina Crown", "2204", "Dubai Marina"),
    packageId: "essential",
    propertyType: "apartment-1br",
    message: "We travel in July and August. Please come before or after.",
    requestedDaysAgo: 343,
    became: "active",
  },
  {
    person: exampleCustomer,
    home: null,
    packageId: "plus",
    propertyType: "apartment-3br",
    message: "Three split units and a water heater above the guest bathroom.",
    requestedDaysAgo: 126,
    became: "active",
  },
  {
    person: person("Ananya Rao", 343),
    home: home("Street 8C", "Villa 17", "", "Al Barsha 2"),
    packageId: "premium",
    propertyType: "villa-4br",
    message: "We would pay by four cheques.",
    requestedDaysAgo: 2,
    became: "cheques-ahead",
  },
  {
    person: person("Karim Mansour", 344),
    home: home("Al Asayel Street", "Executive Towers G", "1507", "Business Bay"),
    packageId: "plus",
    propertyType: "apartment-3br",
    message: "",
    requestedDaysAgo: 1,
    became: "asked",
  },
];

function person(name: string, number: number) {
  return {
    name,
    email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
    phone: `+971500000${number}`,
  };
}

function home(street: string, buildingName: string, unitNumber: string, area: string) {
  return { street, buildingName, unitNumber, area, landmark: "" };
}
