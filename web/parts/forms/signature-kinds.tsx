import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { markKinds, type AllowedMarks, type MarkKind } from '#core/ceremony/mark-kind.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { teamQuery } from '../../api/team.ts';

type Props = {
  /** Null for the account's setting. In the account's own settings, null allows every kind. */
  kinds: AllowedMarks;
  onChange: (kinds: MarkKind[] | null) => void;
  /** True in the settings of the account itself. */
  ofAccount?: boolean;
};

/** Checkboxes for the ways to sign that a document allows. At least one remains checked. */
export function SignatureKinds({ kinds, onChange, ofAccount = false }: Props) {
  const own = useDeferredTexts('templates');
  const team = useQuery({ ...teamQuery, enabled: !ofAccount }).data;
  const label = useId();
  if (!own) return null;
  const inherited = ofAccount ? markKinds : (team?.signatureKinds ?? markKinds);
  const allowed = kinds ?? inherited;
  const change = (kind: MarkKind, isAllowed: boolean) => {
    const wanted = markKinds.filter((one) => (one === kind ? isAllowed : allowed.includes(one)));
    onChange(
      wanted.length === inherited.length && wanted.every((one) => inherited.includes(one)) ? null : wanted,
    );
  };
  return (
    <div role="group" aria-labelledby={label} className="flex flex-col gap-1.5">
      <p id={label}>{own('kinds.title')}</p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {markKinds.map((kind) => (
          <label key={kind} className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={allowed.includes(kind)}
              disabled={allowed.length === 1 && allowed.includes(kind)}
              onChange={({ target }) => change(kind, target.checked)}
            />
            {own(`kinds.${kind}`)}
          </label>
        ))}
      </div>
      {allowed.includes('type') ? null : <p className="text-xs text-muted">{own('kinds.noTyping')}</p>}
    </div>
  );
}
