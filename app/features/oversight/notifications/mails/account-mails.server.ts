import { readSignInCode } from "~/platform/auth/sign-in-code.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import type { Message } from "~/platform/messaging/message";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { type Business, getBusiness } from "../../../core/business/queries.server";
import type { LinkPurpose } from "../../../people/accounts/account";
import { linkUrl, makeLink } from "../../../people/accounts/links.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import {
  accountAlreadyExists,
  confirmEmail,
  confirmNewEmail,
  emailChanged,
  emailChangeRequested,
  passwordChanged,
  resetPassword,
  signInCode,
  staffInvitation,
  twoFactorChanged,
} from "../templates/account";

/*
 * Only the worker writes emails with a sign-in link. The link is created in the transaction that queues the
 * email, so that the response time does not reveal whether an account exists.
 */

export const confirmAtSignUp = accountMail<"account.signed-up">("account-confirm", confirmationMail);

export const resendConfirmation = accountMail<"account.confirmation-requested">(
  "account-confirm",
  async (at, user) => (user.confirmed ? null : confirmationMail(at, user)),
);

/** Goes to the owner of the address, who may not be the person who entered it. */
export const notifyOfRepeatedSignUp = accountMail<"account.sign-up-repeated">(
  "account-exists",
  async (at, user) =>
    user.confirmed
      ? { recipient: user.email, message: accountAlreadyExists({ ...at, ...user }) }
      : confirmationMail(at, user),
);

export const sendPasswordReset = accountMail<"account.reset-requested">(
  "account-reset",
  async (at, user) => ({
    recipient: user.email,
    message: resetPassword({ ...at, ...user, url: await newLink(at, "reset-password", user) }),
    secret: true,
  }),
);

/** Accounts with an unconfirmed email must confirm it first, because their creator is unknown. */
export const sendSignInCode = accountMail<"account.code-requested">("account-code", async (at, user) => {
  if (!user.confirmed) return confirmationMail(at, user);
  const code = await readSignInCode(at.ctx, at.config, user.email);
  if (!code) return null;
  return { recipient: user.email, message: signInCode({ ...at, ...user, code }), secret: true };
});

export const inviteStaff = accountMail<"staff.invited">("staff-invitation", async (at, user) =>
  user.confirmed
    ? null
    : {
        recipient: user.email,
        message: staffInvitation({ ...at, ...user, url: await newLink(at, "invitation", user) }),
        secret: true,
      },
);

export const notifyOfPasswordChange = accountMail<"account.password-changed">(
  "account-password-changed",
  async (at, user) => ({ recipient: user.email, message: passwordChanged({ ...at, ...user }) }),
);

export const notifyOfTwoFactorChange = accountMail<"account.two-factor-changed">(
  "account-two-factor-changed",
  async (at, user, { data }) => ({
    recipient: user.email,
    message: twoFactorChanged({ ...at, ...user, on: data.on }),
  }),
);

/**
 * Goes to the new address unless it belongs to another account, because its owner did not request the change.
 */
export const confirmEmailChange = accountMail<"account.email-change-requested">(
  "account-email-confirm",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link) return null;
    const existingUser = await at.ctx.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", link.email)
      .executeTakeFirst();
    if (existingUser) return null;
    const url = linkUrl(at.config, { purpose: "change-email", id: data.linkId });
    return { recipient: link.email, message: confirmNewEmail({ ...at, ...user, url }), secret: true };
  },
);

export const notifyOfEmailChangeRequest = accountMail<"account.email-change-requested">(
  "account-email-change-asked",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link?.previousEmail) return null;
    return {
      recipient: link.previousEmail,
      message: emailChangeRequested({ ...at, ...user, newEmail: link.email }),
    };
  },
);

export const notifyOfEmailChange = accountMail<"account.email-changed">(
  "account-email-changed",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link?.previousEmail) return null;
    return {
      recipient: link.previousEmail,
      message: emailChanged({ ...at, ...user, newEmail: link.email }),
    };
  },
);

type AccountEvent = Extract<EventType, `account.${string}` | "staff.invited">;

interface At {
  ctx: Ctx;
  config: Config;
  business: Business;
}

interface User {
  id: string;
  name: string;
  email: string;
  confirmed: boolean;
}

interface AccountMail {
  recipient: string;
  message: Message;
  secret?: boolean;
}

/** `kind` names the reaction and its email. Sends nothing if the account does not exist. */
function accountMail<Type extends AccountEvent>(
  kind: string,
  write: (at: At, user: User, event: RecordedEvent<Type>) => Promise<AccountMail | null>,
): Reaction<Type> {
  return {
    name: kind,
    run: async function sendAccountMail(ctx, event, { config }) {
      const user = await findUser(ctx, event.subjectId);
      if (!user) return;
      const business = await getBusiness(ctx);
      await inLocale(await localeOfRecipient(ctx, user.email), async () => {
        const mail = await write({ ctx, config, business }, user, event);
        if (!mail) return;
        await queueEmail(ctx, {
          ...mail,
          kind,
          trailId: event.id,
          replyTo: business.officeEmail,
          sender: business,
        });
      });
    },
  };
}

async function confirmationMail(at: At, user: User): Promise<AccountMail> {
  return {
    recipient: user.email,
    message: confirmEmail({ ...at, ...user, url: await newLink(at, "confirm-email", user) }),
    secret: true,
  };
}

async function newLink({ ctx, config }: At, purpose: LinkPurpose, user: User): Promise<string> {
  const id = await makeLink(ctx, { purpose, userId: user.id, email: user.email });
  const url = linkUrl(config, { purpose, id });
  // The linked form asks for the password only.
  return purpose === "confirm-email" ? `${url}&email=${encodeURIComponent(user.email)}` : url;
}

async function findUser(ctx: Ctx, id: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom("users")
    .select(["id", "name", "email", "emailVerified"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, name: row.name, email: row.email, confirmed: row.emailVerified } : null;
}

function findLink(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom("accountLinks")
    .select(["email", "previousEmail"])
    .where("id", "=", id)
    .executeTakeFirst();
}
