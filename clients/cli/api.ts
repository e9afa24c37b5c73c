import type { z } from 'zod';
import type { AnswerOf, Given, routes } from '#contract/routes.ts';
import {
  documentPaths,
  sendingPaths,
  templatePaths,
  webhookPaths,
  accountPaths,
  aboutPaths,
} from '#contract/paths.ts';
import { openCaller, type Caller } from '#server/api/reference/client-runtime.ts';
import { readLogin } from './settings.ts';

type Table = typeof routes;
/** The JSON body of a route that also accepts a form. */
type JsonOf<Row> = Row extends { body: { json: infer Json extends z.ZodType } }
  ? { body: z.input<Json> }
  : unknown;
type FormOf<Row> = Row extends { body: { kind: 'form'; json?: never } }
  ? { form: { file: Blob; fileName: string; [text: string]: string | Blob | undefined } }
  : unknown;
/** Operations of the API as their rows declare them, without the schemas. */
type Operations = {
  [Name in keyof Table]: {
    given: Given<Table[Name]['at']> & JsonOf<Table[Name]> & FormOf<Table[Name]> & { idempotencyKey?: string };
    answer: Table[Name]['answers'] extends { 200: { kind: 'file' } } ? Blob : AnswerOf<Table[Name]['at']>;
  };
};
export type Api = Caller<Operations> & { url: string };

const addresses = {
  ...aboutPaths,
  ...accountPaths,
  ...documentPaths,
  ...sendingPaths,
  ...templatePaths,
  ...webhookPaths,
};

/** The API of the installation that the user has logged in to. */
export async function openApi(): Promise<Api> {
  return apiOf(await readLogin());
}

export function apiOf({ url, key }: { url: string; key: string }): Api {
  return { ...openCaller<Operations>({ addresses, once: new Set() }, { url, key }), url };
}
