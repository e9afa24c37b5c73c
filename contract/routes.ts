import type { z } from 'zod';
import type { Address, ParamNames } from './paths.ts';
import { aboutRows } from './routes/about.ts';
import { accountRows } from './routes/account.ts';
import { apiKeyRows } from './routes/api-keys.ts';
import { appRows } from './routes/apps.ts';
import { auditRows } from './routes/audit.ts';
import { billingRows } from './routes/billing.ts';
import { brandRows } from './routes/brand.ts';
import { bulkRows } from './routes/bulk.ts';
import { ceremonyRows } from './routes/ceremony.ts';
import { contactRows } from './routes/contacts.ts';
import { documentRows } from './routes/documents.ts';
import { embeddingRows } from './routes/embedding.ts';
import { formPageRows, formRows } from './routes/forms.ts';
import { groupRows } from './routes/groups.ts';
import { libraryRows } from './routes/library.ts';
import { keepingRows } from './routes/keeping.ts';
import { logRows } from './routes/log.ts';
import { loginRows } from './routes/login.ts';
import { mailRows } from './routes/mail.ts';
import { securityRows, signInRows } from './routes/security.ts';
import { mcpRows } from './routes/mcp.ts';
import { operatorRows } from './routes/operator.ts';
import { closingRows } from './routes/closing.ts';
import { exportRows } from './routes/export.ts';
import { ownDataRows } from './routes/own-data.ts';
import { proposalRows } from './routes/proposals.ts';
import { reportRows } from './routes/reports.ts';
import { senderDomainRows } from './routes/sender-domain.ts';
import { sendingRows } from './routes/sending.ts';
import { sharingRows } from './routes/sharing.ts';
import { signOnRows } from './routes/sign-on.ts';
import { teamRows } from './routes/team.ts';
import { templateRows } from './routes/templates.ts';
import { webhookRows } from './routes/webhooks.ts';

/**
 * The table of all routes. Route registration, the client's calls and the OpenAPI file are derived from it.
 */
export const routes = {
  ...aboutRows,
  ...accountRows,
  ...apiKeyRows,
  ...appRows,
  ...auditRows,
  ...billingRows,
  ...brandRows,
  ...bulkRows,
  ...ceremonyRows,
  ...contactRows,
  ...documentRows,
  ...embeddingRows,
  ...formPageRows,
  ...formRows,
  ...groupRows,
  ...keepingRows,
  ...libraryRows,
  ...loginRows,
  ...logRows,
  ...mailRows,
  ...mcpRows,
  ...securityRows,
  ...operatorRows,
  ...proposalRows,
  ...exportRows,
  ...closingRows,
  ...ownDataRows,
  ...reportRows,
  ...senderDomainRows,
  ...sendingRows,
  ...sharingRows,
  ...signInRows,
  ...signOnRows,
  ...teamRows,
  ...templateRows,
  ...webhookRows,
};

type Table = typeof routes;
/** The rows by address, as the client uses them. */
type ByAddress = { [Name in keyof Table as Table[Name]['at']]: Table[Name] };
/** An address in the table. */
export type Known = keyof ByAddress & Address;

/** Parameters in the path. */
export type ParamsOf<At extends string> = { [Name in ParamNames<At>]: string };

type Asked<Schema> = z.input<Schema & z.ZodType>;
/** Numbers are sent as text, and null values are omitted. */
type Question<Given> = {
  [Key in keyof Given]: unknown extends Given[Key] ? string | number : Given[Key] | null;
};

type Params<At extends Known> = ParamNames<At> extends never ? unknown : { params: ParamsOf<At> };
type Query<At extends Known> = ByAddress[At] extends { query: infer Schema }
  ? Record<never, never> extends Asked<Schema>
    ? { query?: Question<Asked<Schema>> }
    : { query: Question<Asked<Schema>> }
  : unknown;
type Body<At extends Known> = ByAddress[At] extends { body: infer Schema extends z.ZodType }
  ? undefined extends z.input<Schema>
    ? { body?: z.input<Schema> }
    : { body: z.input<Schema> }
  : unknown;

/** Path and query parameters that the client fills in. */
export type Filled<At extends Known> = Params<At> & Query<At>;
/** Everything that the client sends with a request. */
export type Given<At extends Known> = Filled<At> & Body<At>;

type AnswersOf<At extends Known> = ByAddress[At]['answers'];
type BodyOf<Answer> = Answer extends z.ZodType ? z.output<Answer> : undefined;
/** The success response; undefined if it is not JSON. */
export type AnswerOf<At extends Known> = {
  [Status in keyof AnswersOf<At>]: BodyOf<AnswersOf<At>[Status]>;
}[keyof AnswersOf<At>];
