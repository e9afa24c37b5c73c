import type { CeremonyAnswer, SignBody } from '#contract/signing/ceremony.ts';
import type { AllowedMarks, MarkKind } from '#core/ceremony/mark-kind.ts';
import type { Typeface } from '#core/ceremony/typeface.ts';
import { partOfPerson } from '#core/field/field.ts';
import { takesFile } from '#core/field/kinds.ts';
import { isComputed } from '#core/field/rules/references.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { inReadingOrder, type Done } from './next-step.ts';
import { applyRules, currentValues } from './shown-fields.ts';

/** A pen stroke: points on a pad that is 600 units wide, regardless of its size on the screen. */
export type Stroke = { x: number; y: number; time: number; pressure: number }[];

/**
 * A signature or initials that the signer is making. Each mode keeps its content; `mode` is the active one.
 */
export type Mark = {
  mode: MarkKind;
  text: string;
  strokes: Stroke[];
  /** The strokes as a PNG data URL, or ''. */
  drawn: string;
  /** The uploaded picture as a PNG data URL, or ''. */
  picture: string;
  /** True if this was loaded from the marks saved in this browser and not changed since. */
  saved?: boolean;
};

/** Everything the signer has entered, except consent, which is given again on each visit (L-01). */
export type Entries = {
  values: Record<string, string | boolean>;
  signature: Mark;
  initials: Mark;
  typeface: Typeface;
  /**
   * The document's number format. It is absent in stored entries, and null if the document has no formats.
   */
  formats?: PrintFormats;
  /** The address of an uploaded picture. Absent in stored entries. */
  signatureLines?: readonly string[];
  /** The address of an uploaded picture; absent in stored entries. */
  pictureUrl?: (fieldId: string, sha256: string) => string;
};

export const noEntries: Entries = {
  values: {},
  signature: { mode: 'draw', text: '', strokes: [], drawn: '', picture: '' },
  initials: { mode: 'type', text: '', strokes: [], drawn: '', picture: '' },
  typeface: 'dancing-script',
};

/** The resulting mark: a picture, a typed text, or null if there is none yet. */
export type Adopted = { kind: 'picture'; dataUrl: string } | { kind: 'text'; text: string } | null;

export function adopted(mark: Mark): Adopted {
  if (mark.mode === 'type') {
    const text = mark.text.trim();
    return text === '' ? null : { kind: 'text', text };
  }
  const dataUrl = mark.mode === 'draw' ? mark.drawn : mark.picture;
  return dataUrl === '' ? null : { kind: 'picture', dataUrl };
}

/** Returns the mark in a kind that the sender allows. */
export function inAllowedKind(mark: Mark, allowed: AllowedMarks): Mark {
  const [first = mark.mode] = allowed ?? [];
  return allowed === null || allowed.includes(mark.mode) ? mark : { ...mark, mode: first };
}

export function withAllowedMarks(entries: Entries, allowed: AllowedMarks): Entries {
  const { signature, initials } = entries;
  const marks = { signature: inAllowedKind(signature, allowed), initials: inAllowedKind(initials, allowed) };
  return { ...entries, ...marks };
}

export function finishWith(entries: Entries, consents: boolean): Done {
  return {
    values: entries.values,
    hasSignature: adopted(entries.signature) !== null,
    hasInitials: adopted(entries.initials) !== null,
    consents,
  };
}

/** Returns the body of POST /api/sign/{token}, with visible fields and the active mode of each mark only. */
export function signBodyFrom(answer: CeremonyAnswer, entries: Entries, locale: string): SignBody {
  const signature = adopted(entries.signature);
  const needsInitials = answer.fields.some((field) => field.type === 'initial');
  const initials = needsInitials ? adopted(entries.initials) : null;
  const typed = signature?.kind === 'text' || initials?.kind === 'text';
  const current = currentValues(answer.fields, entries.values, answer.recipient);
  const { fields: shown, done } = applyRules(answer, { ...finishWith(entries, true), values: current });
  const { values } = done;
  const read = answer.document.files.filter(({ kind }) => kind === 'acknowledge');
  return {
    ...(signature?.kind === 'picture'
      ? { signatureData: signature.dataUrl, signatureBy: pictureBy(entries.signature) }
      : {}),
    ...(signature?.kind === 'text' ? { signatureText: signature.text } : {}),
    ...(initials?.kind === 'picture'
      ? { initialsData: initials.dataUrl, initialsBy: pictureBy(entries.initials) }
      : {}),
    ...(initials?.kind === 'text' ? { initialsText: initials.text } : {}),
    ...(typed ? { typeface: entries.typeface } : {}),
    ...(entries.signature.saved || (initials && entries.initials.saved) ? { savedInBrowser: true } : {}),
    consent: true,
    // The signer can consent only after confirming these files as read.
    ...(read.length > 0 && { acknowledgedFiles: read.map(({ id }) => id) }),
    disclosureVersion: answer.disclosure.version,
    shownSha256: answer.document.shownSha256,
    signingDay: answer.signingDay.day,
    locale,
    fields: inReadingOrder(shown).flatMap(({ id, type, properties }) => {
      const value = values[id];
      // The server compares this value with its own result.
      if (isComputed({ properties })) return [{ id, value: value ?? '' }];
      if (['signature', 'initial', 'date'].includes(type) || value === undefined) return [];
      if (takesFile(type)) return [{ id, value: String(value).split(' ')[0] ?? '' }];
      // An emptied field is also sent if it had a default value.
      const emptied = partOfPerson({ type, properties }) !== undefined || properties?.value !== undefined;
      return value === '' && !emptied ? [] : [{ id, value }];
    }),
  };
}

const pictureBy = ({ mode }: Mark) => (mode === 'draw' ? ('draw' as const) : ('upload' as const));
