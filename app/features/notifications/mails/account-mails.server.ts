import { readSignInCode } from "~/platform/auth/sign-in-code.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { RecordedEvent, Reaction } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import type { LinkPurpose } from "../../accounts/account";
import { linkUrl, makeLink } from "../../accounts/links.server";
import { type Business, getBusiness } from "../../business/queries.server";
import type { Message } from "../email/email";
import { queueEmail } from "../email/queue-email.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import {
  confirmEmail,
  confirmNewEmail,
  emailChangeAsked,
  emailChanged,
  hasAccountAlready,
  passwordChanged,
  resetPassword,
  signInCode,
  staffInvitation,
  twoFactorChanged,
} from "../templates/account";

/*
 * The mails about an account. Those with a link that opens it are written and sent by the worker alone: the link is made
 * here, in the transaction that queues the mail, so that who asked for it waits for nothing that tells of the account.
 */

export const confirmAtSignUp = accountMail<"account.signed-up">("account-confirm", askToConfirm);

export const confirmOnceMore = accountMail<"account.confirmation-asked">(
  "account-confirm",
  async (at, user) => (user.confirmed ? null : askToConfirm(at, user)),
);

/** To the owner of the address, whoever typed it. */
export const notifyOfRepeatedSignUp = accountMail<"account.sign-up-repeated">(
  "account-exists",
  async (at, user) =>
    user.confirmed
      ? { recipient: user.email, message: hasAccountAlready({ ...at, ...user }) }
      : askToConfirm(at, user),
);

export const sendPasswordReset = accountMail<"account.reset-asked">("account-reset", async (at, user) => ({
  recipient: user.email,
  message: resetPassword({ ...at, ...user, url: await newLink(at, "reset-password", user) }),
  secret: true,
}));

/** The code that signs in. Who never confirmed the email is asked to do that first: nobody knows who made the account. */
export const sendSignInCode = accountMail<"account.code-asked">("account-code", async (at, user) => {
  if (!user.confirmed) return askToConfirm(at, user);
  const code = await readSignInCode(at.ctx, at.config, user.email);
  if (!code) return null;
  return { recipient: user.email, message: signInCode({ ...at, ...user, code }), secret: true };
});

/** To somebody who is to work in the office, unless they have chosen a password by now. */
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

/** To the new address, unless it has an account of its own: whoever has that one did not ask for this. */
export const confirmEmailChange = accountMail<"account.email-change-asked">(
  "account-email-confirm",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link) return null;
    const taken = await at.ctx.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", link.email)
      .executeTakeFirst();
    if (taken) return null;
    const url = linkUrl(at.config, { purpose: "change-email", id: data.linkId });
    return { recipient: link.email, message: confirmNewEmail({ ...at, ...user, url }), secret: true };
  },
);

export const notifyOfEmailChangeAsked = accountMail<"account.email-change-asked">(
  "account-email-change-asked",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link?.previous_email) return null;
    return {
      recipient: link.previous_email,
      message: emailChangeAsked({ ...at, ...user, newEmail: link.email }),
    };
  },
);

export const notifyOfEmailChange = accountMail<"account.email-changed">(
  "account-email-changed",
  async (at, user, { data }) => {
    const link = await findLink(at.ctx, data.linkId);
    if (!link?.previous_email) return null;
    return {
      recipient: link.previous_email,
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

/** `kind` names the reaction as well as its mail. Nothing is written to an account that is not, or no longer, there. */
function accountMail<Type extends AccountEvent>(
  kind: string,
  write: (at: At, user: User, event: RecordedEvent<Type>) => Promise<AccountMail | null>,
): Reaction<Type> {
  return {
    name: kind,
    async run(ctx, event, { config }) {
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
          business,
        });
      });
    },
  };
}

async function askToConfirm(at: At, user: User): Promise<AccountMail> {
  return {
    recipient: user.email,
    message: confirmEmail({ ...at, ...user, url: await newLink(at, "confirm-email", user) }),
    secret: true,
  };
}

async function newLink({ ctx, config }: At, purpose: LinkPurpose, user: User): Promise<string> {
  const id = await makeLink(ctx, { purpose, userId: user.id, email: user.email });
  const url = linkUrl(config, { purpose, id });
  // The form that it opens is asked for the password alone.
  return purpose === "confirm-email" ? `${url}&email=${encodeURIComponent(user.email)}` : url;
}

async function findUser(ctx: Ctx, id: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom("users")
    .select(["id", "name", "email", "email_verified"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, name: row.name, email: row.email, confirmed: row.email_verified } : null;
}

function findLink(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom("account_links")
    .select(["email", "previous_email"])
    .where("id", "=", id)
    .executeTakeFirst();
}
