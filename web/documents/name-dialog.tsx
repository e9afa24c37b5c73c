import { useState, type FormEvent } from 'react';
import { reasonOf } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormField, Input } from '../parts/form-field.tsx';
import { useKeepTyped } from '../api/keep-typed.ts';
import { useWords } from '../words.ts';

type Props = {
  /** The kind of thing that is named, by which typed text is kept when a session ends. */
  form: string;
  title: string;
  label: string;
  value: string;
  action: string;
  maxLength: number;
  /** The message for an empty name. */
  missing: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a name: of a draft, or of a folder. The server's refusal stands below the box. */
export function NameDialog(props: Props) {
  const { t } = useWords();
  const { title, label, value, action, maxLength, missing, onSave, onClose } = props;
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useKeepTyped(props.form, () => name, setName);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem(missing);
    setBusy(true);
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="name" disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id="name" onSubmit={(event) => void submit(event)} noValidate>
        <FormField label={label} error={problem}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              value={name}
              maxLength={maxLength}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </FormField>
      </form>
    </Dialog>
  );
}
