import type { ValueProblem } from './check-value.ts';
import type { Field } from './field.ts';
import type { TextFormat } from './text-format.ts';

/** One sentence for a person who called the API; the signer's page has its own words. */
export function problemSentence(field: Pick<Field, 'type' | 'page'>, found: ValueProblem): string {
  const where = `The ${field.type === 'text' ? 'text' : field.type} on page ${field.page}`;
  switch (found.problem) {
    case 'unprintable':
      return `${where} holds a character that cannot be printed. Type it again.`;
    case 'one-line':
      return `${where} has to be one line.`;
    case 'not-a-number':
      return `${where} is not a number. Use digits and one decimal point.`;
    case 'two-readings':
      return `${where} can be read in two ways. Write 12500 or 12.5.`;
    case 'not-an-email':
      return `${where} is not an email address.`;
    case 'not-a-choice':
      return `${where} is not one of the choices.`;
    case 'too-short':
      return `${where} is shorter than ${found.limit} characters.`;
    case 'too-long':
      return `${where} is longer than ${found.limit} characters. Shorten it.`;
    case 'too-small':
      return `${where} is less than ${found.limit}.`;
    case 'too-large':
      return `${where} is more than ${found.limit}.`;
    case 'decimals':
      return `${where} has more than ${found.limit} decimal places.`;
    case 'mask':
      return `${where} has to look like ${found.limit} (9 is a digit, A a letter, * either).`;
    case 'format':
      return `${where} ${formatSentences[found.limit]}.`;
  }
}

const formatSentences: Record<TextFormat, string> = {
  any: 'cannot be used',
  letters: 'may hold letters only',
  digits: 'may hold digits only',
  'letters-digits': 'may hold letters and digits only',
  phone: 'is not a telephone number',
  iban: 'is not a valid IBAN',
  mask: 'has not the form that is asked for',
};
