import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import type { App } from './fastify-app.ts';
import { malformedRequest } from './input/malformed.ts';
import { passes } from './passing-faults.ts';
import { sendProblem, sendRefusal, serverFault, statusOf } from './problems.ts';
import { sendsPlainAnswer } from './security-headers.ts';

/**
 * Converts every error to problem details. Client errors have a description, and server errors only a
 * reference number.
 */
export function answerErrors(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, keyword, message, params }) => ({
      ...params,
      path: instancePath.split('/').filter(Boolean),
      code: keyword,
      message: message ?? 'it is malformed',
    }));
    const context = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    return sendRefusal(reply, malformedRequest(issues, context));
  }
  const known = error instanceof RefusedBodyError ? error.refusal : refusalOf(error);
  if (known) return sendRefusal(reply, known);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return sendProblem(
      reply,
      status,
      'request-malformed',
      sentenceOf[error.code] ?? 'The request could not be read.',
    );
  }
  const errorId = randomUUID();
  request.log.error({ err: error, errorId }, 'fault');
  if (passes(error)) {
    reply.header('retry-after', '30');
    const detail = `${whatIsUnavailable(error)} Try again in a minute. Error ${errorId}.`;
    return sendProblem(reply, 503, serverFault, detail);
  }
  return sendProblem(reply, 500, serverFault, `${whatFailed(error)} Error ${errorId}.`);
}

function whatIsUnavailable(error: Error): string {
  return error.name === 'StarvedError'
    ? 'The server is too busy at the moment.'
    : 'The server can’t reach its database or files.';
}

/** Returns a sentence that says whether anything was lost. Clients must be able to rely on it. */
function whatFailed(error: unknown): string {
  return error instanceof Error && ['NoSuchFileError', 'WrongBytesError'].includes(error.name)
    ? 'A required file is missing or damaged on the server. Its operator has to restore it from a backup.'
    : 'Something went wrong on our side. Nothing was lost; please try again.';
}

/** Refusals for errors of Fastify's upload parser. */
function refusalOf(error: FastifyError): Refusal | undefined {
  switch (error.code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return refuse('upload-too-large', 'The file is larger than 25 MB. Nothing was stored.');
    case 'FST_FILES_LIMIT':
      return refuse('upload-too-many-files', 'Please upload one file at a time.');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return refuse('request-malformed', 'The upload form has unexpected parts.');
    default:
      return undefined;
  }
}

/** Body parsers throw this error to send a refusal. */
export class RefusedBodyError extends Error {
  override name = 'RefusedBodyError';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Error code for a JSON body that was refused before it was parsed. */
export const tooManyValuesCode = 'BODY_TOO_MANY_VALUES';

const sentenceOf: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON, sent with Content-Type: application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  [tooManyValuesCode]:
    'The body has too many values or is nested too deeply. Split it into several requests.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'The file must be sent as multipart/form-data.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body’s length differs from its Content-Length.',
};

/**
 * URLs that cannot be decoded reach no route and no hook, and URLs with an overlong path segment match no
 * route.
 */
export function answerBadUrl(error: { code?: string }, _request: FastifyRequest, reply: FastifyReply): void {
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return void answerUnknownPath(sendsPlainAnswer(reply));
  void sendProblem(sendsPlainAnswer(reply), 400, 'request-malformed', 'This address is malformed. Check it.');
}

export function answerUnknownPath(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, statusOf['not-found'], 'not-found', 'Nothing was found at this address.');
}
