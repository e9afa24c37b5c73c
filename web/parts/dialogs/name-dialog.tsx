import { useState } from 'react';
import { reasonOf } from '../../api/transport/request.ts';
import { FormDialog } from './form-dialog.tsx';
import { InputField } from '../forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';

type Props = {
  /**
   * The kind of item being named. It is part of the key under which typed text is kept if the session ends.
   */
  form: string;
  title: string;
  label: string;
  value: string;
  action: string;
  maxLength: number;
  /** Error message for an empty name. */
  missing: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the name of an item. The server's refusal appears below the input. */
export function NameDialog(props: Props) {
  const { title, label, value, action, maxLength, missing, onSave, onClose } = props;
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useSavedInput(props.form, () => name, setName);
  const submit = async () => {
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
    <FormDialog onClose={onClose} title={title} action={action} busy={busy} onSubmit={submit}>
      <InputField
        label={label}
        error={problem}
        autoFocus
        value={name}
        maxLength={maxLength}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
