import { MESSAGE_MONTHS } from "../../contact/contact";
import type { LegalIdentity, LegalText } from "./legal-text";

/** Privacy policy under Federal Decree-Law No. 45 of 2021 (PDPL). */
export function privacyPolicy(identity: LegalIdentity): LegalText {
  const { name, address, email, phone, backupsKept, documentYears } = identity;
  const { mailDays, securityEventDays, clientErrorDays, trailYears } = identity.retention;
  return {
    language: "en",
    updatedOn: "2026-11-29",
    title: "Privacy Policy",
    lead: "What personal data we hold, why and for how long, who else sees it, and how to have it corrected or deleted. We collect what we need to serve you at home, and sell none of it.",
    sections: [
      {
        id: "who",
        title: "Who is responsible",
        body: [
          `${name}, ${address}, is the controller of your personal data under Federal Decree-Law No. 45 of 2021 on the Protection of Personal Data (PDPL).`,
          `For any question about your data, email ${email} or call ${phone}. No form and no reason is needed.`,
        ],
      },
      {
        id: "what",
        title: "What we collect, and why",
        body: [
          "Only what you give us and what we record while we work for you:",
          [
            "Booking and contract requests: your name, email, phone number, the address of the work, your preferred time and your description. We need them to reach you and do the job.",
            "Messages you send us, and notes of calls about your booking.",
            "Photos you add to a request. Location and camera details are removed when a photo arrives.",
            "Work records: who came and when, what was done, readings, parts and photos of the work.",
            "Quotes, invoices and payments. Card numbers go directly to the payment provider; we never see or store them.",
            "An account, if you create one: your email, a password stored in a form that cannot be read back, and the devices that are signed in.",
            "Technical records: the IP address and browser of a request, kept to prevent abuse and find faults.",
          ],
          "We do not ask for identity documents, or for data about health, religion or anything else that the law calls sensitive. Please do not include such data in a message.",
        ],
      },
      {
        id: "ground",
        title: "Legal basis",
        body: [
          "The PDPL allows us to use your data without separate consent where it is needed to enter into or perform a contract with you, or to take steps that you ask for, such as a visit or a quote; where a law requires it, as tax law does; and to establish or defend a legal claim.",
          "For everything else we ask for your consent first: statistics with cookies, and news and offers. Consent is never a condition of a booking, and you can withdraw it at any time, as easily as you gave it. This does not affect what was done before.",
        ],
      },
      {
        id: "cookies",
        title: "Cookies and statistics",
        body: [
          "We set a cookie when you open the link to a booking, quote or invoice (30 days) and, if you sign in, two that keep you signed in and recognise this browser (30 and 365 days). With two-factor sign-in, one more waits for your code (10 minutes). Scripts cannot read them, and they are not used for anything else.",
          "We count visits ourselves, without cookies and without recognising you again. Google Analytics is loaded only with your consent and never receives your name, email or phone number. You can change your choice at the foot of every page.",
          "Where the address search uses Google Maps, what you type into that field is sent to Google.",
        ],
      },
      {
        id: "who-sees",
        title: "Who else sees it",
        body: [
          [
            "Your technician sees your name, phone number, address and description while the job lasts.",
            "Companies that work for us under contract and on our instructions: hosting, email delivery, card payments, maps.",
            "Authorities and courts, where the law requires it.",
          ],
          "We do not sell your data or share it for advertising.",
        ],
      },
      {
        id: "abroad",
        title: "Data outside the UAE",
        body: [
          "Some of these companies process data outside the UAE. We choose countries with an adequate level of protection, or bind the company by a contract that includes the duties of the PDPL (Articles 22 and 23). Ask us which companies and countries these are.",
        ],
      },
      {
        id: "how-long",
        title: "How long we keep it",
        body: [
          [
            `Contact messages: ${MESSAGE_MONTHS} months.`,
            "Requests, bookings and work records without an invoice: as the service history of your property and in case of a claim, until you ask us to delete them.",
            `Invoices, payments, contracts and the records behind them: ${documentYears} years after the end of the financial year, as tax law requires.`,
            "Photos: until the records of the booking are deleted, or sooner if you ask.",
            "Your account: until you delete it. Records that tax law requires us to keep remain without the account.",
            `Backups: the last ${backupsKept}. What we delete stays in them until newer ones have replaced them; they are used only to restore lost data.`,
            `Emails that we sent you: ${mailDays} days. Security records: ${securityEventDays} days. Error reports: ${clientErrorDays} days.`,
            `The record of who changed what: at least ${trailYears} years.`,
          ],
          "After that, the data is deleted or made anonymous.",
        ],
      },
      {
        id: "safe",
        title: "How we protect it",
        body: [
          "Connections are encrypted. Only staff who need your data can see it, each with their own account, and every change of a booking is recorded with the name of the person who made it. Backups are encrypted as well.",
          "If a breach could harm your privacy or the security of your data, we will inform you and the UAE Data Office of what happened and what we are doing about it, as Article 9 of the PDPL requires.",
        ],
      },
      {
        id: "rights",
        title: "Your rights",
        body: [
          "The PDPL gives you these rights, free of charge:",
          [
            "To know what data we hold about you, why, and with whom we have shared it, and to have a copy (Article 13).",
            "To receive it in a format that another company can read (Article 14). If you have an account, you can download it in your settings.",
            "To have it corrected, completed or deleted (Article 15).",
            "To have its use restricted while a question is open (Article 16).",
            "To stop its use for direct marketing or statistics (Article 17).",
            "Not to be subject to a decision made only by automated means (Article 18). We make none: a person confirms every booking.",
          ],
          "Email or call us. We may ask a question to confirm your identity, and will answer within 30 days. Where the law requires us to keep something, we will tell you what it is.",
        ],
      },
      {
        id: "children",
        title: "Children",
        body: ["This site is for adults. We do not knowingly accept bookings from anyone under 18."],
      },
      {
        id: "complaints",
        title: "Complaints",
        body: [
          "Please contact us first: we resolve most problems the same day. You can also complain to the UAE Data Office, which supervises the PDPL.",
        ],
      },
      {
        id: "changes",
        title: "Changes",
        body: [
          "When this policy changes, the date above changes with it. If a change affects something you have agreed to, we will ask you again.",
          "This policy is published in Arabic and English. If the two versions differ, the Arabic version prevails.",
        ],
      },
    ],
  };
}
