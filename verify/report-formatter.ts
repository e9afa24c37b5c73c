import { isolate } from '#core/language/isolate.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import type { DescribedTimestamp } from '#pdf/verify/timestamp/describe-timestamp.ts';
import type { Earlier } from '#pdf/verify/countersigned/describe-earlier.ts';
import type en from './words/en.json';
import type { SetReport } from './compare-set.ts';
import type {
  AuditSummary,
  CheckName,
  FileSet,
  Finding,
  Identified,
  Party,
  Report,
  Story,
  Verdict,
} from './report.ts';

/** The texts of one language. Compilation fails if a report code has no sentence. */
export type Words = typeof en & {
  readonly verdict: Record<Verdict, { title: string; text: string }>;
  readonly check: Record<CheckName, { title: string; holds: string }>;
  readonly finding: Record<Finding['code'], string>;
  readonly way: Record<Identified['by'], string>;
};

/** Converts the codes of a report to sentences, for the page and the command. */
export class ReportFormatter {
  readonly words: Words;
  readonly language: Language;

  constructor(words: Words, language: Language) {
    this.words = words;
    this.language = language;
  }

  verdict({ verdict, seal, checks }: Report): { title: string; text: string } {
    // The root may be known, so asking to compare its fingerprint would be misleading.
    const isWithdrawn = checks.some(({ findings }) => findings.some(({ code }) => code === 'seal-withdrawn'));
    const isNotVouched = verdict === 'unknown-root' && isWithdrawn;
    const { title, text } = isNotVouched ? this.words.withdrawn : this.words.verdict[verdict];
    return { title: this.#fill(title, { sealer: sealerOf(seal?.certificates[0]?.subject ?? '') }), text };
  }

  finding({ code, event, name = '', pages }: Finding): string {
    const sentence = this.#fill(this.words.finding[code], { name });
    const place = event === undefined ? '' : `${this.#fill(this.words.event, { event: String(event) })}: `;
    const where = pages && this.#fill(this.words.pages, { pages: pages.join(', ') });
    return `${place}${sentence}${where ? ` (${where})` : ''}`;
  }

  order(number: number): string {
    return this.#fill(this.words.who.order, { number: String(number) });
  }

  acted({ act, at }: Party): string {
    return this.#fill(this.words.who[act], { at: this.time(at) });
  }

  identified({ identified }: Party): string {
    const ways = identified.map((way) =>
      this.#fill(this.words.way[way.by], {
        host: 'host' in way ? way.host : '',
        origin: 'origin' in way ? way.origin : '',
        since: 'since' in way ? way.since : '',
      }),
    );
    return this.#fill(this.words.who.identified, { ways: ways.join(', ') }, true);
  }

  sent({ name, email, at }: { name: string; email: string; at: string }): string {
    const who = name === '' ? email : `${name} (${email})`;
    return this.#fill(this.words.who.sent, { who, at: this.time(at) });
  }

  /** Describes a signature that the file already had before it was sealed. */
  earlier({ signer, intact }: Earlier): string {
    const { who } = this.words;
    const state = intact === undefined ? who.uncertain : intact ? who.intact : who.altered;
    return this.#fill(who.earlier, { name: signer || '?', state });
  }

  /** Returns hints about deceptive names and addresses. */
  hints(person: { name: string; email: string }): string[] {
    return hintTexts(person, this.language);
  }

  /** Says which pages are the certificate. The pages before them are the document. */
  certificate({ first, last, of }: NonNullable<Story['certificate']>): string {
    const numbers = { first: String(first), last: String(last), of: String(of) };
    return this.#fill(this.words.certificate[first === last ? 'one' : 'several'], numbers, true);
  }

  /** Says which of its document's files a PDF contains. */
  place({ documentId, number, of }: FileSet): string {
    const counts = { of: String(of), id: documentId };
    if (number === undefined) return this.#fill(this.words.set.all, counts, true);
    return this.#fill(this.words.set.one, { ...counts, number: String(number) }, true);
  }

  /** Says whether the given files belong to one document, followed by the problems. */
  together({ documentId, of, missing, problems, complete }: SetReport): string[] {
    const { set } = this.words;
    const parts = { of: String(of), id: documentId, numbers: missing.join(', ') };
    const first = complete ? set.complete : missing.length > 0 ? set.missing : set.mixed;
    return [
      this.#fill(first, parts, true),
      ...problems.map(({ code, name }) => this.#fill(set[code], { name })),
    ];
  }

  ended({ how, at, by }: NonNullable<Story['ending']>): string {
    return this.#fill(this.words.ended[how], { at: this.time(at), who: by });
  }

  audited({ account, from, to }: AuditSummary): string {
    return this.#fill(this.words.audit.about, { account, from: this.time(from), to: this.time(to) });
  }

  auditContent({ documents, events }: AuditSummary): string {
    const counts = { documents: String(documents), events: String(events) };
    return this.#fill(this.words.audit.content, counts);
  }

  given(name: string): string {
    return this.#fill(this.words.root.given, { name });
  }

  timestamp({ at, authority }: Pick<DescribedTimestamp, 'at' | 'authority'>): string {
    return this.#fill(this.words.timestamp, { at: this.time(at), authority });
  }

  /** Formats a time in UTC, as on the certificate. Returns an invalid time unchanged. */
  time(instant: string | number): string {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return String(instant);
    const format = new Intl.DateTimeFormat(intlLocale(this.language), {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'UTC',
    });
    return `${format.format(date)} UTC`;
  }

  #fill(sentence: string, parts: { [name: string]: string }, isFormatted = false): string {
    return sentence.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
      const part = parts[name] ?? '';
      return isFormatted ? part : isolate(part, this.language);
    });
  }
}

/** Returns the organization of a certificate's subject, or else its common name, or else the whole subject. */
function sealerOf(subject: string): string {
  const part = (label: string) =>
    new RegExp(`(?:^|, )${label}=(.+?)(?:, [A-Za-z.0-9]+=|$)`).exec(subject)?.[1];
  return part('O') ?? part('CN') ?? subject;
}
