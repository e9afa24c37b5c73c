import type { FieldView } from '#contract/documents/documents.ts';
import { isFixed } from '#core/field/rules/references.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { signingDayText } from '#core/field/values/date-text.ts';
import { placeOf } from '#core/formats/time-zone.ts';
import { adopted, type Entries, type Mark } from './entries.ts';
import { fieldLabel } from './field-box.tsx';
import type { Target } from './scroll-to-target.ts';
import { askedFields } from './next-step.ts';
import { familyOf } from './typed-mark.tsx';
import { isTick, pictureHash, valueText } from './shown-fields.ts';
import { t } from '../words.ts';
import { Button } from '../../kit/button.tsx';

type Props = {
  fields: readonly FieldView[];
  entries: Entries;
  /** The printed form of the day, for date fields. */
  signingDay: CeremonyAnswer['signingDay'];
  /** Goes to the field of an entry. Absent once entries can no longer be changed. */
  onEdit?: (target: Target) => void;
};

/** All entries of the signer, for review before the action (L-16) and for reference after it. */
export function EntryList({ fields, entries, signingDay, onEdit }: Props) {
  const own = askedFields(fields);
  const hasSignatureField = own.some((field) => field.type === 'signature');
  return (
    <ul className="entries">
      {own.map((field) => (
        <li key={field.id}>
          <span className="entry-name">
            {fieldLabel(field)}
            <span className="muted">{t('entries.page', { page: field.page })}</span>
          </span>
          <span className="entry-value">
            <Value field={field} entries={entries} signingDay={signingDay} />
          </span>
          {onEdit && field.type !== 'date' && !isFixed(field) && (
            <Edit field={field} entries={entries} onEdit={onEdit} />
          )}
        </li>
      ))}
      {!hasSignatureField && (
        <li>
          <span className="entry-name">{t('entries.signature')}</span>
          <span className="entry-value">
            <MarkValue mark={entries.signature} entries={entries} empty={t('entries.empty')} />
          </span>
          {onEdit && (
            <Button look="link" size="text" onClick={() => onEdit('signature')}>
              {t(adopted(entries.signature) ? 'entries.edit' : 'entries.fill')}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}

function Edit({
  field,
  entries,
  onEdit,
}: { field: FieldView; entries: Entries } & Required<Pick<Props, 'onEdit'>>) {
  const empty = isEmpty(field, entries);
  return (
    <Button
      look="link"
      size="text"
      aria-label={t(empty ? 'entries.fillNamed' : 'entries.editNamed', { field: fieldLabel(field) })}
      onClick={() => onEdit(field)}
    >
      {t(empty ? 'entries.fill' : 'entries.edit')}
    </Button>
  );
}

function isEmpty(field: FieldView, entries: Entries): boolean {
  if (field.type === 'signature') return adopted(entries.signature) === null;
  if (field.type === 'initial') return adopted(entries.initials) === null;
  return isTick(field) ? entries.values[field.id] !== true : (entries.values[field.id] ?? '') === '';
}

type ValueProps = Pick<Props, 'entries' | 'signingDay'> & { field: FieldView };

function Value({ field, entries, signingDay }: ValueProps) {
  const empty = t(field.required ? 'entries.empty' : 'entries.emptyOptional');
  switch (field.type) {
    case 'signature':
      return <MarkValue mark={entries.signature} entries={entries} empty={t('entries.empty')} />;
    case 'initial':
      return <MarkValue mark={entries.initials} entries={entries} empty={empty} />;
    case 'date':
      return (
        <>
          {signingDayText(field, signingDay)}{' '}
          <span className="muted">{t('entries.zone', { place: placeOf(signingDay.timeZone) })}</span>
        </>
      );
    case 'checkbox':
    case 'radio':
      return t(entries.values[field.id] === true ? 'entries.ticked' : 'entries.unticked');
    case 'image':
    case 'stamp': {
      const entry = String(entries.values[field.id] ?? '');
      const url = entry && entries.pictureUrl?.(field.id, pictureHash(entry));
      return url ? (
        <img className="entry-mark" src={url} alt={t('picture.alt')} />
      ) : (
        <span className="muted">{empty}</span>
      );
    }
    default:
      return valueText(field, entries) || <span className="muted">{empty}</span>;
  }
}

function MarkValue({ mark, entries, empty }: { mark: Mark; entries: Entries; empty: string }) {
  const adoptedMark = adopted(mark);
  if (!adoptedMark) return <span className="muted">{empty}</span>;
  if (adoptedMark.kind === 'text') {
    return (
      <span className="entry-hand" style={{ fontFamily: familyOf(entries.typeface) }}>
        {adoptedMark.text}
      </span>
    );
  }
  return <img className="entry-mark" src={adoptedMark.dataUrl} alt={t('mark.yourMark')} />;
}
