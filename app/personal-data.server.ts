import { personalDataOfCustomers } from "./features/core/customers/personal-data.server";
import { personalDataOfContracts } from "./features/core/packages/personal-data.server";
import { personalDataOfProperties } from "./features/core/properties/personal-data.server";
import { personalDataOfAcceptances } from "./features/finance/contracts/personal-data.server";
import { personalDataOfInvoices } from "./features/finance/invoices/personal-data.server";
import { personalDataOfLedger } from "./features/finance/ledger/personal-data.server";
import { personalDataOfPayments } from "./features/finance/payments/personal-data.server";
import { personalDataOfQuotes } from "./features/finance/quotes/personal-data.server";
import { personalDataOfAccess } from "./features/operations/access/personal-data.server";
import { personalDataOfBookings } from "./features/operations/bookings/personal-data.server";
import { personalDataOfImports } from "./features/operations/imports/personal-data.server";
import { personalDataOfRecurringBookings } from "./features/operations/recurring-bookings/personal-data.server";
import { personalDataOfReviews } from "./features/operations/reviews/personal-data.server";
import { personalDataOfScheduling } from "./features/operations/scheduling/personal-data.server";
import { personalDataOfTechnicianApp } from "./features/operations/technician-app/personal-data.server";
import { personalDataOfNotifications } from "./features/oversight/notifications/personal-data.server";
import { personalDataOfAccounts } from "./features/people/accounts/personal-data.server";
import { personalDataOfApiAccess } from "./features/people/api-access/personal-data.server";
import { personalDataOfInbox } from "./features/people/inbox/personal-data.server";
import { personalDataOfContact } from "./features/website/contact/personal-data.server";
import { personalDataOfContent } from "./features/website/content/personal-data.server";
import { operationalPersonalData } from "./platform/operational-personal-data.server";
import type { PersonalData } from "./platform/personal-data.server";

/**
 * All personal data of the product. Dependent records come first, which is the order of erasure and of
 * merging customers. The export uses the reverse order, from the account on.
 */
export const personalData: readonly PersonalData[] = [
  operationalPersonalData,
  personalDataOfApiAccess,
  personalDataOfImports,
  personalDataOfReviews,
  personalDataOfRecurringBookings,
  personalDataOfContent,
  personalDataOfTechnicianApp,
  personalDataOfAccess,
  personalDataOfInbox,
  personalDataOfContact,
  personalDataOfLedger,
  personalDataOfPayments,
  personalDataOfInvoices,
  personalDataOfQuotes,
  personalDataOfAcceptances,
  personalDataOfContracts,
  personalDataOfBookings,
  personalDataOfScheduling,
  personalDataOfProperties,
  personalDataOfCustomers,
  personalDataOfAccounts,
  personalDataOfNotifications,
];
