/** Arabic texts of the catalogue (docs/glossary-ar.md), by id. */

export const serviceTexts: Record<string, { nameAr: string; summaryAr: string }> = {
  "free-survey": {
    nameAr: "معاينة مجانية",
    summaryAr: "يعاين مهندسنا كل ما يحتاج إلى عمل ويخبركم بتكلفته. مجانًا ودون أي التزام.",
  },
  hvac: {
    nameAr: "تركيب وصيانة التكييف",
    summaryAr: "صيانة المكيفات وإصلاحها وتركيبها: تعود البرودة في اليوم نفسه.",
  },
  electrical: {
    nameAr: "الكهرباء",
    summaryAr: "نكشف الأعطال ونحدّث اللوحات ونركّب الإنارة والمقابس على أيدي كهربائيين مرخّصين.",
  },
  plumbing: {
    nameAr: "السباكة",
    summaryAr: "نوقف التسرّبات ونسلّك المجاري ونركّب السخانات والحمّامات.",
  },
  painting: {
    nameAr: "الدهان والديكور",
    summaryAr: "ندهن الغرف والشقق والفلل بنظافة، ونغطي الأثاث، وننتهي في اليوم المتفق عليه.",
  },
  tiling: {
    nameAr: "البلاط والأرضيات",
    summaryAr: "تركيب البلاط والرخام والباركيه والفينيل باستواء وترويب يدوم.",
  },
  carpentry: {
    nameAr: "النجارة",
    summaryAr: "إصلاح الأبواب والمطابخ والخزائن أو تصنيعها حسب المقاس.",
  },
  "general-maintenance": {
    nameAr: "الصيانة المنزلية",
    summaryAr: "كل ما في قائمتكم، في زيارة واحدة.",
  },
  handyman: {
    nameAr: "أعمال الصيانة العامة",
    summaryAr: "رفوف وستائر وتلفزيونات وأثاث: تركيب مستقيم ومكان مرتّب.",
  },
  emergency: {
    nameAr: "خدمة الطوارئ",
    summaryAr: "انقطع الماء أو الكهرباء أو التبريد؟ نصل إليكم خلال ساعتين، ليلًا ونهارًا.",
  },
};

/** By service and item. */
export const itemNames: Record<string, string> = {
  "free-survey assessment": "معاينة مجانية",
  "hvac call-out": "زيارة استدعاء للتكييف",
  "hvac service": "صيانة مكيف",
  "hvac deep-clean": "تنظيف عميق لمكيف",
  "hvac deep-1br": "صيانة عميقة لشقة بغرفة نوم واحدة",
  "hvac deep-2br": "صيانة عميقة لشقة بغرفتي نوم",
  "hvac deep-3br": "صيانة عميقة لشقة بثلاث غرف نوم",
  "hvac thermostat": "تركيب ثرموستات",
  "electrical call-out": "زيارة استدعاء للكهرباء",
  "electrical light": "تركيب وحدة إنارة",
  "electrical socket": "تبديل مقبس أو مفتاح",
  "electrical fan": "تركيب مروحة سقف",
  "electrical check": "فحص سلامة لوحة الكهرباء",
  "plumbing call-out": "زيارة استدعاء للسباكة",
  "plumbing mixer": "تبديل خلاط أو صنبور",
  "plumbing drain": "تسليك مجرى",
  "plumbing heater": "تبديل سخان ماء",
  "plumbing tank": "تنظيف خزان ماء",
  "painting studio": "دهان استوديو",
  "painting 1br": "دهان شقة بغرفة نوم واحدة",
  "painting 2br": "دهان شقة بغرفتي نوم",
  "painting villa-3br": "دهان فيلا بثلاث غرف نوم",
  "painting room": "دهان غرفة واحدة",
  "painting wall": "دهان جدار واحد",
  "tiling survey": "البلاط والأرضيات",
  "carpentry survey": "النجارة",
  "general-maintenance hour": "الصيانة المنزلية",
  "handyman hour": "أعمال الصيانة العامة",
  "handyman half-day": "نصف يوم من أعمال الصيانة العامة",
  "handyman tv": "تعليق تلفزيون على الجدار",
  "handyman curtains": "تركيب سكة ستائر أو ستارة",
  "handyman flat-pack": "تركيب قطعة أثاث",
  "emergency call-out": "زيارة طوارئ",
};

export const unitNames: Record<string, string> = {
  visit: "زيارة",
  hour: "ساعة",
  unit: "وحدة",
  home: "منزل",
  piece: "قطعة",
  drain: "مجرى",
  tank: "خزان",
  room: "غرفة",
  wall: "جدار",
  "half day": "نصف يوم",
  television: "تلفزيون",
  window: "نافذة",
};

export const packageTexts: Record<string, { nameAr: string; summaryAr: string }> = {
  essential: { nameAr: "الأساسية", summaryAr: "عناية بالتكييف طوال العام، ومساعدة عند الحاجة." },
  plus: { nameAr: "بلس", summaryAr: "زيارات استدعاء بلا حدّ. للعائلات والمباني القديمة." },
  premium: {
    nameAr: "المميزة",
    summaryAr: "كل شيء مشمول، مع قطع الغيار وأعمال الصيانة العامة. اتركوا الأمر كله لنا.",
  },
};
