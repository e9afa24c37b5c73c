import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { putFormBody } from '#contract/documents/public-forms.ts';
import { mustHaveBenefit } from '#core/plan/benefit.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { checkFormPlaceholders, type FormPlaceholder } from '#core/form/form-values.ts';
import { fold } from '#core/language/fold.ts';
import { cleanTitle } from '#core/document/title.ts';
import { plainText } from '#core/field/values/plain-text.ts';
import { blankToEmpty, isBlank } from '#core/language/visible.ts';
import { placeholderNames } from '#core/template/placeholders.ts';
import { castRoles, roleNeedsCode } from '#core/template/roles.ts';
import { missingSenderValues, refuseMissingValues } from '#core/template/sender-values.ts';
import { hashAccessCode } from '../../foundation/crypto/access-code.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import { lockPlanUsage } from '../../records/plan-store.ts';
import { fitFor } from '../../ports/pdf-engine.ts';
import type { PublicFormsDeps } from './deps.ts';
import { checkPrefilled } from '../draft/check-prefilled.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { notFound } from '../templates/create-template.ts';
import { lockTemplate } from '../templates/template-store.ts';
import { readThanks } from './read-thanks.ts';
import { lockForm, saveForm, type PublicForm } from './form-store.ts';

/** Replaces the visitor and the people they name while everything else is checked for completeness. */
const somebody = { email: 'somebody@example.org', name: 'Somebody' };

/**
 * Opens a form for a template, or changes it and keeps its link. Its documents are sent in the name of the
 * member who last changed it. An open form with prefilled values that do not fit in its formats is refused,
 * because its visitors would confirm their address in vain.
 */
export async function putForm(
  services: Pick<PublicFormsDeps, 'db' | 'clock' | 'plans' | 'pdf'>,
  owner: Owner,
  templateId: string,
  asked: z.output<typeof putFormBody>,
): Promise<PublicForm | Refusal> {
  const thanks = asked.thanks && readThanks({ ...asked.thanks, text: cleanMessage(asked.thanks.text) });
  if (isRefusal(thanks)) return thanks;
  // Outside the transaction, because hashing is slow.
  const code = typeof asked.code === 'string' ? await hashAccessCode(asked.code) : asked.code;
  if (isRefusal(code)) return code;
  return inTransaction(services.db, async (tx) => {
    const lacking = mustHaveBenefit(await lockPlanUsage(tx, owner.accountId, services), 'documentTemplates');
    if (lacking) return lacking;
    const template = await lockTemplate(tx, owner.accountId, templateId);
    if (!template) return notFound;
    if (!template.file) return withoutFile;
    const byVisitor = [asked.visitorRole, ...asked.namedByVisitor];
    if (new Set(byVisitor).size < byVisitor.length) return namedTwice;
    const cast = castRoles(template.roles, [
      ...asked.people,
      ...byVisitor.map((roleId) => ({ roleId, ...somebody })),
    ]);
    if (isRefusal(cast)) return cast;
    const codeless = template.roles.find(({ settings }) => settings?.accessCodeRequired);
    if (codeless) return roleNeedsCode(codeless.name);
    const missing = asked.on ? missingSenderValues(template.fields) : [];
    if (missing.length > 0) return refuseMissingValues(missing);
    const visitor = cast.find(({ role }) => role.id === asked.visitorRole);
    if (visitor?.role.role !== 'signer' && visitor?.role.role !== 'approver') return mustAct;
    const key = { accountId: owner.accountId, templateId };
    const before = await lockForm(tx, key);
    const base = before?.formats ?? template.formats ?? (await defaultFormats(tx, owner));
    const fileValues = template.merge?.placeholders ?? [];
    const known = new Set(placeholderNames(fileValues).map(fold));
    const placeholders =
      asked.placeholders?.map(tidy) ?? before?.placeholders.filter(({ name }) => known.has(fold(name))) ?? [];
    const unfilled = asked.on ? checkFormPlaceholders(fileValues, placeholders) : undefined;
    if (unfilled) return unfilled;
    const kept = asked.formats === undefined ? (before?.formats ?? null) : null;
    const form: PublicForm = {
      ...key,
      createdBy: owner.userId,
      visitorRole: asked.visitorRole,
      people: asked.people,
      namedByVisitor: asked.namedByVisitor,
      on: asked.on,
      maxTotal: asked.maxTotal,
      maxPerHour: asked.maxPerHour,
      endsAt: asked.endsAt === null ? null : Date.parse(asked.endsAt),
      formats: asked.formats ? changeFormats(base, asked.formats) : kept,
      signingOrder: asked.signingOrder === undefined ? (before?.signingOrder ?? null) : asked.signingOrder,
      thanks: thanks === undefined ? (before?.thanks ?? null) : thanks,
      placeholders,
      codeHash: code === undefined ? (before?.codeHash ?? null) : code,
      token: before?.token ?? randomBytes(16).toString('base64url'),
      createdAt: before?.createdAt ?? new Date(services.clock()),
    };
    // Turning a form off is always possible.
    const unprintable = asked.on
      ? await checkPrefilled(
          fitFor(services.pdf, owner.accountId),
          template.fields.map(({ roleId, ...field }) => ({ ...field, recipientId: roleId })),
          cast.flatMap(({ role, ...person }) =>
            byVisitor.includes(role.id) ? [] : [{ ...person, id: role.id }],
          ),
          form.formats ?? base,
        )
      : undefined;
    if (unprintable) return unprintable;
    await saveForm(tx, form);
    return form;
  });
}

type AskedPlaceholder = NonNullable<z.output<typeof putFormBody>['placeholders']>[number];

/** Replaces texts that look blank with empty ones. */
function tidy(one: AskedPlaceholder): FormPlaceholder {
  const { name } = one;
  if ('value' in one)
    return { name, value: typeof one.value === 'string' ? blankToEmpty(one.value) : one.value };
  const { question } = one;
  const choices = question.type === 'dropdown' ? question.choices.filter((choice) => !isBlank(choice)) : [];
  return {
    name,
    question: { ...question, label: cleanTitle(question.label), choices: choices.map(plainText) },
  };
}

const withoutFile = refuse(
  'template-without-file',
  'This template has no file yet. Add one first, then use the template.',
);
const namedTwice = refuse(
  'template-roles-mismatch',
  'List each role that the visitor names once, and not the visitor’s own role.',
);
const mustAct = refuse(
  'template-roles-mismatch',
  'Choose a role that signs or approves for the person who opens the form.',
);
