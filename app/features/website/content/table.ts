import type { Generated } from "kysely";
import type { CertificateKind } from "./content-entry";
import type { ServiceCategory } from "./views";

interface ServicePageRow {
  service_id: string;
  category: ServiceCategory;
  headline: string;
  introduction: string;
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  not_included: Generated<string[]>;
  package_id: string | null;
  version: Generated<number>;
}

interface ServiceJobRow {
  id: Generated<string>;
  service_id: string;
  position: number;
  title: string;
  price_item: string;
  quantity: Generated<number>;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface ServiceStepRow {
  service_id: string;
  position: number;
  title: string;
  body: string;
}

interface ServiceFaqRow {
  id: Generated<string>;
  service_id: string;
  position: number;
  question: string;
  answer: string;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface TestimonialRow {
  id: Generated<string>;
  quote: string;
  client_name: string;
  role: string;
  photo_id: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface PortfolioItemRow {
  id: Generated<string>;
  service_id: string;
  title: string;
  area: string;
  summary: string;
  duration: string;
  drawing: string | null;
  before_file_id: string | null;
  after_file_id: string | null;
  booking_id: string | null;
  consent: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface CompanyCertificateRow {
  id: Generated<string>;
  kind: CertificateKind;
  title: string;
  issuer: Generated<string>;
  number: Generated<string>;
  /** Dubai day. */
  expires_on: string | null;
  file_id: string | null;
  position: number;
  published: Generated<boolean>;
  version: Generated<number>;
}

interface CertificateWarningRow {
  certificate_id: string;
  /** Dubai day. */
  expires_on: string;
  days_before: number;
}

declare module "~/platform/database/tables" {
  interface Tables {
    service_pages: ServicePageRow;
    service_jobs: ServiceJobRow;
    service_steps: ServiceStepRow;
    service_faqs: ServiceFaqRow;
    testimonials: TestimonialRow;
    portfolio_items: PortfolioItemRow;
    company_certificates: CompanyCertificateRow;
    company_certificate_warnings: CertificateWarningRow;
  }
}
