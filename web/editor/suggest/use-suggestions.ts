import { useState } from 'react';
import type { SuggestedField } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { isOverlapping } from '#core/field/suggest/page-layout.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { newId } from '../../kit/new-id.ts';
import { focusField, goToPage } from '../canvas/focus-field.ts';
import type { Editor } from '../state/editor-state.ts';

export type Suggestions = ReturnType<typeof useSuggestions>;

const none: readonly SuggestedField[] = [];

/** The suggested fields of a draft that were neither added nor dismissed, and what the sender can do with them. */
export function useSuggestions({ document, layout, change, recipients }: Editor) {
  const [dismissed, setDismissed] = useState<ReadonlySet<unknown>>(new Set());
  const [stage, setStage] = useState<'offer' | 'look' | 'closed'>('offer');
  const [chosen, setChosen] = useState<Record<string, string | null>>({});
  const offered = document.suggestedFields ?? none;
  const open = offered.filter(
    ({ field }) =>
      !dismissed.has(field.id) &&
      !layout.fields.some((one) => one.page === field.page && isOverlapping(one, field)),
  );
  const people = recipients.filter(mustAct);
  const roles = [...new Set(open.map(({ role }) => role))];
  const owners = { ...guessOwners(roles, people), ...chosen };
  const add = (suggestions: readonly SuggestedField[]) => {
    const fields = suggestions.map(({ field, role }): Field => {
      const { label, required, properties, ...box } = field;
      return {
        ...box,
        ...{ id: newId(), label: label ?? '', required: required ?? false, properties: properties ?? {} },
        recipientId: owners[role] ?? null,
      };
    });
    change({ kind: 'place', fields });
    const [first] = fields;
    if (first && suggestions.length === open.length) focusField(first.id);
  };
  return {
    open: stage === 'closed' ? none : open,
    isLooking: stage === 'look',
    roles,
    people,
    owners,
    setOwner: (role: string, owner: string | null) => setChosen({ ...chosen, [role]: owner }),
    add,
    dismiss: ({ field }: SuggestedField) => setDismissed(new Set([...dismissed, field.id])),
    look: () => setStage('look'),
    close: () => setStage('closed'),
  };
}

/** Scrolls to a suggestion and focuses it. */
export function showSuggestion({ field }: SuggestedField): void {
  const find = () => document.querySelector<HTMLElement>(`[data-suggestion="${CSS.escape(field.id ?? '')}"]`);
  if (!find()) goToPage(field.page);
  // A page that was off-screen needs a moment to render its boxes.
  const tryFocus = (frames: number): void => {
    const box = find();
    box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: 'center', inline: 'nearest' });
    if (!box && frames > 0) requestAnimationFrame(() => tryFocus(frames - 1));
  };
  requestAnimationFrame(() => tryFocus(60));
}

type Person = { id: string; name: string };

/**
 * Returns the recipient for each party that the file names: the recipient with that name, as in templates, or
 * by order if there are as many recipients as parties. Null if that is unclear, so that the sender decides.
 */
export function guessOwners(
  roles: readonly string[],
  people: readonly Person[],
): Record<string, string | null> {
  const named = roles.filter((role) => role !== '');
  const byName = (role: string): Person | undefined =>
    people.find(({ name }) => name.trim().toLowerCase() === role.toLowerCase());
  const isOrdered = named.length === people.length && !named.some(byName);
  const only = people.length === 1 && named.length < 2 ? people[0] : undefined;
  return Object.fromEntries(
    roles.map((role) => {
      const owner = only ?? byName(role) ?? (isOrdered ? people[named.indexOf(role)] : undefined);
      return [role, owner?.id ?? null];
    }),
  );
}
