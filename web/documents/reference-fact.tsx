import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { useSavedInput, useReopen } from '../api/keep-typed.ts';
import { useRequiredTexts } from '../api/later-words.ts';
import { changeReference } from '../api/manage.ts';
import { ReferenceFields } from './reference-fields.tsx';
import { referenceOf, typedReference } from './typed-reference.ts';
import { useActToast } from './use-act-toast.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useTranslation } from '../words.ts';

type Props = { document: DocumentDetail };

const formOf = (id: string): string => `reference ${id}`;

/** The account's own reference, which only its members see. */
export function ReferenceFact({ document }: Props) {
  const say = useRequiredTexts('pages');
  const [editing, setEditing] = useState(false);
  useReopen(formOf(document.id), () => setEditing(true));
  const pairs = Object.entries(document.metadata);
  const isEmpty = document.externalId === null && pairs.length === 0;
  return (
    <>
      <dt className="text-muted">{say('reference.title')}</dt>
      <dd className="min-w-0 break-words">
        {document.externalId === null ? null : <bdi className="block">{document.externalId}</bdi>}
        {pairs.map(([key, value]) => (
          <span key={key} className="block">
            <bdi className="text-muted">{key}</bdi>: <bdi>{value}</bdi>
          </span>
        ))}
        <Button
          look="link"
          size="text"
          aria-label={say(isEmpty ? 'reference.addTo' : 'reference.edit')}
          onClick={() => setEditing(true)}
        >
          {say(isEmpty ? 'reference.addShort' : 'reference.editShort')}
        </Button>
        {editing ? <ReferenceDialog document={document} onClose={() => setEditing(false)} /> : null}
      </dd>
    </>
  );
}

function ReferenceDialog({ document, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const [typed, setTyped] = useState(() => typedReference(document));
  const [problem, setProblem] = useState<string>();
  useSavedInput(formOf(document.id), () => typed, setTyped);
  const saving = useMutation(changeReference);
  const outcome = useActToast(say('reference.saved'), onClose);
  const submit = () => {
    const reference = referenceOf(typed);
    if (typeof reference === 'string') setProblem(say(`reference.${reference}`));
    else saving.mutate({ id: document.id, ...reference }, { onSuccess: outcome.onSuccess });
  };
  return (
    <FormDialog
      title={say('reference.edit')}
      action={t('recipient.save')}
      size="normal"
      busy={saving.isPending}
      error={saving.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <ReferenceFields
        typed={typed}
        disabled={saving.isPending}
        onChange={(next) => {
          setTyped(next);
          setProblem(undefined);
        }}
      />
      {problem ? <Problem>{problem}</Problem> : null}
    </FormDialog>
  );
}
