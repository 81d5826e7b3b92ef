import { useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { languageLabel } from "~/platform/locale/language-names";
import { bidiIsolate, type Locale } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { ContactActions } from "~/ui/contact-actions";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { ReadingLanguage } from "../../../core/customers/components/reading-language";
import { limits } from "../../../core/forms/schema";
import { duplicatesOf, useChangeLanguage, useEditCustomer } from "../admin-client";
import type { CustomerDetail, DuplicateCustomer } from "../views";
import { DuplicateList, MergeDialog } from "./duplicate-customers";

/** Phone, email and contact buttons of a customer. */
export function CustomerContact({ customer }: { customer: CustomerDetail }) {
  const { greeting, phone, email, language, contractCount } = customer;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {phone && <span className="figures block">{formatPhone(phone)}</span>}
        {email && <span className="block break-all">{email}</span>}
        <ReadingLanguage language={language} />
        {contractCount > 0 && (
          <span className="figures block text-xs">{m.customers_contracts({ count: contractCount })}</span>
        )}
      </p>
      {customer.emailUndeliverable && (
        <p className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          {m.customers_email_undeliverable()}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ContactActions phone={phone} email={email} whatsappText={greeting} />
      </div>
    </div>
  );
}

/** Form to correct the contact. */
export function CustomerContactForm({
  customer,
  onClose,
}: {
  customer: CustomerDetail;
  onClose: () => void;
}) {
  const { name, phone, email, account } = customer;
  const [merging, setMerging] = useState<DuplicateCustomer | null>(null);
  const edit = useEditCustomer();
  const form = useForm({
    initialValues: {
      name,
      phone: phone ? formatPhone(phone) : "",
      email: email ?? "",
      allowDuplicate: false,
    },
    send: (typed) => edit.mutateAsync({ id: customer.id, version: customer.version, ...typed }),
    onDone: ({ customer: { name } }) =>
      passingNotices.show({ title: m.customers_edited({ name: bidiIsolate(name) }), tone: "success" }),
    next: onClose,
  });
  const duplicates = duplicatesOf(form.refusal);
  return (
    <>
      <EditForm
        label={m.customers_edit()}
        submit={m.admin_save()}
        form={duplicates ? { ...form, refusal: null } : form}
        onClose={onClose}
      >
        <TextField
          label={m.admin_person_name()}
          hint={m.customers_edit_hint()}
          required
          autoFocus
          maxLength={limits.name}
          autoComplete="off"
          {...form.field("name")}
        />
        <TextField
          label={m.admin_person_phone()}
          type="tel"
          inputMode="tel"
          maxLength={30}
          autoComplete="off"
          {...form.field("phone")}
        />
        <TextField
          label={m.admin_person_email()}
          hint={account && m.customers_edit_account_email()}
          disabled={account}
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          {...form.field("email")}
        />
        {duplicates && (
          <div role="alert" className="flex flex-col gap-3 rounded bg-brass-soft p-3 text-sm text-brass-text">
            <p className="font-medium">{m.customers_error_duplicate()}</p>
            <DuplicateList duplicates={duplicates} onMerge={setMerging} />
            <Button
              size="small"
              tone="quiet"
              className="self-start"
              type="submit"
              disabled={form.pending}
              onClick={() => flushSync(() => form.set({ allowDuplicate: true }))}
            >
              {m.customers_edit_anyway()}
            </Button>
          </div>
        )}
      </EditForm>
      <MergeDialog
        kept={customer}
        merged={merging}
        onClose={() => {
          setMerging(null);
          // The other record may have changed; saving checks again.
          form.clearRefusal();
        }}
      />
    </>
  );
}

/** Form to choose the language of later messages and documents. */
export function CustomerLanguageForm({
  customer,
  languages,
  onClose,
}: {
  customer: CustomerDetail;
  languages: readonly Locale[];
  onClose: () => void;
}) {
  const { id, version, name, language } = customer;
  const change = useChangeLanguage();
  const form = useForm({
    initialValues: { language: language as Locale },
    send: (typed) => change.mutateAsync({ id, version, ...typed }),
    onDone: () =>
      passingNotices.show({ title: m.customers_edited({ name: bidiIsolate(name) }), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.customers_language_edit()} submit={m.admin_save()} form={form} onClose={onClose}>
      <Select
        label={m.account_language()}
        hint={m.customers_language_hint()}
        autoFocus
        {...form.field("language")}
      >
        {[...new Set([...languages, form.values.language])].map((locale) => (
          <option key={locale} value={locale}>
            {languageLabel(locale)}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}
