import type { LegalIdentity, LegalText } from "./legal-text";

/** What we do with personal data, under Federal Decree-Law No. 45 of 2021 (PDPL). */
export function privacyPolicy({ name, address, email, phone }: LegalIdentity): LegalText {
  return {
    language: "en",
    updatedOn: "2026-11-01",
    title: "Privacy Policy",
    lead: "What we know about you, why, for how long, who else sees it, and how you have it changed or deleted. We collect what a visit to your home needs, and nothing to sell.",
    sections: [
      {
        id: "who",
        title: "Who is responsible",
        body: [
          `${name}, ${address}, is the controller of your personal data under Federal Decree-Law No. 45 of 2021 on the Protection of Personal Data (PDPL).`,
          `For anything about your data write to ${email} or call ${phone}. You need no form and no reason.`,
        ],
      },
      {
        id: "what",
        title: "What we collect, and why",
        body: [
          "Only what you give us, and what is made while we work for you:",
          [
            "Booking and contract requests: your name, email, phone number, the address of the work, the time you prefer and what you describe. We need them to come, to reach you and to do the job.",
            "Messages you send us, and notes of calls about your booking.",
            "Photos you add to a request. Location and camera details inside the picture are removed when it arrives.",
            "Work records: who came and when, what was done, readings, parts and pictures of the work.",
            "Quotes, invoices and payments. Card numbers go to the payment provider directly; we never see or store them.",
            "An account, if you make one: your email and a password that is stored in a form nobody can read back, and the devices that are signed in.",
            "Technical records: the internet address and browser of a request, kept to stop abuse and to find faults.",
          ],
          "We ask for no identity documents, and for no data about health, religion or anything else that the law calls sensitive. Please do not write such things into a message.",
        ],
      },
      {
        id: "ground",
        title: "On which ground",
        body: [
          "The PDPL lets us use your data without separate consent where it is needed to conclude or carry out a contract with you, or to take steps that you ask for, such as a visit or a quote; where a law obliges us, as tax law does; and to establish or defend a legal claim.",
          "For everything else we ask for your consent first: statistics with cookies, and news and offers. Consent is never a condition of a booking, and you can withdraw it at any time, as easily as you gave it. What was done before stays lawful.",
        ],
      },
      {
        id: "cookies",
        title: "Cookies and statistics",
        body: [
          "The site works without cookies until you sign in. Then one cookie keeps you signed in; scripts cannot read it, and it is not used for anything else.",
          "We count visits ourselves, without cookies and without recognising you again. Google Analytics is loaded only if you agree to it, and is told neither your name, nor your email, nor your phone number. You can change your answer at the foot of every page.",
          "The address search uses Google Maps where it is switched on: what you type into that field goes to Google.",
        ],
      },
      {
        id: "who-sees",
        title: "Who else sees it",
        body: [
          [
            "Your technician sees your name, phone number, address and what you described, for as long as the job lasts.",
            "Companies that work for us under contract and on our instructions: hosting, email delivery, card payments, maps.",
            "Authorities and courts, where a law obliges us.",
          ],
          "We do not sell your data, and we do not lend it to anybody for advertising.",
        ],
      },
      {
        id: "abroad",
        title: "Data outside the UAE",
        body: [
          "Some of those companies process data outside the UAE. We choose places with an adequate level of protection, or bind the company by a contract that carries the duties of the PDPL with it (Articles 22 and 23). Ask us and we tell you which companies and where.",
        ],
      },
      {
        id: "how-long",
        title: "How long we keep it",
        body: [
          [
            "Requests that came to nothing, and contact messages: 12 months.",
            "Bookings, contracts and work records: while the warranty runs and then as long as a claim is possible, at most 5 years.",
            "Invoices and what belongs to them: at least 5 years, as tax law demands.",
            "Photos: until the booking's records are deleted, or sooner if you ask.",
            "Your account: until you delete it. What tax law makes us keep stays, without the account.",
            "Technical and security records: 12 months.",
          ],
          "After that the data is deleted, or stripped of everything that points to you.",
        ],
      },
      {
        id: "safe",
        title: "How we keep it safe",
        body: [
          "Connections are encrypted. Only staff who need it see your data, each with an account of their own, and every change of a booking is recorded with who made it. Backups are encrypted as well.",
          "If a breach could harm your privacy or the safety of your data, we tell the UAE Data Office and you, what happened and what we do about it, as Article 9 of the PDPL provides.",
        ],
      },
      {
        id: "rights",
        title: "Your rights",
        body: [
          "The PDPL gives you these rights. Using them costs nothing:",
          [
            "To know what we have about you, why, and who has seen it, and to have a copy (Article 13).",
            "To receive it in a form that another company can read (Article 14). With an account, your settings hold a download.",
            "To have it corrected or completed, and to have it deleted (Article 15).",
            "To have its use restricted while a question is open (Article 16).",
            "To stop its use for direct marketing or statistics (Article 17).",
            "Not to be subject to a decision made by a machine alone (Article 18). We make none: a person confirms every booking.",
          ],
          "Write or call. We may ask a question to be sure that it is you, and answer within 30 days. Where a law obliges us to keep something, we say which.",
        ],
      },
      {
        id: "children",
        title: "Children",
        body: ["The site is for adults. We do not knowingly take bookings from anybody under 18."],
      },
      {
        id: "complaints",
        title: "If you are not content",
        body: [
          "Tell us first, please: most things are put right the same day. You may also complain to the UAE Data Office, which supervises the PDPL.",
        ],
      },
      {
        id: "changes",
        title: "Changes",
        body: [
          "When this policy changes, the date above changes with it. Where a change touches what you agreed to, we ask you again.",
        ],
      },
    ],
  };
}
