/** Sample business. An admin can edit all of it; the code uses no brand name. */
export const business = {
  name: "Rukn",
  nameArabic: "ركن",
  tagline: "Crafted for a City That Never Stops",
  phone: "+97145550100",
  emergencyPhone: "+97145550199",
  whatsapp: "+971500000100",
  email: "hello@rukn.example",
  officeEmail: "office@rukn.example",
  address: "Office 1204, Al Quoz Business Park, Dubai, UAE",
  serviceArea: "Dubai and surrounding areas",
  trn: "100000000000003",
  instagram: "https://www.instagram.com/rukn.example",
};

/** Monday is 1, Sunday is 7 (ISO). The office is closed on Sunday; the emergency line is always open. */
export const openingHours = [
  ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "20:00" })),
  { weekday: 6, opensAt: "09:00", closesAt: "18:00" },
];
