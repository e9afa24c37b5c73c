import { fold } from '../language/fold.ts';
import { quoted } from '../language/quoted.ts';
import { refuse, type Refusal } from '../refusal.ts';

type SubjectParts = { title: string; sender: string };

const parts: readonly (keyof SubjectParts)[] = ['title', 'sender'];
const inBraces = /\{\{\s*([^{}]*?)\s*\}\}/gu;

/** Returns a subject with {{title}} replaced by the document's title, and {{sender}} by the sender's name. */
export function fillSubject(subject: string, values: SubjectParts): string {
  return subject.replaceAll(inBraces, (whole, name: string) => {
    const part = parts.find((one) => fold(one) === fold(name));
    return part ? values[part] : whole;
  });
}

/** Refuses an email subject with a misspelled placeholder, because many documents would be sent with it. */
export function subjectProblem(subject: string): Refusal | undefined {
  const left = fillSubject(subject, { title: '', sender: '' }).match(/\{\{.{0,60}|\}\}/su)?.[0];
  return left === undefined
    ? undefined
    : refuse(
        'subject-invalid',
        `The subject contains ‘${quoted(left)}’, which can’t be filled in. Use {{title}} for the title of the document, and {{sender}} for the name of its sender.`,
        { name: quoted(left) },
      );
}
