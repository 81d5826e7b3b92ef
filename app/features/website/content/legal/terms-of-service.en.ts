import { spellMinutes } from "~/ui/hooks/duration";
import type { LegalIdentity, LegalText, Surcharge } from "./legal-text";

/**
 * Terms under Federal Law No. 15 of 2020 on Consumer Protection and its executive regulations (Cabinet
 * Decision No. 66 of 2023), whose Article 34 forbids unfair terms.
 */
export function termsOfService({
  name,
  address,
  email,
  phone,
  emergencyPhone,
  trn,
  vatPercent,
  surcharges,
  terms: { contactMinutes, contactRuns, cutOffHours },
}: LegalIdentity): LegalText {
  return {
    language: "en",
    updatedOn: "2026-11-29",
    title: "Terms of Service",
    lead: "What you can expect from us, what we ask of you, and what happens when something goes wrong. Nothing here limits your rights as a consumer under the law of the UAE.",
    sections: [
      {
        id: "who",
        title: "Who we are, and what these terms cover",
        body: [
          `Your contract is with ${name}, ${address}${trn ? `, tax registration number (TRN) ${trn}` : ""}. These terms cover bookings, quotes and maintenance contracts made on this site, by phone or in person, in Dubai and the surrounding areas.`,
          "If a quote or a maintenance contract says something different, that document prevails.",
        ],
      },
      {
        id: "booking",
        title: "Booking",
        body: [
          `Sending the form is a request and costs nothing. If you chose a time, we hold it for you. The contract is formed when we confirm the booking; we will contact you within ${spellMinutes(contactMinutes)} of your request${contactRuns === "opening-hours" ? ", counted during our opening hours" : ""}.`,
          "If we cannot accept a request, we will tell you why, and you owe nothing.",
        ],
      },
      {
        id: "prices",
        title: "Prices and VAT",
        body: [
          `All prices on this site are in UAE dirhams${vatPercent > 0 ? ` and include ${vatPercent}% value added tax` : ""}. The price shown when you book applies, even if our prices change before the visit.`,
          [
            "Work by the hour: the first hour is charged in full, after that by the half hour.",
            "Work at a fixed price: the price covers what the page of the service lists as included.",
            "Work by survey: the survey is free. You receive a written quote that states how long it is valid, and decide in your own time.",
          ],
          ...surchargeSentence(surcharges),
          "Spare parts and extra work are priced and agreed with you before they are fitted or started. You may decline, and pay only for what has been done.",
          `You receive ${trn ? "a tax invoice with our TRN" : "an invoice"} for every payment.`,
        ],
      },
      {
        id: "cancellation",
        title: "Changing and cancelling",
        body: [
          `You can withdraw a request at any time before we confirm it. You can move or cancel a confirmed visit online, free of charge and without giving a reason, until ${cutOffHours > 0 ? `${spellMinutes(cutOffHours * 60)} before ` : ""}it starts, with the link in your confirmation or in your account.`,
          `After that, please call ${phone}. We will find a new time wherever we can. There is no cancellation fee. If parts were ordered specially for you at your request, we may charge what they cost us and will show you the invoice.`,
          "If we have to move or cancel a visit, we will tell you at once. You choose another time or cancel, and what you have paid for the visit is refunded in full if you cancel.",
          "If no one is there to let us in, the technician waits 15 minutes and calls you. We then agree a new time.",
        ],
      },
      {
        id: "emergency",
        title: "Emergency response",
        body: [
          `The emergency line ${emergencyPhone} is answered day and night. A technician will be with you within 2 hours of your call or of the form, anywhere in Dubai.`,
          "The clock starts when your request reaches us and stops when the technician arrives; both times are recorded and you can see them. Road closures, floods and similar events can make this impossible. We will then tell you on the phone straight away.",
          "In case of fire, gas or danger to life, call 997 or 999 first.",
        ],
      },
      {
        id: "your-part",
        title: "Your part",
        body: [
          [
            "An adult (18+) is present to let us in, or you have told us in writing how to get in.",
            "You are entitled to have the work done: as owner, or as tenant with the owner's permission where it is needed. Permits of the building or community are yours to request; we prepare the documents.",
            "The work area is accessible, and water and power are on.",
            "You tell us about hidden pipes, cables or damage that you know of.",
          ],
          "If a place is not safe to work in, the technician may stop until it is.",
        ],
      },
      {
        id: "midday",
        title: "Outdoor work and quiet hours",
        body: [
          "From 15 June to 15 September there is no work in direct sun between 12:30 and 15:00, as UAE law requires. We only do noisy work at the times your community allows.",
        ],
      },
      {
        id: "warranty",
        title: "Warranty",
        body: [
          "We guarantee our work and the parts that we supply. Unless your quote or invoice gives a longer period: 90 days on repairs, 12 months on painting, tiling and carpentry, 12 months on parts. If a manufacturer gives a longer warranty, you benefit from it.",
          "If something we did fails within that time, call or email us with the booking reference. We will come back free of charge, find the cause and fix it. If it cannot be fixed within a reasonable time, you can have the price of that work refunded.",
          "Not covered: wear and tear, damage by others, and parts or materials that you supplied yourself; for those, our warranty covers the fitting. These limits do not affect your legal rights in case of defective services.",
        ],
      },
      {
        id: "amc",
        title: "Annual maintenance contracts (AMC)",
        body: [
          "A request on this site is not yet a contract: we go through the terms with you on the phone and send you the contract document in English and Arabic. The contract starts once you have accepted the document and paid, or given us the agreed cheques. You accept it by typing your name, in your account or by the link that we send you, or by signing it on paper. It runs for one year. It is not renewed without your consent; we remind you 30 and 7 days before it ends.",
          "The visits are planned over the year with you. Each visit can be moved or cancelled separately, and a cancelled visit remains available to use within the year.",
          "You can end a contract at any time. We credit the part of its price that falls on the remaining days, and refund what you have already paid for them.",
        ],
      },
      {
        id: "payment",
        title: "Payment",
        body: [
          "You pay when the work is done and you have seen it, unless a quote asks for a deposit. Your invoice or quote shows how you can pay. Card payments are handled by a licensed payment provider.",
          "Refunds are made in the way you paid, within 14 days of our agreeing to them.",
        ],
      },
      {
        id: "damage",
        title: "If we damage something",
        body: [
          "Tell us as soon as you notice it, with a photo if you can. We are insured. We are liable for damage caused by us or our technicians, as the law provides; nothing in these terms limits your right to compensation.",
        ],
      },
      {
        id: "complaints",
        title: "Complaints",
        body: [
          `Call ${phone} or email ${email} with the booking reference. A manager not involved in the job will review it, and you will have an answer within 3 working days.`,
          "You can also contact consumer protection at the Dubai Department of Economy and Tourism at any time, free of charge: consumerrights.ae or 600 54 5555.",
        ],
      },
      {
        id: "site",
        title: "This website and your account",
        body: [
          "Keep your password to yourself and give us correct details. Do not try to break into or overload the site, or book in the name of others. The texts, drawings and logos on this site are ours.",
          "How we use personal data is explained in the Privacy Policy.",
        ],
      },
      {
        id: "changes",
        title: "Changes to these terms",
        body: [
          "Your bookings remain subject to the terms in force when you made them. New terms apply to bookings made after the date above.",
        ],
      },
      {
        id: "law",
        title: "Law and courts",
        body: [
          "The law of the Emirate of Dubai and the federal law of the United Arab Emirates apply, in particular Federal Law No. 15 of 2020 on Consumer Protection with its executive regulations and Federal Decree-Law No. 8 of 2017 on Value Added Tax. Disputes are subject to the courts of Dubai.",
          "These terms are published in Arabic and English. If the two versions differ, here or in any other document between us, the Arabic version prevails.",
        ],
      },
    ],
  };
}

/** Mentions only surcharges in the price book. */
function surchargeSentence({ outOfHours, emergency }: LegalIdentity["surcharges"]): string[] {
  const more = ({ percent, varies }: Surcharge) => `${varies ? "up to " : ""}${percent}% more`;
  const parts = [
    outOfHours.percent > 0 ? `Visits outside our opening hours cost ${more(outOfHours)}.` : "",
    emergency.percent > 0 ? `Emergencies cost ${more(emergency)}.` : "",
  ].filter(Boolean);
  if (parts.length === 0) return [];
  return [[...parts, "The surcharge is shown before you book."].join(" ")];
}
