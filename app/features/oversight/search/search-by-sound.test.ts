import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCustomer } from "../../../../test/harness/company/billing";
import { book, officeCtx } from "../../../../test/harness/company/company";
import { createContractCompany } from "../../../../test/harness/company/contracts";
import { createRecordsOfPerson } from "../../../../test/harness/company/records-of-person";
import type { TestDatabase } from "../../../../test/harness/servers/database";
import { listBookings } from "../../operations/bookings/office/list-queries.server";
import { listCustomers } from "../../people/customer-desk/queries.server";
import { listConversations } from "../../people/inbox/queries.server";
import { searchEverything } from "./queries.server";

let database: TestDatabase;

beforeAll(async () => {
  database = await createContractCompany();
  await createRecordsOfPerson(database.db, {
    name: "Yousef Al Maktoum",
    email: "yousef@example.com",
    messageEmail: "another@example.com",
    technicianName: "Youssef the plumber",
  });
});
afterAll(() => database.drop());

const spellings = [
  ["Ghanem", "غانم"],
  ["Khelfan", "خلفان"],
  ["Jaasim", "جاسم"],
  ["Sheikha", "شيخة"],
  ["Khadijah", "خديجة"],
  ["Hafidh", "حافظ"],
  ["Al Mazrouei", "المزروعي"],
  ["Alketbi", "الكتبي"],
  ["Al Falasy", "الفلاسي"],
  ["Al Bloushi", "البلوشي"],
  ["Al Marri", "المري"],
  ["Al Mehairi", "المهيري"],
  ["Al Zaheri", "الظاهري"],
  ["Al Ka'abi", "الكعبي"],
  ["Al Shehhi", "الشحي"],
  ["Al Romaithi", "الرميثي"],
  ["Al Kubaisi", "القبيسي"],
  ["Al Neaimi", "النعيمي"],
  ["Al Nahyan", "آل نهيان"],
  ["Bin Sulayem", "بن سليم"],
  ["Bint Ahmed", "بنت أحمد"],
  ["Al Oteiba", "العتيبة"],
  ["Bastaki", "البستكي"],
  ["Al Teneiji", "الطنيجي"],
  ["Al Raisi", "الرئيسي"],
  ["Abdelrahman", "عبد الرحمن"],
  ["Abdur Raheem", "عبدالرحيم"],
  ["Abdelkader", "عبد القادر"],
  ["Abdel Moneim", "عبد المنعم"],
  ["Abdelraouf", "عبد الرؤوف"],
  ["Zulfiqar", "ذو الفقار"],
  ["Abu Bakr", "أبوبكر"],
  ["Salah ud Din", "صلاح الدين"],
  ["Nooruddin", "نور الدين"],
  ["Fadlallah", "فضل الله"],
  ["Zia ul Haq", "ضياء الحق"],
  ["Md Shafiqul Islam", "محمد شفيق الإسلام"],
  ["Mohd Yousuf", "محمد يوسف"],
  ["Habibur Rahman", "حبيب الرحمن"],
  ["Husam", "حسام"],
  ["Magdy", "مجدي"],
  ["Naguib", "نجيب"],
  ["Boutros", "بطرس"],
  ["Fouad", "فؤاد"],
  ["Mo'men", "مؤمن"],
  ["Chahine", "شاهين"],
  ["Charbel", "شربل"],
  ["El Masry", "المصري"],
  ["Gaafar", "جعفر"],
  ["Kadhim", "كاظم"],
  ["Wafaa", "وفاء"],
  ["Mu'ath", "معاذ"],
  ["Rachida", "رشيدة"],
  ["Jumblatt", "جنبلاط"],
  ["Amro", "عمرو"],
  ["Shaukat", "شوكت"],
  ["Javaid", "جاويد"],
  ["Siddiqui", "صديقي"],
  ["Quraishi", "قريشي"],
  ["Lakshmi", "لاكشمي"],
  ["Varghese", "فارغيز"],
  ["Moideen", "Mohideen"],
  ["Noushad", "نوشاد"],
  ["Dela Cruz", "ديلا كروز"],
  ["De Guzman", "دي غوزمان"],
  ["Villanueva", "فيلانويفا"],
  ["Rosario", "روزاريو"],
  ["Michael", "مايكل"],
  ["Ras Al Khor", "رأس الخور"],
  ["Nad Al Hamar", "ند الحمر"],
  ["Nadd Al Shiba", "ند الشبا"],
  ["Mirdiff", "مردف"],
  ["Oud Metha", "عود ميثاء"],
  ["Um Hurair", "أم هرير"],
  ["Al Jadaf", "الجداف"],
  ["Al Mamzar", "الممزر"],
  ["Khawanij", "الخوانيج"],
  ["Za'abeel", "زعبيل"],
  ["Al Daghaya", "الضغاية"],
  ["Al Muraqqabat", "المرقبات"],
  ["Bur Dubai", "بر دبي"],
  ["Hor Al Anz", "هور العنز"],
  ["Saih Shuaib", "سيح شعيب"],
  ["Al Taawun", "التعاون"],
  ["Lootah", "لوتاه"],
  ["Al Naboodah", "النابودة"],
  ["Khansaheb", "خانصاحب"],
  ["Binghatti", "بن غاطي"],
  ["Al Serkal", "السركال"],
  ["Damac Hills", "داماك هيلز"],
] as const;

describe("search by sound", () => {
  it.each(["Yusuf", "يوسف"])("finds records of every kind by %s", async (typed) => {
    const found = await searchEverything(officeCtx(database.db), typed);
    expect(Object.entries(found).filter(([, hits]) => hits.length === 0)).toEqual([]);
    expect(found.inbox).toHaveLength(2);
  });

  it.each(["يوسف المكتوم", "المكتوم يوسف", "Al Maktum", "Yousef المكتوم", "yousef al-maktoum"])(
    "finds bookings, customers and conversations by %s",
    async (search) => {
      const ctx = officeCtx(database.db);
      const [{ bookings }, { customers }, { conversations }] = await Promise.all([
        listBookings(ctx, { search, limit: 10 }),
        listCustomers(ctx, { search, limit: 10 }),
        listConversations(ctx, { search, limit: 10 }),
      ]);
      expect(bookings.length).toBeGreaterThan(0);
      expect(new Set(customers.map(({ name }) => name))).toEqual(new Set(["Yousef Al Maktoum"]));
      expect(conversations).toHaveLength(2);
    },
  );

  it("finds addresses by the other script and requires each word", async () => {
    const ctx = officeCtx(database.db);
    await book(ctx, {
      customerName: "Rania Aziz",
      email: "rania@example.com",
      phone: "+971501234999",
      addressParts: {
        street: "Date Street 7",
        buildingName: "",
        unitNumber: "",
        area: "Al Karama",
        landmark: "",
      },
    });
    const namesOf = async (search: string) =>
      (await listBookings(ctx, { search, limit: 10 })).bookings.map(({ customerName }) => customerName);
    expect(await namesOf("الكرامة")).toEqual(["Rania Aziz"]);
    expect(await namesOf("رانيا karamah")).toEqual(["Rania Aziz"]);
    expect(await namesOf("يوسف karamah")).toEqual([]);
    const { customers } = await listCustomers(ctx, { search: "الكرامة", limit: 10 });
    expect(customers).toMatchObject([{ name: "Rania Aziz" }]);
  });

  it("puts names that are spelled as typed first", async () => {
    const ctx = officeCtx(database.db);
    await addCustomer(ctx, { name: "Mohamed Saleh", email: "first@example.com" });
    await addCustomer(ctx, { name: "Muhammad Saleh", email: "second@example.com" });
    await addCustomer(ctx, { name: "محمد صالح", email: "third@example.com" });
    for (const name of ["Mohamed Saleh", "Muhammad Saleh", "محمد صالح"]) {
      const { customers } = await searchEverything(ctx, name);
      expect(customers).toHaveLength(3);
      expect(customers[0]).toMatchObject({ name });
    }
  });

  it("finds customers by the other spelling or script of names, places and companies", async () => {
    const ctx = officeCtx(database.db);
    for (const [index, pair] of spellings.entries())
      for (const [side, name] of pair.entries())
        await addCustomer(ctx, { name, email: `spelling-${index}-${side}@example.com` });
    const missed: string[] = [];
    const surplus: string[] = [];
    for (const pair of spellings)
      for (const [side, search] of pair.entries()) {
        const { customers } = await listCustomers(ctx, { search, limit: 100 });
        const names = customers.map(({ name }) => name);
        if (!names.includes(pair[1 - side]!)) missed.push(`${search} → ${pair[1 - side]}`);
        const others = names.filter((name) => !pair.some((one) => one === name));
        surplus.push(...others.map((name) => `${search} → ${name}`));
      }
    expect(missed).toEqual([]);
    expect(surplus).toEqual([]);
  });
});
