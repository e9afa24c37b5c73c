import type { CeremonyAnswer, SignBody } from '#contract/ceremony.ts';
import type { Typeface } from '#core/ceremony/typeface.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { inReadingOrder, type Done } from './next-step.ts';
import { currentValues, shownFields } from './shown-fields.ts';

export const markModes = ['type', 'draw', 'upload'] as const;
export type MarkMode = (typeof markModes)[number];

/** One stroke of the pen: points on a pad 600 wide, whatever width it has on the screen. */
export type Stroke = { x: number; y: number; time: number; pressure: number }[];

/** A signature or initials in the making. All three ways keep their content; `mode` says which one counts. */
export type Mark = {
  mode: MarkMode;
  text: string;
  strokes: Stroke[];
  /** The strokes as a PNG data URL; '' while there are none. */
  drawn: string;
  /** The uploaded picture as a PNG data URL; '' while there is none. */
  picture: string;
};

/** Everything the signer has entered. Consent is not among it: it is given afresh on each visit (L-01). */
export type Entries = {
  values: Record<string, string | boolean>;
  signature: Mark;
  initials: Mark;
  typeface: Typeface;
  /** How the document prints numbers; left out where entries are kept, and null where it has no format. */
  formats?: PrintFormats;
};

export const noEntries: Entries = {
  values: {},
  signature: { mode: 'draw', text: '', strokes: [], drawn: '', picture: '' },
  initials: { mode: 'type', text: '', strokes: [], drawn: '', picture: '' },
  typeface: 'dancing-script',
};

/** The outcome of a mark: a picture, a typed text, or null when there is nothing yet. */
export type Adopted = { kind: 'picture'; dataUrl: string } | { kind: 'text'; text: string } | null;

export function adopted(mark: Mark): Adopted {
  if (mark.mode === 'type') {
    const text = mark.text.trim();
    return text === '' ? null : { kind: 'text', text };
  }
  const dataUrl = mark.mode === 'draw' ? mark.drawn : mark.picture;
  return dataUrl === '' ? null : { kind: 'picture', dataUrl };
}

export function doneWith(entries: Entries, consents: boolean): Done {
  return {
    values: entries.values,
    hasSignature: adopted(entries.signature) !== null,
    hasInitials: adopted(entries.initials) !== null,
    consents,
  };
}

/** POST /api/sign/{token}: only fields that the page shows, only what the chosen way holds. */
export function signBodyFrom(answer: CeremonyAnswer, entries: Entries, locale: string): SignBody {
  const signature = adopted(entries.signature);
  const asked = answer.fields.some((field) => field.type === 'initial');
  const initials = asked ? adopted(entries.initials) : null;
  const typed = signature?.kind === 'text' || initials?.kind === 'text';
  const values = currentValues(answer.fields, entries.values, answer.recipient);
  const shown = shownFields(answer.fields, { ...doneWith(entries, true), values }, answer.recipient);
  return {
    ...(signature?.kind === 'picture' ? { signatureData: signature.dataUrl } : {}),
    ...(signature?.kind === 'text' ? { signatureText: signature.text } : {}),
    ...(initials?.kind === 'picture' ? { initialsData: initials.dataUrl } : {}),
    ...(initials?.kind === 'text' ? { initialsText: initials.text } : {}),
    ...(typed ? { typeface: entries.typeface } : {}),
    consent: true,
    disclosureVersion: answer.disclosure.version,
    shownSha256: answer.document.shownSha256,
    signingDay: answer.signingDay.day,
    locale,
    fields: inReadingOrder(shown).flatMap(({ id, type, properties }) => {
      const value = values[id];
      if (['signature', 'initial', 'date'].includes(type) || value === undefined) return [];
      if (type === 'attachment') return [{ id, value: String(value).split(' ')[0] ?? '' }];
      // An emptied field is said too, where something stood there at first.
      const emptied = type === 'name' || type === 'email' || properties?.value !== undefined;
      return value === '' && !emptied ? [] : [{ id, value }];
    }),
  };
}

/** 'Grace Brewster Lindqvist' → 'GBL': an offer, never an entry of its own. At most four letters. */
export function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)) ?? '')
    .join('')
    .toLocaleUpperCase()
    .slice(0, 4);
}
