import { personalDataOfAccess } from "./features/access/personal-data.server";
import { personalDataOfAccounts } from "./features/accounts/personal-data.server";
import { personalDataOfApiAccess } from "./features/api-access/personal-data.server";
import { personalDataOfBookings } from "./features/bookings/personal-data.server";
import { personalDataOfContact } from "./features/contact/personal-data.server";
import { personalDataOfContent } from "./features/content/personal-data.server";
import { personalDataOfCustomers } from "./features/customers/personal-data.server";
import { personalDataOfImports } from "./features/imports/personal-data.server";
import { personalDataOfInvoices } from "./features/invoices/personal-data.server";
import { personalDataOfLedger } from "./features/ledger/personal-data.server";
import { personalDataOfNotifications } from "./features/notifications/personal-data.server";
import { personalDataOfContracts } from "./features/packages/personal-data.server";
import { personalDataOfPayments } from "./features/payments/personal-data.server";
import { personalDataOfQuotes } from "./features/quotes/personal-data.server";
import { personalDataOfRecurringBookings } from "./features/recurring-bookings/personal-data.server";
import { personalDataOfReviews } from "./features/reviews/personal-data.server";
import { personalDataOfScheduling } from "./features/scheduling/personal-data.server";
import { personalDataOfField } from "./features/technician-app/personal-data.server";
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
  personalDataOfField,
  personalDataOfAccess,
  personalDataOfContact,
  personalDataOfLedger,
  personalDataOfPayments,
  personalDataOfInvoices,
  personalDataOfQuotes,
  personalDataOfContracts,
  personalDataOfBookings,
  personalDataOfScheduling,
  personalDataOfCustomers,
  personalDataOfAccounts,
  personalDataOfNotifications,
];
