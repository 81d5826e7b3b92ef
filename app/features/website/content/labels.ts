import { m } from "~/paraglide/messages";
import type { CertificateKind, Drawing } from "./content-entry";
import type { ServiceCategory } from "./views";

const certificateKindLabels: Record<CertificateKind, () => string> = {
  licence: m.website_certificate_licence,
  insurance: m.website_certificate_insurance,
  iso: m.website_certificate_iso,
  other: m.website_certificate_other,
};

export function labelForCertificateKind(kind: CertificateKind): string {
  return certificateKindLabels[kind]();
}

const drawings: Record<Drawing, () => string> = {
  "painted-room": m.website_drawing_painted,
  "cooled-bedroom": m.website_drawing_cooled,
  "distribution-board": m.website_drawing_board,
  washbasin: m.website_drawing_washbasin,
  "tiled-floor": m.website_drawing_tiled,
  "built-in-shelves": m.website_drawing_shelves,
  "repaired-room": m.website_drawing_repaired,
  "mounted-screen": m.website_drawing_screen,
};

export function labelForDrawing(drawing: Drawing): string {
  return drawings[drawing]();
}

const categories: Record<ServiceCategory, () => string> = {
  systems: m.content_category_systems,
  finishes: m.content_category_finishes,
  upkeep: m.content_category_upkeep,
  emergency: m.content_category_emergency,
};

export function labelForCategory(category: ServiceCategory): string {
  return categories[category]();
}
