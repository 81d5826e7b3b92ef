/** Names that residents shorten, in lower case and without the text in brackets. */
const shortNames: Readonly<Record<string, string>> = {
  "barsha heights": "Tecom",
  "dubai creek harbour": "Creek Harbour",
  "dubai hills estate": "Dubai Hills",
  "dubai international city": "International City",
  "dubai international financial centre": "DIFC",
  "dubai investment park": "DIP",
  "dubai investments park": "DIP",
  "dubai production city": "IMPZ",
  "dubai silicon oasis": "DSO",
  "dubai sports city": "Sports City",
  "jumeirah beach residence": "JBR",
  "jumeirah lake towers": "JLT",
  "jumeirah lakes towers": "JLT",
  "jumeirah village circle": "JVC",
  "jumeirah village triangle": "JVT",
  "mohammed bin rashid city": "MBR City",
  "أبراج بحيرات جميرا": "جي إل تي",
  "جميرا بيتش ريزيدنس": "جي بي آر",
  "قرية جميرا الدائرية": "جي في سي",
  "مثلث قرية جميرا": "جي في تي",
  "واحة دبي للسيليكون": "واحة السيليكون",
};

/** "JLT" for "Jumeirah Lakes Towers": area for cells of a table, whose title is the full name. */
export function shortAreaName(area: string): string {
  const name = area.replace(/\s*\(.*\)$/, "").toLowerCase();
  return shortNames[name] ?? area;
}
