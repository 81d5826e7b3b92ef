/** Business details of the sample data. Without sample data nothing is preset, least of all a TRN. */
export const business = {
  name: "Rukn",
  nameArabic: "ركن",
  tagline: "Crafted for a City That Never Stops",
  taglineArabic: "صيانة متقنة لمدينة لا تتوقف",
  phone: "+97145550100",
  emergencyPhone: "+97145550199",
  whatsapp: "+971500000100",
  email: "hello@rukn.example",
  officeEmail: "office@rukn.example",
  address: "Office 1204, Al Quoz Business Park, Dubai, UAE",
  addressArabic: "مكتب 1204، القوز بزنس بارك، دبي، الإمارات العربية المتحدة",
  serviceArea: "Dubai and surrounding areas",
  serviceAreaArabic: "دبي والمناطق المحيطة بها",
  trn: "100000000000003",
  instagram: "https://www.instagram.com/rukn.example",
};
