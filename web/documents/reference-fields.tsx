import { Plus, X } from 'lucide-react';
import { referenceLimits } from '#core/document/reference.ts';
import { useRequiredTexts } from '../api/later-words.ts';
import { Button } from '../parts/button.tsx';
import { Input, InputField } from '../parts/forms/form-field.tsx';
import type { TypedReference } from './typed-reference.ts';

type Props = {
  typed: TypedReference;
  onChange: (typed: TypedReference) => void;
  disabled: boolean;
};

/** The external ID and the metadata of a document or template. */
export function ReferenceFields({ typed, onChange, disabled }: Props) {
  const say = useRequiredTexts('pages');
  const { externalId, pairs } = typed;
  const change = (at: number, part: Partial<TypedReference['pairs'][number]>) =>
    onChange({ ...typed, pairs: pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)) });
  const shared = { disabled, autoComplete: 'off' } as const;
  return (
    <>
      <InputField
        label={say('reference.externalId')}
        hint={say('reference.about')}
        value={externalId}
        maxLength={referenceLimits.externalId}
        {...shared}
        onChange={({ target }) => onChange({ ...typed, externalId: target.value })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{say('reference.metadata')}</legend>
        {pairs.map(({ key, value }, at) => (
          // Pairs have no id, so their position in the list identifies them.
          <div key={at} className="flex items-center gap-2">
            <Input
              aria-label={say('reference.key', { number: at + 1 })}
              placeholder={say('reference.keyHint')}
              value={key}
              maxLength={referenceLimits.key}
              {...shared}
              onChange={({ target }) => change(at, { key: target.value })}
            />
            <Input
              aria-label={say('reference.value', { number: at + 1 })}
              placeholder={say('reference.valueHint')}
              value={value}
              maxLength={referenceLimits.value}
              {...shared}
              onChange={({ target }) => change(at, { value: target.value })}
            />
            <Button
              look="quiet"
              size="icon"
              aria-label={say('reference.remove', { number: at + 1 })}
              disabled={disabled}
              onClick={() => onChange({ ...typed, pairs: pairs.filter((_, index) => index !== at) })}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        ))}
        {pairs.length < referenceLimits.entries ? (
          <Button
            size="small"
            className="self-start"
            disabled={disabled}
            onClick={() => onChange({ ...typed, pairs: [...pairs, { key: '', value: '' }] })}
          >
            <Plus aria-hidden="true" />
            {say('reference.add')}
          </Button>
        ) : null}
      </fieldset>
    </>
  );
}
