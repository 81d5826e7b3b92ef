import { labelForAccount } from "../labels";
import { type Account, accounts } from "../ledger";

/** Code and name of an account. */
export function accountTitle(account: Account): string {
  return `${accounts[account].code} ${labelForAccount(account)}`;
}
