import { mutationOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { AnswersQuery } from '#contract/documents/answers.ts';
import { answerPaths } from '#contract/paths.ts';
import { startOfDay } from './start-of-day.ts';
import { RequestError } from './transport/request.ts';

/** The template, bulk send or public form whose answers are downloaded. A form has the id of its template. */
export type AnswerSource = { kind: 'template' | 'bulk' | 'form'; id: string };
/** `from` and `to` are days in the reader's time zone, both inclusive. Empty for no limit. */
export type AnswersPeriod = { from: string; to: string };

const addresses = {
  template: answerPaths.listTemplateAnswers,
  bulk: answerPaths.listBulkAnswers,
  form: answerPaths.listFormAnswers,
} as const;

type Wanted = {
  source: AnswerSource;
  period: AnswersPeriod;
  format: Exclude<AnswersQuery['format'], 'json'>;
};

/** Saves a file with the answers. It is loaded first, so that a refusal can be shown. */
export const downloadAnswers = mutationOptions({
  mutationFn: async ({ source: { kind, id }, period, format }: Wanted) => {
    const [from, to] = [startOfDay(period.from), startOfDay(period.to, 1)];
    const query = { format, ...(from && { from }), ...(to && { to }) };
    const response = await fetch(addressOf(addresses[kind], { params: { id }, query }), {
      cache: 'no-store',
    });
    if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
    const href = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement('a'), { href, download: `answers.${format}` }).click();
    URL.revokeObjectURL(href);
  },
});
