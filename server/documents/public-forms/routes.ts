import { addressOf } from '#contract/address.ts';
import { type PublicFormView, formRows } from '#contract/documents/public-forms.ts';
import { formPagePaths } from '#contract/paths.ts';
import type { FormPlaceholder } from '#core/form/form-values.ts';
import { hoursToConfirm } from '#core/form/public-form.ts';
import { isRefusal } from '#core/refusal.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { ownerOf } from '../../records/owner.ts';
import type { PublicFormsDeps } from './deps.ts';
import { notFound } from '../templates/create-template.ts';
import { findTemplate } from '../templates/template-store.ts';
import { deleteForm, findForm, deleteUnconfirmedIdentities, type PublicForm } from './form-store.ts';
import { stateNow } from './may-be-asked.ts';
import { putForm } from './put-form.ts';

/** Routes with which members manage the public form of a template. */
export function formRoutes(services: PublicFormsDeps): Routes {
  const { db } = services;
  return (app) => {
    serve(app, formRows.readForm, async ({ user: { accountId }, params: { id } }) => {
      if (!(await findTemplate(db, accountId, id))) return notFound;
      const form = await findForm(db, { accountId, templateId: id });
      return { form: form ? await viewOf(services, form) : null };
    });
    serve(app, formRows.putForm, async ({ user, params, body }) => {
      const form = await putForm(services, ownerOf(user), params.id, body);
      return isRefusal(form) ? form : viewOf(services, form);
    });
    serve(app, formRows.deleteForm, async ({ user: { accountId }, params: { id } }) => {
      if (!(await deleteForm(db, { accountId, templateId: id }))) return notFound;
      return undefined;
    });
  };
}

/** Returns the form as members see it. It shows whether a code is set, but not the code. */
async function viewOf(services: PublicFormsDeps, form: PublicForm): Promise<PublicFormView> {
  const { publicUrl } = services;
  const { state, waiting, made } = await stateNow(services, form);
  const {
    token,
    on,
    visitorRole,
    people,
    namedByVisitor,
    maxTotal,
    maxPerHour,
    endsAt,
    codeHash,
    formats,
    signingOrder,
    thanks,
    placeholders,
  } = form;
  return {
    url: publicUrl + addressOf(formPagePaths.showForm, { params: { token } }),
    counterUrl: publicUrl + addressOf(formPagePaths.showFormCounter, { params: { token } }),
    state,
    on,
    visitorRole,
    people,
    namedByVisitor: [...namedByVisitor],
    maxTotal,
    maxPerHour,
    hasCode: codeHash !== null,
    formats,
    signingOrder,
    thanks,
    placeholders: placeholders.map(placeholderView),
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    waiting,
    made,
  };
}

function placeholderView(one: FormPlaceholder): PublicFormView['placeholders'][number] {
  const { name } = one;
  if (one.question) return { name, question: one.question };
  return { name, value: typeof one.value === 'object' ? one.value.map((row) => ({ ...row })) : one.value };
}

/** Deletes unconfirmed entries every hour. */
export function watchFormEntries({ db, clock }: PublicFormsDeps): { stop(): Promise<void> } {
  return repeat({
    name: 'form entries',
    everyMs: 60 * 60_000,
    act: () => deleteUnconfirmedIdentities(db, clock() - hoursToConfirm * 3_600_000),
  });
}
