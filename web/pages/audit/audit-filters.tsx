import { X } from 'lucide-react';
import { accountEventTypes } from '#core/account/event.ts';
import { eventTypes } from '#core/trail/event.ts';
import type { AuditNarrowing } from '../../api/audit.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { Input } from '../../parts/forms/form-field.tsx';
import { SearchBox } from '../../parts/forms/search-box.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { useTranslation } from '../../words.ts';

const types = [...eventTypes, ...accountEventTypes];

type Props = {
  narrowing: AuditNarrowing;
  /** Title of the document by which the list is filtered, once it is loaded. */
  documentTitle: string | undefined;
  onNarrow: (values: Record<string, string | null>, replace?: boolean) => void;
  /** Null if no filter is set. */
  onClear: (() => void) | null;
};

/** Filters the list by action, person, day and document. All filters are in the URL. */
export function AuditFilters({ narrowing, documentTitle, onNarrow, onClear }: Props) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const type = types.find((known) => known === narrowing.type) ?? 'all';
  const options = [
    { value: 'all' as const, text: say('audit.allActions') },
    ...types.map((value) => ({ value, text: t(`event.${value}`) })),
  ];
  return (
    <div
      role="group"
      aria-label={say('audit.filters')}
      className="flex flex-wrap items-end gap-2.5 px-4 py-3.5 sm:px-5"
    >
      <SearchBox
        label={say('audit.person')}
        value={narrowing.person}
        onSearch={(person) => onNarrow({ person }, true)}
        className="max-sm:min-w-full"
      />
      <Select
        aria-label={say('audit.byAction')}
        value={type}
        options={options}
        onChange={(value) => onNarrow({ type: value === 'all' ? null : value })}
        className="min-w-40 max-sm:min-w-full sm:w-auto"
      />
      <div className="flex flex-wrap gap-2.5 max-sm:w-full">
        <Day
          label={say('audit.from')}
          value={narrowing.from}
          max={narrowing.to}
          onChange={(from) => onNarrow({ from })}
        />
        <Day
          label={say('audit.to')}
          value={narrowing.to}
          min={narrowing.from}
          onChange={(to) => onNarrow({ to })}
        />
      </div>
      {narrowing.document ? (
        <Button onClick={() => onNarrow({ document: null })} className="max-w-full">
          <span className="truncate">
            {documentTitle
              ? say('audit.onlyDocument', { title: documentTitle })
              : say('audit.onlyOneDocument')}
          </span>
          <X aria-hidden="true" className="size-4!" />
        </Button>
      ) : null}
      {onClear ? (
        <Button look="quiet" onClick={onClear}>
          {say('audit.clear')}
        </Button>
      ) : null}
    </div>
  );
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <label className="flex items-center gap-x-2 text-muted max-sm:min-w-0 max-sm:basis-[calc(50%-5px)] max-sm:flex-col max-sm:items-start">
      <span className="max-sm:text-xs">{label}</span>
      <Input
        type="date"
        value={value}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        onChange={(event) => onChange(event.target.value)}
        className="max-sm:min-w-0 sm:w-auto"
      />
    </label>
  );
}
