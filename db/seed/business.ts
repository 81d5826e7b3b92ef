/** The sample brand. An admin edits all of this; no code names it. */
export const business = {
  name: "Rukn",
  name_arabic: "ركن",
  tagline: "Crafted for a City That Never Stops",
  phone: "+97145550100",
  emergency_phone: "+97145550199",
  whatsapp: "+971500000100",
  email: "hello@rukn.example",
  office_email: "office@rukn.example",
  address: "Office 1204, Al Quoz Business Park, Dubai, UAE",
  service_area: "Dubai and surrounding areas",
  trn: "100000000000003",
  instagram: "https://www.instagram.com/rukn.example",
};
