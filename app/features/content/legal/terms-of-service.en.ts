import { spellMinutes } from "~/ui/hooks/duration";
import type { LegalIdentity, LegalText } from "./legal-text";

/**
 * The terms of bookings and contracts, under Federal Law No. 15 of 2020 on Consumer Protection and its executive
 * regulations (Cabinet Decision No. 66 of 2023), whose Article 34 forbids terms that put a consumer at a loss.
 */
export function termsOfService({
  name,
  address,
  email,
  phone,
  emergencyPhone,
  trn,
  vatPercent,
  terms: { contactMinutes, contactRuns, cutOffHours },
}: LegalIdentity): LegalText {
  return {
    language: "en",
    updatedOn: "2026-11-01",
    title: "Terms of Service",
    lead: "What you can expect from us, what we ask of you, and what happens when something goes wrong. Nothing here takes away a right that the law of the UAE gives you as a consumer.",
    sections: [
      {
        id: "who",
        title: "Who we are, and what this covers",
        body: [
          `You deal with ${name}, ${address}${trn ? `, tax registration number (TRN) ${trn}` : ""}. These terms cover bookings, quotes and maintenance contracts made on this site, by phone or in person, in Dubai and the surrounding areas.`,
          "Where a quote or a maintenance contract says something else, that document comes first.",
        ],
      },
      {
        id: "booking",
        title: "Booking",
        body: [
          `Sending the form is a request. It costs nothing. If you chose a time, it is held for you. A contract comes about when we confirm the booking; we contact you within ${spellMinutes(contactMinutes)} of your request${contactRuns === "opening-hours" ? ", counted in our opening hours" : ""}.`,
          "If we cannot take a request on, we say so and why, and you owe nothing.",
        ],
      },
      {
        id: "prices",
        title: "Prices and VAT",
        body: [
          `All prices on this site are in UAE dirhams${vatPercent > 0 ? ` and include ${vatPercent}% value added tax` : ""}. The price of the day on which you book holds for your booking, also if the price list changes before we come.`,
          [
            "Work by the hour: the first hour is charged in full, after that by the half hour.",
            "Work at a fixed price: the price covers what its page lists as included.",
            "Work by survey: the survey is free. You get a written quote, valid for 30 days, and decide in your own time.",
          ],
          "Spare parts and extra work are priced and agreed with you before they are fitted or begun. You may say no, and pay for what was done up to then.",
          "You receive a tax invoice for every payment, with our TRN.",
        ],
      },
      {
        id: "cancellation",
        title: "Changing and cancelling",
        body: [
          `You can withdraw a request at any time before we confirm it. A confirmed visit you can move or cancel online, free of charge and without a reason, until ${cutOffHours > 0 ? `${spellMinutes(cutOffHours * 60)} before ` : ""}it begins, by the link in your confirmation or in your account.`,
          `Later than that, please call ${phone}. We find a new time wherever we can. There is no cancellation fee on the price list; if parts were ordered for you alone at your request, we may ask for what they cost us, and show you the invoice.`,
          "If we have to move or cancel a visit, we tell you at once, you choose another time or let it be, and what you have paid for it is returned in full.",
          "If nobody is there to open, the technician waits 15 minutes and calls you. Then we agree on a new time.",
        ],
      },
      {
        id: "emergency",
        title: "The emergency promise",
        body: [
          `The emergency line ${emergencyPhone} is answered at any hour. A technician is at your door within 2 hours of your call or of the form, day and night, anywhere in Dubai.`,
          "The clock starts when your request reaches us and stops when the technician arrives; both times are recorded and you can see them. Roads closed by the authorities, floods and the like can make it impossible: then we say so on the phone, before you wait.",
          "For fire, gas or danger to life call 997 or 999 first.",
        ],
      },
      {
        id: "your-part",
        title: "Your part",
        body: [
          [
            "Somebody of 18 or older is there to open, or you have told us in writing how we get in.",
            "You may have the work done: as owner, or as tenant with the owner's leave where it is needed. Permits of the building or community are yours to ask for; we prepare the papers.",
            "The place of the work can be reached, and water and power are on.",
            "You tell us of hidden pipes, cables or damage that you know of.",
          ],
          "If a place is not safe to work in, the technician may stop until it is.",
        ],
      },
      {
        id: "midday",
        title: "Work in the open, and quiet hours",
        body: [
          "From 15 June to 15 September nobody works in the sun between 12:30 and 15:00, as UAE law demands. Noise is made only when your community allows it.",
        ],
      },
      {
        id: "warranty",
        title: "Warranty",
        body: [
          "We guarantee our work and the parts that we supply. Unless your quote or invoice gives you longer: 90 days on repairs, 12 months on painting, tiling and carpentry, 12 months on parts. A maker's longer warranty is passed on to you.",
          "If something we did fails in that time, call or write with the booking's reference. We come back, free of charge, find the cause and put it right. If it cannot be put right within a reasonable time, you may have the price of that work back.",
          "Not covered: wear, damage by others, and parts or materials that you supplied yourself; for those our warranty covers the fitting. These limits do not touch the rights that the law gives you for defective services.",
        ],
      },
      {
        id: "amc",
        title: "Maintenance contracts (AMC)",
        body: [
          "A request on this site is not yet a contract: you receive the document to read, and it begins when both sides have agreed. It runs for one year. It is not renewed without your yes; we remind you 30 and 7 days before it ends.",
          "The visits are planned over the year with you. A visit may be moved or cancelled by itself, and a cancelled one stays yours to use within the year.",
          "You may end a contract at any time. You pay for the visits and call-outs used, at the prices of the price list, but never more than the contract's price, and what is left of your payment is returned.",
        ],
      },
      {
        id: "payment",
        title: "Payment",
        body: [
          "By card, bank transfer, cheque or cash, when the work is done and you have seen it, unless a quote asks for a deposit. Card payments go through a licensed payment provider.",
          "Refunds go back the way the money came, within 14 days of our agreeing to them.",
        ],
      },
      {
        id: "damage",
        title: "If we damage something",
        body: [
          "Tell us as soon as you see it, with a picture if you can. We are insured. We answer for damage that we or our technicians cause, as the law provides; nothing in these terms limits your right to compensation.",
        ],
      },
      {
        id: "complaints",
        title: "Complaints",
        body: [
          `Call ${phone} or write to ${email} with the booking's reference. Somebody who was not at your home looks into it, and you have an answer within 3 working days.`,
          "You can turn to consumer protection at the Dubai Department of Economy and Tourism at any time: consumerrights.ae, or 600 54 5555. It costs you nothing.",
        ],
      },
      {
        id: "site",
        title: "This website and your account",
        body: [
          "Keep your password to yourself and give us details that are true. Do not try to break in, to overload the site, or to book in the name of others. Texts, drawings and signs on the site are ours.",
          "What we do with personal data is in the Privacy Policy.",
        ],
      },
      {
        id: "changes",
        title: "Changes of these terms",
        body: [
          "What you booked stays under the terms of the day on which you booked. A new version holds for bookings made after the date above.",
        ],
      },
      {
        id: "law",
        title: "Law and courts",
        body: [
          "The law of the Emirate of Dubai and the federal law of the United Arab Emirates apply, in particular Federal Law No. 15 of 2020 on Consumer Protection with its executive regulations and Federal Decree-Law No. 8 of 2017 on Value Added Tax. The courts of Dubai decide where we cannot agree.",
          "Where an Arabic and an English version of a document differ, the Arabic one decides before the courts.",
        ],
      },
    ],
  };
}
