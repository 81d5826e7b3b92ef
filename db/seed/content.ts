/** First content of the public pages; an admin edits all of it. */

/** Invented testimonials, seeded with the sample data only. */
export const testimonials = [
  {
    quote:
      "The AC died at eleven at night, in August. By half past twelve it was cold again, and I had the readings in writing.",
    clientName: "Aisha Al Marri",
    role: "Villa owner, Arabian Ranches",
    quoteAr:
      "تعطّل التكييف في الحادية عشرة ليلًا في أغسطس. وقبل الثانية عشرة والنصف عاد البرد، والقراءات مكتوبة بين يديّ.",
    clientNameAr: "عائشة المري",
    roleAr: "مالكة فيلا، المرابع العربية",
  },
  {
    quote: "Forty apartments, one number to call. They send me the findings and the price before they start.",
    clientName: "Daniel Weber",
    role: "Property manager, Business Bay",
    quoteAr: "أربعون شقة، ورقم واحد نتصل به. يرسلون إليّ نتيجة الفحص والسعر قبل أن يبدؤوا.",
    clientNameAr: "دانيال فيبر",
    roleAr: "مدير عقارات، الخليج التجاري",
  },
  {
    quote: "Painted, patched and handed over in two days. My landlord returned the deposit in full.",
    clientName: "Priya Nair",
    role: "Tenant, Jumeirah Village Circle",
    quoteAr: "دهنوا وعالجوا الجدران وسلّموا الشقة في يومين. واستعدت مبلغ التأمين من المالك كاملًا.",
    clientNameAr: "بريا ناير",
    roleAr: "مستأجرة، قرية جميرا الدائرية",
  },
];

/** Sample work, seeded with the sample data only. `drawing` names a scene of app/site/house/scenes.ts. */
export const portfolio = [
  {
    serviceId: "painting",
    title: "A living room repainted",
    area: "The Springs",
    summary: "Damp had lifted the paint beside the window. Dried, filled and primed, then two coats of teal.",
    duration: "2 days",
    drawing: "painted-room",
    titleAr: "تجديد دهان صالة",
    areaAr: "الينابيع",
    summaryAr:
      "رفعت الرطوبة الدهان بجانب النافذة. جفّفنا الجدار وملأناه ووضعنا الأساس، ثم طبقتين باللون الفيروزي.",
    durationAr: "يومان",
  },
  {
    serviceId: "hvac",
    title: "An old AC unit replaced",
    area: "Dubai Marina",
    summary:
      "Fifteen years old, loud and dripping. Replaced with an inverter split unit, drain sloped correctly.",
    duration: "5 hours",
    drawing: "cooled-bedroom",
    titleAr: "استبدال مكيف قديم",
    areaAr: "دبي مارينا",
    summaryAr: "عمره خمسة عشر عامًا، صوته عالٍ ويسرّب الماء. ركّبنا مكانه وحدة سبليت إنفرتر، وضبطنا ميل التصريف.",
    durationAr: "5 ساعات",
  },
  {
    serviceId: "electrical",
    title: "A safe, labelled distribution board",
    area: "Al Barsha 2",
    summary:
      "Taped joints and no earth leakage protection. Now a new board, with every circuit tested and labelled.",
    duration: "1 day",
    drawing: "distribution-board",
    titleAr: "لوحة توزيع آمنة ومعلَّمة",
    areaAr: "البرشاء 2",
    summaryAr:
      "وصلات ملفوفة بالشريط ولا حماية من التسرب الأرضي. الآن لوحة جديدة، وكل دائرة فيها مفحوصة ومعلَّمة.",
    durationAr: "يوم واحد",
  },
  {
    serviceId: "plumbing",
    title: "Dry under the sink",
    area: "Jumeirah Lakes Towers",
    summary:
      "A slow leak had swollen the cabinet. New trap and valves, a new base, everything dried before closing.",
    duration: "4 hours",
    drawing: "washbasin",
    titleAr: "تحت المغسلة بلا رطوبة",
    areaAr: "أبراج بحيرات جميرا",
    summaryAr: "نفخ تسريبٌ بطيء خشب الخزانة. سيفون ومحابس جديدة، وقاعدة جديدة، وتجفيف كامل قبل الإغلاق.",
    durationAr: "4 ساعات",
  },
  {
    serviceId: "tiling",
    title: "A balcony retiled",
    area: "Jumeirah Beach Residence",
    summary: "Half the tiles were hollow. Waterproofed, water-tested and laid in a sea-coloured pattern.",
    duration: "4 days",
    drawing: "tiled-floor",
    titleAr: "بلاط جديد لشرفة",
    areaAr: "جميرا بيتش ريزيدنس",
    summaryAr: "كان نصف البلاط مجوّفًا. عزلنا الأرضية واختبرناها بالماء، ثم ركّبنا بلاطًا بلون البحر.",
    durationAr: "4 أيام",
  },
  {
    serviceId: "carpentry",
    title: "A wall that holds everything",
    area: "Mirdif",
    summary: "A leaning shelf and boxes on the floor. Now oak shelving from wall to wall, made to measure.",
    duration: "12 days",
    drawing: "built-in-shelves",
    titleAr: "جدار يتسع لكل شيء",
    areaAr: "مردف",
    summaryAr: "رف مائل وصناديق على الأرض. الآن رفوف من البلوط من الجدار إلى الجدار، مفصّلة على القياس.",
    durationAr: "12 يومًا",
  },
  {
    serviceId: "general-maintenance",
    title: "Eleven jobs, one morning",
    area: "Downtown Dubai",
    summary: "The blind, the lamp, the door, the skirting and seven more, done between nine and one.",
    duration: "4 hours",
    drawing: "repaired-room",
    titleAr: "أحد عشر عملًا في صباح واحد",
    areaAr: "وسط مدينة دبي",
    summaryAr: "الستارة والمصباح والباب والنعلة وسبعة أعمال أخرى، أُنجزت بين التاسعة والواحدة.",
    durationAr: "4 ساعات",
  },
  {
    serviceId: "handyman",
    title: "Moved in by the evening",
    area: "Business Bay",
    summary:
      "A TV on the floor, two flat packs and a bag of screws. Mounted, assembled, levelled and tidied.",
    duration: "6 hours",
    drawing: "mounted-screen",
    titleAr: "سكن جاهز قبل المساء",
    areaAr: "الخليج التجاري",
    summaryAr: "شاشة على الأرض وقطعتا أثاث للتركيب وكيس براغٍ. علّقنا وركّبنا وضبطنا المستوى ورتّبنا المكان.",
    durationAr: "6 ساعات",
  },
];
