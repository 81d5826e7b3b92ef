import { m } from "~/paraglide/messages";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import type { MailContent, Message } from "~/platform/messaging/message";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import type { Business } from "../../../core/business/queries.server";

interface AccountEmail {
  name: string;
  email: string;
  business: Business;
  config: { publicUrl: string };
}

type WithLink = AccountEmail & { url: string };

export function confirmEmail(context: WithLink): Message {
  return accountMail(context, {
    subject: m.mail_confirm_email_subject({ business: bidiIsolate(context.business.name) }),
    preview: m.mail_confirm_email_preview(),
    heading: m.mail_confirm_email_heading(),
    paragraphs: [m.mail_confirm_email({ business: bidiIsolate(context.business.name) })],
    button: { label: m.mail_confirm_email_button(), href: context.url },
    links: [
      { label: m.mail_forgot_password(), href: context.config.publicUrl + localPath("/auth?mode=forgot") },
    ],
    after: [m.mail_confirm_email_expiry(), m.mail_not_you_ignore()],
  });
}

export function staffInvitation(context: WithLink): Message {
  const business = context.business.name;
  return accountMail(context, {
    subject: m.mail_staff_invitation_subject({ business: bidiIsolate(business) }),
    preview: m.mail_staff_invitation_preview(),
    heading: m.mail_staff_invitation_heading(),
    paragraphs: [m.mail_staff_invitation({ business: bidiIsolate(business) })],
    button: { label: m.mail_invitation_button(), href: context.url },
    links: [{ label: m.mail_staff_invitation_page(), href: context.config.publicUrl + localPath("/admin") }],
    after: [m.mail_invitation_expiry(), m.mail_not_you_ignore()],
  });
}

export function accountAlreadyExists(context: AccountEmail): Message {
  const { business, config } = context;
  return accountMail(context, {
    subject: m.mail_account_exists_subject({ business: bidiIsolate(business.name) }),
    preview: m.mail_account_exists_preview(),
    heading: m.mail_account_exists_heading(),
    paragraphs: [m.mail_account_exists()],
    button: { label: m.mail_sign_in(), href: config.publicUrl + localPath("/auth") },
    links: [{ label: m.mail_forgot_password(), href: config.publicUrl + localPath("/auth?mode=forgot") }],
    after: [m.mail_not_you_ignore()],
  });
}

export function resetPassword(context: WithLink): Message {
  return accountMail(context, {
    subject: m.mail_reset_subject({ business: bidiIsolate(context.business.name) }),
    preview: m.mail_reset_preview(),
    heading: m.mail_reset_heading(),
    paragraphs: [m.mail_reset()],
    button: { label: m.mail_reset_button(), href: context.url },
    after: [m.mail_reset_expiry(), m.mail_not_you_ignore()],
  });
}

export function signInCode(context: AccountEmail & { code: string }): Message {
  const { business, code, config } = context;
  return accountMail(context, {
    subject: m.mail_code_subject({ code, business: bidiIsolate(business.name) }),
    preview: m.mail_code_expiry(),
    heading: m.mail_code_heading({ code }),
    paragraphs: [m.mail_code()],
    button: { label: m.mail_code_button(), href: `${config.publicUrl}${localPath("/auth?mode=code")}` },
    after: [m.mail_code_expiry(), m.mail_not_you_ignore()],
  });
}

export function passwordChanged(context: AccountEmail): Message {
  return accountMail(context, {
    subject: m.mail_password_changed_subject({ business: bidiIsolate(context.business.name) }),
    preview: m.mail_password_changed_preview(),
    heading: m.mail_password_changed_heading(),
    paragraphs: [m.mail_password_changed()],
    button: { label: m.mail_sign_in(), href: context.config.publicUrl + localPath("/auth") },
    after: [notYou(context)],
  });
}

export function twoFactorChanged(context: AccountEmail & { on: boolean }): Message {
  const { on } = context;
  const heading = on ? m.mail_two_factor_on_heading() : m.mail_two_factor_off_heading();
  return accountMail(context, {
    subject: heading,
    preview: on ? m.mail_two_factor_on() : m.mail_two_factor_off(),
    heading,
    paragraphs: [on ? m.mail_two_factor_on() : m.mail_two_factor_off()],
    button: { label: m.mail_open_settings(), href: context.config.publicUrl + localPath("/user-settings") },
    after: [notYou(context)],
  });
}

/** Goes to the new address. */
export function confirmNewEmail(context: WithLink): Message {
  return accountMail(context, {
    subject: m.mail_new_email_subject({ business: bidiIsolate(context.business.name) }),
    preview: m.mail_new_email_preview(),
    heading: m.mail_new_email_heading(),
    paragraphs: [m.mail_new_email({ business: bidiIsolate(context.business.name) })],
    button: { label: m.mail_new_email_button(), href: context.url },
    after: [m.mail_new_email_expiry(), m.mail_not_you_ignore()],
  });
}

/** Goes to the current address before the change. */
export function emailChangeRequested(context: AccountEmail & { newEmail: string }): Message {
  return accountMail(context, {
    subject: m.mail_email_change_requested_subject(),
    preview: m.mail_email_change_requested_preview(),
    heading: m.mail_email_change_requested_heading(),
    paragraphs: [m.mail_email_change_requested({ email: context.newEmail })],
    button: { label: m.mail_open_settings(), href: context.config.publicUrl + localPath("/user-settings") },
    after: [notYou(context)],
  });
}

/** Goes to the former address. */
export function emailChanged(context: AccountEmail & { newEmail: string }): Message {
  return accountMail(context, {
    subject: m.mail_email_changed_subject(),
    preview: m.mail_email_changed_preview(),
    heading: m.mail_email_changed_heading(),
    paragraphs: [m.mail_email_changed({ email: context.newEmail })],
    button: { label: m.mail_open_settings(), href: context.config.publicUrl + localPath("/user-settings") },
    after: [notYou(context)],
  });
}

/** Goes to the former account owner. */
export function accountDeleted({ name, business }: Pick<AccountEmail, "name" | "business">): Message {
  return accountMail(
    { name },
    {
      subject: m.mail_account_deleted_subject({ business: bidiIsolate(business.name) }),
      preview: m.mail_account_deleted_preview(),
      heading: m.mail_account_deleted_heading(),
      paragraphs: [m.mail_account_deleted(), m.mail_account_deleted_last()],
      button: business.phone
        ? {
            label: m.mail_account_deleted_call({ phone: formatPhone(business.phone) }),
            href: callHref(business.phone),
          }
        : null,
      after: [],
    },
  );
}

function accountMail(
  { name }: Pick<AccountEmail, "name">,
  { subject, ...rest }: { subject: string } & Omit<MailContent, "tone" | "facts">,
): Message {
  return {
    subject,
    content: {
      tone: "normal",
      facts: [],
      ...rest,
      paragraphs: [m.mail_dear({ name: bidiIsolate(name) }), ...rest.paragraphs],
    },
  };
}

function notYou({ business }: AccountEmail): string {
  return m.mail_not_you_call({ phone: formatPhone(business.phone) });
}
