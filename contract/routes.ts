import type { z } from 'zod';
import type { Address, ParamNames } from './paths.ts';
import { aboutRows } from './operations/about-routes.ts';
import { accountRows } from './accounts/account.ts';
import { answerRows } from './documents/answers.ts';
import { apiKeyRows } from './accounts/api-keys.ts';
import { appRows } from './accounts/apps.ts';
import { auditRows } from './evidence/audit.ts';
import { billingRows } from './operations/billing.ts';
import { brandRows } from './messages/branding.ts';
import { bulkRows } from './documents/bulk.ts';
import { ceremonyRows } from './signing/ceremony-routes.ts';
import { contactRows } from './accounts/contacts.ts';
import { documentRows } from './documents/document-routes.ts';
import { embeddingRows } from './signing/embedding.ts';
import { forYouRows } from './signing/for-you.ts';
import { formPageRows, formRows } from './documents/public-forms.ts';
import { groupRows } from './accounts/groups.ts';
import { libraryRows } from './documents/library.ts';
import { pageRows } from './documents/page-routes.ts';
import { retentionRows } from './documents/retention-routes.ts';
import { logRows } from './evidence/log.ts';
import { loginRows } from './accounts/login-routes.ts';
import { mailRows } from './messages/mail-routes.ts';
import { securityRows, signInRows } from './accounts/security-routes.ts';
import { mcpRows } from './api/mcp.ts';
import { operatorRows } from './operations/operator.ts';
import { closureRows } from './operations/account-deletion.ts';
import { exportRows } from './operations/export.ts';
import { dataRequestRows } from './operations/data-requests.ts';
import { proposalRows } from './documents/proposals.ts';
import { provisioningRows, scimRows } from './accounts/provisioning.ts';
import { reportRows } from './evidence/reports.ts';
import { senderDomainRows } from './messages/sender-domain.ts';
import { sendingRows } from './documents/sending-routes.ts';
import { sharingRows } from './documents/sharing.ts';
import { signOnRows } from './accounts/sign-on.ts';
import { teamRows } from './accounts/team.ts';
import { templateRows } from './documents/template-routes.ts';
import { defaultsRows } from './documents/defaults.ts';
import { destinationRows } from './messages/destinations.ts';
import { webhookRows } from './messages/webhooks.ts';

/** The table of all routes. Route registration, the client's calls and the OpenAPI file are derived from it. */
export const routes = {
  ...aboutRows,
  ...accountRows,
  ...answerRows,
  ...apiKeyRows,
  ...appRows,
  ...auditRows,
  ...billingRows,
  ...brandRows,
  ...bulkRows,
  ...ceremonyRows,
  ...contactRows,
  ...defaultsRows,
  ...documentRows,
  ...embeddingRows,
  ...formPageRows,
  ...forYouRows,
  ...formRows,
  ...groupRows,
  ...pageRows,
  ...retentionRows,
  ...libraryRows,
  ...loginRows,
  ...logRows,
  ...mailRows,
  ...mcpRows,
  ...securityRows,
  ...operatorRows,
  ...proposalRows,
  ...provisioningRows,
  ...exportRows,
  ...closureRows,
  ...dataRequestRows,
  ...reportRows,
  ...scimRows,
  ...senderDomainRows,
  ...sendingRows,
  ...sharingRows,
  ...signInRows,
  ...signOnRows,
  ...teamRows,
  ...templateRows,
  ...webhookRows,
  ...destinationRows,
};

type Table = typeof routes;
/** The rows by method and path, as the client uses them. */
type ByAddress = { [Name in keyof Table as Table[Name]['at']]: Table[Name] };
export type Known = keyof ByAddress & Address;

/** The parameters of a path. */
export type ParamsOf<At extends string> = { [Name in ParamNames<At>]: string };

type Asked<Schema> = z.input<Schema & z.ZodType>;
/** Query parameters. Numbers are sent as text, and null values are omitted. */
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
